import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataRecord, Model } from '#engine';
import type { Store } from '#server/app';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { type BenchRow, median, turnByTurn } from './harness.ts';
import { changesByHand, combinations, many, pricesByHand, storedByHand, tables } from './ratesByHand.ts';
import { type BenchServer, startServer } from './startServer.ts';

const code = 'BOR-TIR-30';

type Send = (method: string, path: string, body?: object) => Promise<DataRecord>;

/** A card of 1.26 million prices: made, read and compared, beside loops over typed arrays that someone wrote for it. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rates-'));
  const files = createFileFolder(join(folder, 'files'));
  const server = await startServer({ file: join(folder, 'rates.db'), files, fill });
  const send = senderOf(server);
  const [product] = await server.store
    .find({ entity: 'product' })
    .then(({ items }) => items.filter(({ Code }) => Code === code));
  const root = `/pricing/product/${product?.Id}`;
  const formula = await send('GET', `${root}/formula`);
  const steps = formula.Steps as DataRecord[];
  const buckets = (await send('GET', '/pricing/buckets')).Items as DataRecord[];
  const bucket = buckets.find(({ Code }) => Code === 'Tax')?.Id;
  const lookedUp = (limit: string) =>
    Object.keys(tables).map((Name) => {
      const Expression = Name === 'Limit' ? limit : `$table('${Name}')`;
      return { Name: `of${Name}`, Expression, PriceBucketId: bucket, Scale: 2 };
    });
  // With the base rate there are six look-ups.
  const Steps = [...steps, ...lookedUp("$table('Limit')")];
  const LookUpTables = [...(formula.LookUpTables as DataRecord[]), ...tablesOf(formula.Book as DataRecord)];
  await send('PUT', `${root}/formula`, { Steps, LookUpTables, Examples: [] });
  const card = await send('POST', `${root}/ratecard`, { Name: 'Large' });
  const at = `${root}/ratecard/${card.Id}`;
  const rows: BenchRow[] = [];
  const figure = (name: string, ours: number, target: BenchRow['target'], baseline?: number) =>
    rows.push({
      name: `rates: ${name}`,
      unit: 'ms',
      ours,
      target,
      ...(baseline === undefined ? {} : { baseline }),
    });
  const generate = async () => {
    const { JobId } = await send('POST', `${at}/generate`, { includeWarnings: true });
    for (;;) {
      const { Status, Problem } = await send('GET', `/job/${JobId}`);
      if (Status === 'done') return;
      if (Status !== 'running') throw new Error(JSON.stringify(Problem));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  let content = 0;
  const byHand = () => storedByHand(files, `00000000-0000-4000-8000-${String(content++).padStart(12, '0')}`);
  // The thread is started, and everything has run before.
  for (let round = 0; round < 10; round += 1) await Promise.all([generate(), byHand()]);
  const generation = await turnByTurn({
    rounds: 15,
    ours: () => timeOf(generate),
    baseline: () => timeOf(byHand),
  });
  figure(`${combinations} prices generated and stored`, generation.ours, { atMost: 2 }, generation.baseline);
  await send('PUT', `${root}/formula`, { Steps: [...steps, inOneStep(bucket)], LookUpTables, Examples: [] });
  for (let round = 0; round < 10; round += 1) await Promise.all([generate(), byHand()]);
  const wide = await turnByTurn({
    rounds: 15,
    ours: () => timeOf(generate),
    baseline: () => timeOf(byHand),
  });
  figure('the same with five look-ups in one step', wide.ours, { atMost: 2 }, wide.baseline);
  await checkSame(send, at, {
    Formula: { LookUpTables, Steps: [...steps, ...lookedUp("$table('Limit') * 2")] },
  });
  await send('PUT', `${root}/formula`, { Steps, LookUpTables, Examples: [] });
  await generate();

  const ask = async () => void (await send('GET', '/product?page=1&pageSize=10'));
  for (let round = 0; round < 20; round += 1) await ask();
  const before = process.memoryUsage().rss;
  const meanwhile = await othersDuring(generate, ask);
  figure('wait of somebody else meanwhile (99 of 100)', meanwhile.wait, { atMost: 50 });
  rows.push({
    name: 'rates: memory that a generation takes',
    unit: 'MB',
    ours: Math.max(0, meanwhile.memory - before) / 2 ** 20,
    target: { atMost: 64 },
  });
  const { JobId } = await send('POST', `${at}/generate`, { includeWarnings: true });
  figure('answer to a cancel', await timeOf(() => send('POST', `/job/${JobId}/cancel`)), { atMost: 100 });
  while ((await send('GET', `/job/${JobId}`)).Status === 'running')
    await new Promise((go) => setTimeout(go, 5));
  const measured: readonly (readonly [string, string, object, number])[] = [
    ['a page in the order of prices', 'rates', { SortField: 'Price', Page: 7 }, 100],
    ['a page in the middle of that order', 'rates', { SortField: 'Price', Page: 12_000 }, 100],
    [
      'a page of some, in the order of a dimension',
      'rates',
      { SortField: 'Policy.TermKm', Filters: { 'Policy.VehicleClass': ['A', 'C'] }, Minimum: 300, Page: 9 },
      100,
    ],
    [
      'two dimensions against one another',
      'rates/pivot',
      { Rows: 'Policy.TermMonth', Columns: 'Policy.VehicleClass' },
      100,
    ],
    ['compared with itself', 'compare', { With: card.Id }, 100],
  ];
  for (const [name, path, body, atMost] of measured)
    figure(name, await medianOf(() => send('POST', `${at}/${path}`, body)), { atMost });
  const Formula = { LookUpTables, Steps: [...steps, ...lookedUp("$table('Limit') * 2")] };
  await checkSame(send, at, { Formula });
  const look = await turnByTurn({
    rounds: 15,
    ours: () => timeOf(() => send('POST', `${at}/whatif`, { Formula })),
    baseline: () => timeOf(() => changesByHand(pricesByHand(1), pricesByHand(2))),
  });
  figure('what a change would do', look.ours, { atMost: 3 }, look.baseline);
  await server.store.close();
  rmSync(folder, { recursive: true });
  return rows;
}

const inOneStep = (bucket: unknown): DataRecord => ({
  Name: 'ofAll',
  Expression: Object.keys(tables)
    .map((name) => `$table('${name}')`)
    .join(' + '),
  PriceBucketId: bucket,
  Scale: 2,
});

/** The look-up tables of the one who wrote by hand, as they are pasted. */
function tablesOf({ Operands }: DataRecord): readonly DataRecord[] {
  const valuesOf = (name: string) => {
    const { Values } = (Operands as DataRecord[]).find(({ Name }) => Name === name) ?? {};
    return (Values as DataRecord[]).map(({ Value }) => Value);
  };
  const [Term, Class, Km, Limit] = [
    'Policy.TermMonth',
    'Policy.VehicleClass',
    'Policy.TermKm',
    'Policy.LimitPerRepair',
  ];
  const keys = { Term: [Term], Class: [Class], Pair: [Term, Class], Km: [Km], Limit: [Limit] } as const;
  return Object.entries(keys).map(([Name, names]) => {
    const [first = [], second = ['']]: unknown[][] = names.map(valuesOf);
    const rows = first.flatMap((one) => second.map((other) => (other === '' ? [one] : [one, other])));
    const amounts = tables[Name as keyof typeof tables];
    const lines = rows.map((row, at) => [...row, (amounts[at] as number) / 100].join('\t'));
    return { Name, Cells: [[...names, 'Value'].join('\t'), ...lines].join('\n') };
  });
}

/** Both must say the same, or the figures mean nothing. */
async function checkSame(send: Send, at: string, asked: DataRecord): Promise<void> {
  const hand = pricesByHand(1);
  const { Items } = await send('POST', `${at}/rates`, { Page: 1200, PageSize: 1000 });
  for (const { Row, Price } of Items as DataRecord[])
    if (Math.round(Number(Price) * 100) !== hand[Number(Row)])
      throw new Error(`rates: row ${Row} is ${Price} here and ${hand[Number(Row)]} by hand.`);
  const { Bands } = await send('POST', `${at}/whatif`, asked);
  const ours = (Bands as DataRecord[]).map(({ Count }) => Count).join();
  const theirs = changesByHand(hand, pricesByHand(2)).bands.join();
  if (ours !== theirs) throw new Error(`rates: the bands are ${ours} here and ${theirs} by hand.`);
}

/** More values of two parameters than anyone sells. */
async function fill(store: Store, _model: Model): Promise<void> {
  const [product] = (await store.find({ entity: 'product' })).items.filter(({ Code }) => Code === code);
  for (const source of ['Policy.TermKm', 'Policy.LimitPerRepair']) {
    const [parameter] = (await store.find({ entity: 'parameter' })).items.filter(
      ({ ProductId, SourceName }) => ProductId === product?.Id && SourceName === source,
    );
    const values = (await store.find({ entity: 'parameter-value' })).items.filter(
      ({ ParameterId }) => ParameterId === parameter?.Id,
    );
    const [first] = values;
    for (let at = values.length; at < many; at += 1) {
      const Id = `01900000-0000-7000-8000-${source.length}${String(at).padStart(10, '0')}`;
      const number = 1_000_000 + at;
      const own =
        'IntValue' in (first ?? {}) && first?.IntValue != null
          ? { IntValue: number }
          : { DecimalValue: number };
      await store.insert('parameter-value', { ...first, Id, Name: String(number), SortOrder: at, ...own });
    }
  }
}

function senderOf({ fetch, token }: BenchServer): Send {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = new Request(`http://localhost/api${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const response = await fetch(request);
    const answer = (await response.json()) as DataRecord;
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

async function timeOf(work: () => unknown): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** How long others wait while work is done, 99 of 100 of them, and the most memory there was. */
async function othersDuring(work: () => Promise<unknown>, ask: () => Promise<unknown>) {
  let isDone = false;
  let memory = 0;
  const waits: number[] = [];
  const asking = (async () => {
    while (!isDone) {
      waits.push(await timeOf(ask));
      memory = Math.max(memory, process.memoryUsage().rss);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  for (let round = 0; round < 5; round += 1) await work();
  isDone = true;
  await asking;
  waits.sort((a, b) => a - b);
  return { wait: waits[Math.ceil(waits.length * 0.99) - 1] ?? 0, memory };
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    times.push(await timeOf(work));
  }
  return median(times);
}
