/** Roll-ups and look-throughs equal a fresh computation after any writes, through every door. */
import { beforeAll, describe, expect, it } from 'vitest';
import { documentJudge } from './support/documentJudge.ts';
import { linked } from './support/linkedDeclarations.ts';
import { formOf, sender, sheetOf } from './support/sheets.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const added = linked();
const stores = process.env.STORES === 'postgres' ? (['postgres'] as const) : (['memory', 'sqlite'] as const);
/** The store in memory scans for every answer. */
const writesOn = { memory: 300, sqlite: 2000, postgres: 600 } as const;

type Rows = readonly Record<string, unknown>[];

/** The same numbers in every run. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return {
    upTo: (count: number) => Math.floor(next() * count),
    of: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T,
  };
}

const all = async (app: Pick<Running, 'store'>, entity: string): Promise<Rows> =>
  (await app.store.find({ entity })).items as Rows;

const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);
const sumOf = (rows: Rows, field: string) => rows.reduce((sum, row) => sum + cents(row[field]), 0) / 100;
const filled = (rows: Rows, field: string) =>
  rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined);
const averageOf = (values: readonly unknown[]) =>
  values.length === 0
    ? null
    : Math.round(values.reduce<number>((sum, one) => sum + cents(one), 0) / values.length) / 100;
const edge = (rows: Rows, sign: 1 | -1) =>
  rows
    .filter(({ Rank }) => Rank !== null && Rank !== undefined)
    .toSorted((one, other) => sign * (Number(one.Rank) - Number(other.Rank)))[0]?.Status ?? null;

/** Answers omit empty members. */
function expectValues(row: Record<string, unknown> | undefined, values: Record<string, unknown>): void {
  const found = Object.keys(values).map((name) => [name, row?.[name] ?? null]);
  expect(Object.fromEntries(found), JSON.stringify(row)).toEqual(values);
}

/** Everything that is stored, against what it should be. */
async function expectFresh(app: Pick<Running, 'store'>): Promise<void> {
  const [regions, garages, cases, lines, parts] = (await Promise.all(
    ['region', 'garage', 'case', 'line', 'part'].map((name) => all(app, `linked-${name}`)),
  )) as [Rows, Rows, Rows, Rows, Rows];
  const byId = new Map([...regions, ...garages].map((one) => [one.Id, one]));
  for (const garage of garages) {
    const own = cases.filter(({ GarageId }) => GarageId === garage.Id);
    const paid = own.filter(({ Status }) => Status === 'Paid');
    const days = filled(own, 'Day').toSorted();
    const amounts = filled(own, 'Amount');
    expectValues(garage, {
      Cases: own.length,
      PaidCases: paid.length,
      Paid: sumOf(paid, 'Amount'),
      Average: averageOf(amounts),
      Least: amounts.length === 0 ? null : Math.min(...(amounts as number[])),
      LastDay: days.at(-1) ?? null,
      Newest: edge(own, -1),
      Oldest: edge(own, 1),
      Balance: (cents(garage.Limit) - cents(garage.Paid)) / 100,
      Manager: byId.get(garage.RegionId)?.Manager ?? null,
    });
  }
  for (const region of regions) {
    const own = garages.filter(({ RegionId }) => RegionId === region.Id);
    const balances = filled(own, 'Balance') as number[];
    expectValues(region, {
      Paid: sumOf(own, 'Paid'),
      Top: balances.length === 0 ? null : Math.max(...balances),
    });
  }
  for (const one of cases)
    expectValues(one, {
      City: byId.get(one.GarageId)?.City ?? null,
      Manager: byId.get(one.GarageId)?.Manager ?? null,
      Quantity: sumOf(
        lines.filter(({ CaseId }) => CaseId === one.Id),
        'Quantity',
      ),
    });
  for (const part of parts) {
    const own = lines.filter(({ PartId }) => PartId === part.Id);
    expectValues(part, { Uses: own.length, Used: sumOf(own, 'Quantity') });
  }
}

describe.each(stores)('C6: linked values on the %s store', (store) => {
  let [app, ask] = [{} as Running, {} as Ask];
  let count = 0;
  const fresh = () => `n${++count}`;

  beforeAll(async () => {
    app = await startApp({ store, seed: 'none', added });
    ask = await app.as('admin');
    return () => app.store.close();
  });

  const create = async (path: string, body: object = {}) => {
    const answer = await ask('POST', `/linked-${path}`, { Name: fresh(), ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const change = async (path: string, body: object) => {
    const answer = await ask('PUT', `/linked-${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

  it('say which records they come from, as far as the reader may see them', async () => {
    const make = async (name: string, body: object) => {
      const { body: made, status } = await ask('POST', `/linked-${name}`, { Name: fresh(), ...body });
      expect(status, JSON.stringify(made)).toBe(201);
      return String(made.Id);
    };
    const region = await make('region', { Manager: 'Ann' });
    const garage = await make('garage', { RegionId: region });
    for (const Status of ['Paid', 'Paid', 'Open'])
      await make('case', { GarageId: garage, Status, Amount: 5 });
    const linkedTo = (field: string, as = ask) => as('GET', `/linked/linked-garage/${garage}/${field}`);
    expect((await linkedTo('Paid')).body).toEqual({
      ...{ Kind: 'rollUp', Function: 'sum', EntityName: 'linked-case', FieldName: 'Amount' },
      ...{ ByName: 'linked-garage', HasCondition: true, Count: 2, RecordName: null, To: null },
    });
    expect((await linkedTo('Cases')).body).toMatchObject({ Function: 'count', FieldName: null, Count: 3 });
    const { body: through } = await linkedTo('Manager');
    expect(through).toMatchObject({ Kind: 'lookThrough', FieldName: 'Manager', ByName: 'linked-region' });
    expect(through.RecordName).toBe((await ask('GET', `/linked-region/${region}`)).body.Name);
    const document = (await ask('GET', '/openapi.json')).body;
    const described = ['paths', '/api/linked/{entity}/{recordId}/{field}', 'get', 'responses', '200'];
    const judge = documentJudge(document)(described);
    expect(judge(through), JSON.stringify(judge.errors)).toBe(true);
    expect(judge({ ...through, Count: 'many' })).toBe(false);
    expect((await linkedTo('City')).status).toBe(404);
    const none = '00000000-0000-4000-8000-000000000000';
    expect((await ask('GET', `/linked/linked-garage/${none}/Paid`)).status).toBe(404);
  });

  it('are in the answers of the writes that change them, and cannot be sent', async () => {
    const region = await create('region', { Manager: 'Ann' });
    const garage = await create('garage', {
      RegionId: region.Id,
      City: 'Laval',
      Limit: 10,
      Paid: 99,
      Manager: 'Bob',
    });
    expectValues(garage, { Cases: 0, Paid: 0, Average: null, Manager: 'Ann', Balance: 10 });
    const one = await create('case', { GarageId: garage.Id, Amount: 2.01, Status: 'Paid', City: 'Rome' });
    expect(one).toMatchObject({ City: 'Laval', Manager: 'Ann', Quantity: 0 });
    const read = (await ask('GET', `/linked-garage/${garage.Id}`)).body;
    // Anyone who had the garage open may still save it.
    expect(read).toMatchObject({ Cases: 1, Paid: 2.01, Balance: 7.99, Revision: garage.Revision });
    const saved = await change('garage', { ...read, Paid: 55, Cases: 12, City: 'Québec' });
    expect(saved).toMatchObject({ Cases: 1, Paid: 2.01, City: 'Québec' });
    expect((await ask('GET', `/linked-case/${one.Id}`)).body.City).toBe('Québec');
    await expectFresh(app);
  });

  it('count no more what the store removes together with its owner', async () => {
    const [part, one] = [await create('part'), await create('case')];
    await create('note', { CaseId: one.Id, PartId: part.Id });
    await create('note', { CaseId: (await create('case')).Id, PartId: part.Id });
    const notes = async () => (await ask('GET', `/linked-part/${part.Id}`)).body.Notes;
    expect(await notes()).toBe(2);
    expect((await ask('DELETE', `/linked-case/${one.Id}`)).status).toBeLessThan(300);
    expect(await notes()).toBe(1);
  });

  it('are changed by the difference where a holder has too many records to compute them again', async () => {
    const [large, small] = [await create('garage', { Limit: 10_000 }), await create('garage', { Limit: 1 })];
    // One more than `fewLinked`, as if written before.
    const records = Array.from({ length: 5001 }, (_, at) => ({
      ...{ Id: `0e000000-0000-7000-8000-${String(at).padStart(12, '0')}`, Revision: 1, Name: fresh() },
      ...{ GarageId: large.Id, Amount: 1, Status: 'Paid', Quantity: 0 },
    }));
    await app.store.transaction(async (session) => {
      await session.insertMany('linked-case', records);
      await session.update('linked-garage', large.Id, { Cases: 5001, PaidCases: 5001, Paid: 5001 });
    });
    const expectTotals = async (of: { Id: string }, Cases: number, Paid: number, Balance: number) => {
      const { body } = await ask('GET', `/linked-garage/${of.Id}`);
      expect(body).toMatchObject({ Cases, PaidCases: Cases, Paid, Balance });
    };
    const one = await create('case', { GarageId: large.Id, Amount: 2.01, Status: 'Paid' });
    await expectTotals(large, 5002, 5003.01, 4996.99);
    await change('case', { Id: one.Id, Amount: 0.5 });
    await expectTotals(large, 5002, 5001.5, 4998.5);
    await change('case', { Id: one.Id, GarageId: small.Id });
    await expectTotals(large, 5001, 5001, 4999);
    await expectTotals(small, 1, 0.5, 0.5);
    await change('case', { Id: one.Id, GarageId: large.Id });
    await expectTotals(large, 5002, 5001.5, 4998.5);
    await expectTotals(small, 0, 0, 1);
    expect((await ask('DELETE', `/linked-case/${one.Id}`)).status).toBeLessThan(300);
    await expectTotals(large, 5001, 5001, 4999);
    await app.store.transaction(async (session) => {
      for (const { Id } of records) await session.remove('linked-case', Id);
      await session.remove('linked-garage', large.Id);
    });
  });

  it('can be sorted and filtered by', async () => {
    const garage = await create('garage', { City: 'Gaspé' });
    await create('case', { GarageId: garage.Id, Amount: 5000, Status: 'Paid' });
    const top = await ask('GET', '/linked-garage?sortFields=Paid&sortDirections=0&pageSize=1');
    expect(top.body.Items[0].Id).toBe(garage.Id);
    const query = 'FilterProperty=City&FilterOperator=eq&FilterValue=Gasp%C3%A9';
    expect((await ask('GET', `/linked-case?${query}`)).body.TotalItems).toBe(1);
  });

  const writes = writesOn[store];
  it(`equal a fresh computation after ${writes} random writes through every door`, async () => {
    const random = randomOf(7);
    const send = await sender(app, 'admin');
    const ids: Record<string, string[]> = { region: [], garage: [], case: [], line: [], part: [] };
    const make = async (path: string, body: object) => {
      const { Id } = await create(path, body);
      ids[path]?.push(Id);
    };
    for (let at = 0; at < 3; at++) await make('region', { Manager: fresh() });
    for (let at = 0; at < 8; at++)
      await make('garage', { RegionId: random.of(ids.region ?? []), Limit: 100 });
    for (let at = 0; at < 5; at++) await make('part', {});
    const some = (path: string) => (random.upTo(8) === 0 ? null : random.of(ids[path] ?? []));
    const caseOf = () => ({
      ...{ GarageId: some('garage'), Status: random.of(['Paid', 'Open', null]) },
      Amount: random.upTo(6) === 0 ? null : random.upTo(100_000) / 100,
      Day: random.upTo(6) === 0 ? null : `2026-0${1 + random.upTo(9)}-1${random.upTo(9)}`,
      Rank: random.upTo(6) === 0 ? null : ++count,
    });
    const linesOf = () =>
      Array.from({ length: random.upTo(4) }, () => ({
        ...{ Name: fresh(), PartId: some('part') },
        Quantity: random.upTo(9),
      }));
    const part = (body: object) => {
      const entries = Object.entries(body);
      return Object.fromEntries(entries.filter(() => random.upTo(2) === 0));
    };
    const doors: readonly (() => Promise<unknown>)[] = [
      () => make('case', { ...caseOf(), Lines: linesOf() }),
      () => make('case', caseOf()),
      () => change('case', { Id: random.of(ids.case ?? []), ...part(caseOf()) }),
      () => change('case', { Id: random.of(ids.case ?? []), ...part(caseOf()), Lines: linesOf() }),
      () => change('garage', { Id: random.of(ids.garage ?? []), RegionId: some('region'), City: fresh() }),
      () => change('garage', { Id: random.of(ids.garage ?? []), Limit: random.upTo(10_000) / 100 }),
      () => change('region', { Id: random.of(ids.region ?? []), Manager: fresh() }),
      async () => {
        const id = random.of(ids.case ?? []);
        expect((await ask('DELETE', `/linked-case/${id}`)).status).toBeLessThan(300);
        ids.case = (ids.case ?? []).filter((one) => one !== id);
      },
      async () => {
        const id = random.of(ids.case ?? []);
        const copy = await ask('POST', `/linked-case/${id}/copy`, {});
        expect(copy.status, JSON.stringify(copy.body)).toBeLessThan(300);
        ids.case?.push(copy.body.Id);
      },
      async () => {
        if (random.upTo(10) > 0) return;
        const [name, other] = [fresh(), random.of(await all(app, 'linked-case'))];
        const rows = [
          ['Name', 'Amount', 'Status', 'Day', 'Rank'],
          [name, String(random.upTo(500)), 'Paid', '2026-03-04', String(++count)],
          [String(other.Name), String(random.upTo(500)), 'Open', '2026-04-05', String(++count)],
        ];
        const answer = await send('POST', '/linked-case/upload', formOf(await sheetOf(rows)));
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      },
    ];
    for (let at = 0; at < 20; at++) await make('case', caseOf());
    for (let at = 0; at < writes; at++) {
      await random.of(doors)();
      if (at % 400 === 0) await expectFresh(app);
    }
    await expectFresh(app);
  });
});
