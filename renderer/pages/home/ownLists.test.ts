import { expect, it } from 'vitest';
import { addressOfCall, addressOfList, type OwnList } from './ownLists.ts';

const now = new Date(2026, 10, 30, 23, 30);
const where = {
  all: [
    { path: 'Day', operator: 'within', value: 'next-7-days' },
    { path: 'State', operator: 'eq', value: 'ready' },
  ],
};
const launches: OwnList = {
  ...{ id: 'launches', title: 'x', call: '/thing', to: '/things', name: ['Name'], where },
};

it('asks for the records of its conditions; the server counts days from the day of the person', () => {
  const query = new URL(addressOfCall(launches, now), 'http://localhost').searchParams;
  expect(JSON.parse(query.get('$where') ?? '')).toEqual(where);
});

it('leads to the list with the same conditions, or to the list itself', () => {
  const address = new URL(addressOfList(launches) ?? '', 'http://localhost');
  expect(address.pathname).toBe('/things');
  expect(JSON.parse(address.searchParams.get('where') ?? '')).toEqual(where);
  const { where: _, ...plain } = launches;
  expect(addressOfList(plain)).toBe('/things');
  expect(addressOfList({ ...plain, to: undefined } as never)).toBeUndefined();
});

it('sends moments at the start of a day, so that the same call is asked all day', () => {
  const list: OwnList = { ...launches, parameters: { state: 'failed', since: { days: -7 } } };
  const later = new Date(2026, 10, 30, 8, 0);
  expect(addressOfCall(list, now)).toBe(addressOfCall(list, later));
  expect(new URL(addressOfCall(list, now), 'http://localhost').searchParams.get('since')).toBe(
    new Date(2026, 10, 23).toISOString(),
  );
});
