import { expect, it } from 'vitest';
import { historyQuery, isNarrowed } from './historyQuery.ts';

const asked = (address: string) => {
  const query = new URLSearchParams(historyQuery(new URLSearchParams(address), 10));
  const all = (name: string) => query.getAll(name);
  return all('FilterProperty').map((property, at) => [
    property,
    all('FilterOperator')[at],
    all('FilterValue')[at],
  ]);
};

it('asks for a page and nothing less where nothing is asked', () => {
  expect(historyQuery(new URLSearchParams(), 10)).toBe('page=1&pageSize=10');
  expect(asked('since=2026-1&until=tomorrow')).toEqual([]);
  expect(isNarrowed(new URLSearchParams('page=3'))).toBe(false);
});

it('asks by kind, field and person, and for whole days where the person is', () => {
  expect(asked('entity=dealer&field=City&by=ann')).toEqual([
    ['Entity', 'eq', 'dealer'],
    ['Field', 'eq', 'City'],
    ['ChangedBy', 'eq', 'ann'],
  ]);
  expect(asked('since=2026-11-25&until=2026-11-30')).toEqual([
    ['ChangedAt', 'ge', new Date(2026, 10, 25).toISOString()],
    ['ChangedAt', 'lt', new Date(2026, 11, 1).toISOString()],
  ]);
  expect(isNarrowed(new URLSearchParams('until=2026-11-30'))).toBe(true);
});
