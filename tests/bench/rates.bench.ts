import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataRecord, Model } from '#engine';
import type { Store } from '#server/app';
import { waitsDuring } from '../support/otherClients.ts';
import { type BenchRow, median } from './harness.ts';
import { type BenchServer, startServer } from './startServer.ts';

const code = 'BOR-TIR-30';
/** Values of the two parameters that make the card large: 3 plans × 7 terms × 6 classes × 100 × 100. */
const many = 100;
const combinations = 3 * 7 * 6 * many * many;

type Send = (method: string, path: string, body?: object) => Promise<DataRecord>;

/** A card of 1.26 million prices: made, read and compared, beside loops over typed arrays that somebody wrote for it. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rates-'));
  const server = await startServer({ file: join(folder, 'rates.db'), fill });
  const send = senderOf(server);
  const [product] = await server.store
    .find({ entity: 'product' })
    .then(({ items }) => items.filter(({ Code }) => Code === code));
  const root = `/pricing/product/${product?.Id}`;
  const formula = await send('GET', `${root}/formula`);
  const steps = formula.Steps as DataRecord[];
  const buckets = (await send('GET', '/pricing/buckets')).Items as DataRecord[];
  const tax = buckets.find(({ Code }) => Code === 'Tax')?.Id;
  const extra = (Expression: string) => ({
    Name: 'distance',
    Expression,
    PriceBucketId: tax,
    Scale: 2,
  });
  const Steps = [...steps, extra('Policy.TermKm * 0.0001 + Policy.LimitPerRepair * 0.001')];
  await send('PUT', `${root}/formula`, { Steps, Examples: [] });
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
  const byHand = median([timeOf(loops), timeOf(loops), timeOf(loops)]);

  const ask = async () => void (await send('GET', '/product?page=1&pageSize=10'));
  for (let round = 0; round < 20; round += 1) await ask();
  const since = performance.now();
  const waits = await waitsDuring(async () => {
    const { JobId } = await send('POST', `${at}/generate`, { includeWarnings: true });
    for (;;) {
      const { Status, Problem } = await send('GET', `/job/${JobId}`);
      if (Status === 'done') return;
      if (Status !== 'running') throw new Error(JSON.stringify(Problem));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }, ask);
  figure(`${combinations} prices generated`, performance.now() - since, { atMost: 2 }, byHand);
  figure('worst wait of somebody else meanwhile', waits.waited, { atMost: 50 });
  const measured: readonly (readonly [string, string, object, number])[] = [
    ['a page in the order of prices', 'rates', { SortField: 'Price', Page: 7 }, 100],
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
  const Formula = {
    LookUpTables: formula.LookUpTables,
    Steps: [...steps, extra('Policy.TermKm * 0.0002 + Policy.LimitPerRepair * 0.001')],
  };
  figure(
    'what a change would do',
    await medianOf(() => send('POST', `${at}/whatif`, { Formula })),
    { atMost: 3 },
    byHand,
  );
  await server.store.close();
  rmSync(folder, { recursive: true });
  return rows;
}

/** More values of two parameters than anybody sells. */
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

function timeOf(work: () => unknown): number {
  const since = performance.now();
  work();
  return performance.now() - since;
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  }
  return median(times);
}

/** The same prices by hand, in pieces as they are stored. */
function loops(): Int32Array {
  const prices = new Int32Array(combinations);
  const base = Int32Array.from(
    { length: 7 * 6 },
    (_, at) => (149 + 46 * Math.floor(at / 6) + 18 * (at % 6)) * 100,
  );
  const shares = [20, 32, 45];
  let row = 0;
  for (const share of shares)
    for (let cell = 0; cell < base.length; cell += 1) {
      const dealer = base[cell] as number;
      const reserve = Math.round((dealer * share) / 100);
      for (let km = 0; km < many; km += 1)
        for (let limit = 0; limit < many; limit += 1)
          prices[row++] =
            dealer +
            reserve +
            Math.round(km * 1.5 + limit * 0.7) +
            2500 +
            Math.round((dealer + reserve) / 10);
    }
  return prices;
}
