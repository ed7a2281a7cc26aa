/** What a calendar reads: the records of its period and no others, on every declared calendar and store. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type CalendarLayout, calendarPeriod, type GridBlock, periodWhere } from '#engine';
import { type Ask, appStores, model, startApp } from './support/startApp.ts';

type Item = Record<string, unknown>;

const calendars = [...model.screens.values()].flatMap(({ blocks }) =>
  blocks.flatMap((block) =>
    block.kind === 'grid'
      ? (block.layouts ?? []).flatMap((layout) => (layout.kind === 'calendar' ? [{ block, layout }] : []))
      : [],
  ),
);

type Fields = Pick<CalendarLayout, 'start' | 'end'>;
const day = (path: string) => ({ path, label: path, day: 'day' }) as const;
const moment = (path: string) => ({ path, label: path, day: 'moment' }) as const;

/** On any day from `from` to before `to`; the last day counts. */
const isWithin = (item: Item, { start, end }: Fields, { from, to }: { from: string; to: string }) => {
  const first = String(item[start.path] ?? '').slice(0, 10);
  const last = String((end && item[end.path]) ?? '').slice(0, 10);
  return first !== '' && first < to && (first >= from || last >= from);
};

describe.each(appStores)('periods of calendars (%s)', (kind) => {
  let admin: Ask;
  beforeAll(async () => {
    admin = await (await startApp({ store: kind })).as('admin');
  });

  const read = async ({ find }: Pick<GridBlock, 'find'>, query: string) => {
    const { status, body } = await admin('GET', `${find}?pageSize=0&${query}`);
    expect([status, body.Message]).toEqual([200, undefined]);
    return body.Items as Item[];
  };
  const within = (block: Pick<GridBlock, 'find'>, fields: Fields, period: { from: string; to: string }) =>
    read(block, `$where=${encodeURIComponent(JSON.stringify(periodWhere(fields, period)))}`);
  const ids = (items: readonly Item[]) => items.map(({ Id }) => Id).sort();

  it('every declared calendar reads each month exactly', async () => {
    expect(calendars.length).toBeGreaterThan(0);
    for (const { block, layout } of calendars) {
      const all = await read(block, '');
      const days = all.map((item) => String(item[layout.start.path] ?? '').slice(0, 10)).filter(Boolean);
      expect(days.length).toBeGreaterThan(0);
      for (const one of [days[0], days.at(-1), '2024-02-29', '0001-01-01', '9999-12-31'] as string[]) {
        const period = calendarPeriod('month', one);
        const expected = all.filter((item) => isWithin(item, layout, period));
        expect([one, ids(await within(block, layout, period))]).toEqual([one, ids(expected)]);
      }
    }
  });

  it('with an end, a period holds what started before and goes on', async () => {
    const fields = { start: day('LaunchDate'), end: day('EndDate') };
    const all = await read({ find: '/product' }, '');
    const period = calendarPeriod('week', '2025-06-18');
    const expected = all.filter((item) => isWithin(item, fields, period));
    expect(expected.some((item) => String(item.LaunchDate) < period.from)).toBe(true);
    expect(ids(await within({ find: '/product' }, fields, period))).toEqual(ids(expected));
  });

  it('moments belong to the day in the time zone of the person', async () => {
    const fields = { start: moment('CreatedDate') };
    const all = await read({ find: '/product' }, '');
    const zone = 'America/Toronto';
    const dayOf = (item: Item) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(String(item.CreatedDate)));
    const one = dayOf(all[0] as Item);
    const found = await within({ find: '/product' }, fields, calendarPeriod('day', one));
    expect(ids(found)).toEqual(ids(all.filter((item) => dayOf(item) === one)));
    expect(found.length).toBeGreaterThan(0);
  });
});
