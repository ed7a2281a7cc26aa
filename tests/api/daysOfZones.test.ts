/** Days of date-times follow the person's time zone, in every list of every entity that has date-times. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type DataRecord, dayRange, type EntityModel, parseListQuery } from '#engine';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

const zones = ['America/Toronto', 'America/St_Johns', 'Asia/Tokyo'] as const;
// Clocks go back, go forward, and stay.
const days = ['2026-11-01', '2026-03-08', '2026-12-31'] as const;

/** Whether the operator finds a moment before, in or after the day. */
const finds = {
  eq: { before: false, in: true, after: false },
  ne: { before: true, in: false, after: true },
  ge: { before: false, in: true, after: true },
  gt: { before: false, in: false, after: true },
  le: { before: true, in: true, after: false },
  lt: { before: true, in: false, after: false },
} as const;

const later = (moment: string, by: number) => new Date(Date.parse(moment) + by).toISOString();

function edgesOf(day: string, zone: string) {
  const { from, to } = dayRange(day, zone);
  return [
    [later(from, -1), 'before'],
    [from, 'in'],
    [later(to, -1), 'in'],
    [to, 'after'],
  ] as const;
}

const momentsOf = ({ fields }: EntityModel) =>
  fields.filter(({ kind, stored }) => kind === 'datetime' && stored);

describe.each(['memory', 'sqlite'] as const)('days of date-times (%s)', (store) => {
  let app: Running;
  let admin: Ask;
  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
  });

  it("C2: begin and end by the person's clock, for every date-time of every entity", async () => {
    let count = 0;
    for (const entity of model.entities.values()) {
      const { items } = await app.store.find({ entity: entity.id, page: { number: 1, size: 1 } });
      const [record] = items as readonly DataRecord[];
      for (const { name } of record ? momentsOf(entity) : []) {
        await checkDay({ entity, name, record: record ?? {}, turn: count });
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(60);
  });

  type Checked = {
    readonly entity: EntityModel;
    readonly name: string;
    readonly record: DataRecord;
    readonly turn: number;
  };

  /** Zones, days and operators rotate, so that every combination occurs. */
  async function checkDay({ entity, name, record, turn }: Checked) {
    const [zone = '', day = ''] = [zones[turn % 3], days[Math.floor(turn / 3) % 3]];
    const [operator, found] = Object.entries(finds)[turn % 6] ?? ['', finds.eq];
    const id = String(record.Id);
    for (const [moment, where] of edgesOf(day, zone)) {
      await app.store.update(entity.id, id, { [name]: moment });
      const params = new URLSearchParams([
        ...[
          ['FilterProperty', 'Id'],
          ['FilterOperator', 'eq'],
          ['FilterValue', id],
        ],
        ...[
          ['FilterProperty', name],
          ['FilterOperator', operator],
          ['FilterValue', day],
        ],
      ]);
      const { query } = parseListQuery(params, entity, { model, zone });
      const total = await app.store.count(entity.id, query?.filter);
      const wanted = found[where] ? 1 : 0;
      expect([entity.id, name, zone, moment, operator, total]).toEqual([
        ...[entity.id, name, zone, moment, operator, wanted],
      ]);
    }
    await app.store.update(entity.id, id, { [name]: record[name] ?? null });
  }

  const count = async (path: string, filters: readonly (readonly string[])[], zone?: string) => {
    const params = new URLSearchParams();
    for (const [property = '', operator = '', value = ''] of filters) {
      params.append('FilterProperty', property);
      params.append('FilterOperator', operator);
      params.append('FilterValue', value);
    }
    const headers: Record<string, string> = zone === undefined ? {} : { 'x-time-zone': zone };
    const { status, body } = await admin('GET', `${path}?${params}`, undefined, headers);
    expect([path, status]).toEqual([path, 200]);
    return (body.TotalItems ?? body.Items.length) as number;
  };

  it('C2: the zone is that of the call; without one, or with an unknown one, that of the server', async () => {
    const { items } = await app.store.find({ entity: 'product', page: { number: 1, size: 1 } });
    const Id = String(items[0]?.Id);
    // 21:00 of 31 December in Toronto, noon of 1 January in Tokyo.
    await app.store.update('product', Id, { ModifiedDate: '2027-01-01T02:00:00.000Z' });
    const until = (zone?: string) =>
      count(
        '/product',
        [
          ['Id', 'eq', Id],
          ['ModifiedDate', 'le', '2026-12-31'],
        ],
        zone,
      );
    expect(await until('America/Toronto')).toBe(1);
    expect(await until('Asia/Tokyo')).toBe(0);
    expect(await until('UTC')).toBe(0);
    expect(await until()).toBe(1);
    expect(await until('No/Such')).toBe(1);
  });

  it('C2: reports group date-times by the days, months and years of the person', async () => {
    const { items } = await app.store.find({ entity: 'product', page: { number: 1, size: 1 } });
    await app.store.update('product', String(items[0]?.Id), { ModifiedDate: '2027-01-01T02:00:00.000Z' });
    const keys = async (per: string, zone: string) => {
      const Definition = {
        ...{ title: 'Changes', from: 'product', sort: ['-At'], limit: 1 },
        columns: [
          { path: 'ModifiedDate', per, name: 'At' },
          { aggregate: 'count', name: 'Count' },
        ],
        filters: [{ path: 'ModifiedDate', operator: 'ge', value: '2026-12-31' }],
      };
      const { status, body } = await admin('POST', '/report/query', { Definition }, { 'x-time-zone': zone });
      expect([status, JSON.stringify(body.Message ?? '')]).toEqual([200, '""']);
      return body.Rows[0]?.[0];
    };
    const toronto = 'America/Toronto';
    expect(await keys('day', toronto)).toMatch(/^2026-12-31|Dec.*31.*2026/);
    expect(await keys('day', 'Asia/Tokyo')).toMatch(/^2027-01-01|Jan.*1.*2027/);
    expect(await keys('month', toronto)).toMatch(/2026/);
    expect(await keys('month', 'Asia/Tokyo')).toMatch(/2027/);
    expect(String(await keys('year', toronto))).toContain('2026');
    expect(String(await keys('quarter', toronto))).toMatch(/2026.*4|4.*2026/);
    expect(String(await keys('year', 'Asia/Tokyo'))).toContain('2027');
  });

  it("C2: exports are named by the person's day", async () => {
    app.clock.now = new Date('2027-01-01T02:00:00.000Z');
    admin = await app.as('admin');
    const name = async (zone: string) =>
      decodeURIComponent(
        (await admin('GET', '/product?$export=csv', undefined, { 'x-time-zone': zone })).headers.get(
          'content-disposition',
        ) ?? '',
      );
    expect(await name('America/Toronto')).toContain('2026-12-31');
    expect(await name('Asia/Tokyo')).toContain('2027-01-01');
  });
});
