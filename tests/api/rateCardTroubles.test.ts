/** Failures during the generation of a card: a clear message, nothing half stored, and another try works. */
import { afterEach, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createPriceThread } from '../../extensions/pricing/server/createPriceThread.ts';
import { tenMilliseconds, waitsDuring } from '../support/otherClients.ts';
import { type Clients, createClients } from './support/createClients.ts';
import type { Ask } from './support/startApp.ts';

/** A thread that dies at its first card, and prices everything at a dollar after its restart. */
const mortal = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ run, size }) => {
    if (size === undefined) return;
    if (run === 1) process.exit(1);
    const prices = new Int32Array(size).fill(100);
    parentPort.postMessage({ run, piece: { prices, holes: 0, negative: 0, priced: size } });
  });`;
const script = new URL(`data:text/javascript,${encodeURIComponent(mortal)}`);

let clients: Clients;
let pricing: Ask;
let product: string;
let bucket: string;

async function start(options?: Parameters<typeof createClients>[1]): Promise<void> {
  clients = await createClients('sqlite', options);
  pricing = await clients.app.as('pricing');
  const { Items } = (await clients.admin('GET', '/product?pageSize=0')).body;
  product = Items.find(({ Code }: DataRecord) => Code === 'SMT-KEY-30').Id;
  bucket = (await pricing('GET', '/pricing/buckets')).body.Items[1].Id;
  await save("$factor('Factor.BaseRate') * 1.005");
}

const root = () => `/pricing/product/${product}`;
const save = (Expression: string) =>
  pricing('PUT', `${root()}/formula`, {
    LookUpTables: [],
    Steps: [{ Name: 'a', Expression, PriceBucketId: bucket, Scale: 2 }],
  });

async function makeCard(Name: string) {
  const { Id } = (await pricing('POST', `${root()}/ratecard`, { Name })).body;
  const at = `${root()}/ratecard/${Id}`;
  return {
    at,
    generate: () => pricing('POST', `${at}/generate`, { includeWarnings: true }),
    stored: async () => (await pricing('GET', at)).body,
  };
}

async function ended(id: string) {
  for (;;) {
    const { body } = await pricing('GET', `/job/${id}`);
    if (body.Status !== 'running' && body.Status !== 'cancelling') return body;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Adds this many values of a parameter to its existing ones. */
async function addValues(source: string, count: number): Promise<readonly string[]> {
  const { store } = clients.app;
  const parameter = (await parameters()).find(({ SourceName }) => SourceName === source);
  const { items } = await store.find({ entity: 'parameter-value' });
  const like = items.find(({ ParameterId }) => ParameterId === parameter?.Id);
  const [field] = ['IntValue', 'DecimalValue'].filter((name) => (like?.[name] ?? null) !== null);
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{
      ...like,
      Id: `01900e02-${String(source.length).padStart(4, '0')}-7000-8000-${String(at).padStart(12, '0')}`,
      SortOrder: 100 + at,
    },
    ...{ Name: `more ${at}`, [String(field)]: 1_000_000 + at },
  }));
  await store.insertMany('parameter-value', rows);
  return rows.map(({ Id }) => Id);
}

const parameters = async () =>
  (await clients.app.store.find({ entity: 'parameter' })).items.filter(
    ({ ProductId }) => ProductId === product,
  );

afterEach(() => clients.app.store.close());

it('a thread that dies ends its card with a message; nothing is stored, and the next one is priced', async () => {
  await start({ ports: { pricing: createPriceThread({ script }) } });
  const card = await makeCard('Mortal');
  const contents = (await clients.app.files.list()).length;
  const first = await ended((await card.generate()).body.JobId);
  expect([first.Status, first.Problem.Message]).toEqual([
    'failed',
    expect.stringContaining('The prices could not be computed'),
  ]);
  expect(await card.stored()).toMatchObject({ PriceCount: 0, CombinationCount: 0, Dimensions: [] });
  expect((await clients.app.files.list()).length).toBe(contents);
  const second = await ended((await card.generate()).body.JobId);
  expect([second.Status, second.Result.RowCount]).toEqual(['done', 84]);
  const { Items } = (await pricing('POST', `${card.at}/rates`, { PageSize: 1 })).body;
  expect(Items[0].Price).toBe(1);
});

it('C-304 two generations of one product: the second is refused while the first one runs', async () => {
  await start();
  const [one, other] = [await makeCard('One'), await makeCard('Other')];
  const answers = await Promise.all([one.generate(), other.generate()]);
  const [running, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([running?.status, refused?.status]).toEqual([200, 409]);
  expect(refused?.body.Message).toMatch(/^[A-Z].*\.$/);
  expect((await ended(running?.body.JobId)).Status).toBe('done');
  const counts = [(await one.stored()).PriceCount, (await other.stored()).PriceCount];
  expect(counts.toSorted()).toEqual([0, 84]);
  const later = counts[0] === 0 ? one : other;
  expect((await ended((await later.generate()).body.JobId)).Status).toBe('done');
});

it('C-304 a card keeps the parameter and the values it started with, even if removed meanwhile', async () => {
  await start();
  const [gone] = await addValues('Policy.LimitPerRepair', 400);
  const all = ['Policy.TermMonth', 'Policy.LimitPerRepair', 'Policy.VehicleClass'];
  await save(all.map((name) => `($has(${name}) ? 1 : 0)`).join(' + '));
  const card = await makeCard('Steadfast');
  const { JobId } = (await card.generate()).body;
  const limit = (await parameters()).find(({ SourceName }) => SourceName === 'Policy.LimitPerRepair');
  const used = await clients.manager('DELETE', `/product/${product}/parameter/${limit?.Id}`);
  expect([used.status, typeof used.body.Message]).toEqual([409, 'string']);
  await clients.app.store.remove('parameter-value', String(gone));
  await save('1');
  const job = await ended(JobId);
  expect(job.Status, JSON.stringify(job)).toBe('done');
  const { Dimensions, CombinationCount, PriceCount } = await card.stored();
  expect(Dimensions.map(({ Name }: DataRecord) => Name)).toEqual(expect.arrayContaining(all));
  const whole = Dimensions.reduce((sum: number, one: { Values: [] }) => sum * one.Values.length, 1);
  expect(CombinationCount).toBe(whole);
  // A value without an option has no price.
  expect(PriceCount).toBeGreaterThan(10_000);
  expect(JSON.stringify(Dimensions)).toContain('more 0');
  const { Items } = (await pricing('POST', `${card.at}/rates`, { PageSize: 1 })).body;
  expect(Items[0].Price).toBe(3);
});

it('a card of a thousand million combinations is refused before any work: their count, and what to cut (C-304)', async () => {
  await start();
  await addValues('Policy.TermKm', 2000);
  await addValues('Policy.LimitPerRepair', 2500);
  const all = ['TermMonth', 'TermKm', 'LimitPerRepair', 'VehicleClass', 'VehicleNewUsed'];
  await save(all.map((name) => `($has(Policy.${name}) ? 1 : 0)`).join(' + '));
  const card = await makeCard('Endless');
  const contents = (await clients.app.files.list()).length;
  const { status, body } = await card.generate();
  expect(status).toBe(422);
  const said = /would have ([\d,]+) combinations.*Reduce Limit per repair, which has 2,50\d values/.exec(
    body.Message,
  );
  expect(Number(said?.[1]?.replaceAll(',', '')), body.Message).toBeGreaterThan(1e9);
  expect((await clients.app.store.find({ entity: 'job' })).items).toEqual([]);
  expect((await clients.app.files.list()).length).toBe(contents);
  expect(await card.stored()).toMatchObject({ CombinationCount: 0, PriceCount: 0, Dimensions: [] });
});

it('C-006 a preview of many prices keeps nobody else waiting', async () => {
  await start();
  await addValues('Policy.LimitPerRepair', 900);
  const all = ['Policy.TermMonth', 'Policy.LimitPerRepair', 'Policy.VehicleClass'];
  await save(all.map((name) => `($has(${name}) ? 100 : 0)`).join(' + '));
  const made = await pricing('POST', '/pricing/adjustment', { Name: 'Ten percent', Change: 10 });
  const at = `/pricing/adjustment/${made.body.Id}`;
  await pricing('POST', `${at}/products`, { ProductIds: [product] });
  const ask = () => clients.viewer('GET', '/product?page=1&pageSize=5');
  for (let round = 0; round < 10; round++) await ask();
  let preview: DataRecord = {};
  const { blocked } = await waitsDuring(async () => {
    preview = (await pricing('POST', `${at}/preview`)).body.Items[0];
  }, ask);
  expect(preview.Prices).toBeGreaterThan(20_000);
  expect(preview).toMatchObject({ Changed: preview.Prices, LargestRise: 30, LargestFall: 0 });
  expect(blocked, 'processor time without giving way').toBeLessThan(30 * tenMilliseconds());
});
