import { expect, it } from 'vitest';
import { addressOfCall, addressOfList, type OwnList } from './ownLists.ts';

const now = new Date(2026, 10, 30, 23, 30);
const launches: OwnList = {
  ...{ id: 'launches', title: 'x', call: '/thing', to: '/things', name: ['Name'] },
  filters: [
    { path: 'Day', operator: 'ge', days: 0 },
    { path: 'Day', operator: 'le', days: 7 },
    { path: 'State', operator: 'eq', value: 'ready' },
  ],
};

it('counts days from the day of the person, over the end of a month', () => {
  const query = new URL(addressOfCall(launches, now), 'http://localhost').searchParams;
  expect(query.getAll('FilterProperty')).toEqual(['Day', 'Day', 'State']);
  expect(query.getAll('FilterValue')).toEqual(['2026-11-30', '2026-12-07', 'ready']);
});

it('leads to the list with the same conditions, or to the list itself', () => {
  const address = new URL(addressOfList(launches, now) ?? '', 'http://localhost');
  expect(address.pathname).toBe('/things');
  expect(JSON.parse(address.searchParams.get('where') ?? '')).toEqual({
    all: [
      { path: 'Day', operator: 'ge', value: '2026-11-30' },
      { path: 'Day', operator: 'le', value: '2026-12-07' },
      { path: 'State', operator: 'eq', value: 'ready' },
    ],
  });
  const { filters: _, ...plain } = launches;
  expect(addressOfList(plain, now)).toBe('/things');
  expect(addressOfList({ ...plain, to: undefined } as never, now)).toBeUndefined();
});

it('sends moments at the start of a day, so that the same call is asked all day', () => {
  const list: OwnList = { ...launches, filters: [], parameters: { state: 'failed', since: { days: -7 } } };
  const later = new Date(2026, 10, 30, 8, 0);
  expect(addressOfCall(list, now)).toBe(addressOfCall(list, later));
  expect(new URL(addressOfCall(list, now), 'http://localhost').searchParams.get('since')).toBe(
    new Date(2026, 10, 23).toISOString(),
  );
});
