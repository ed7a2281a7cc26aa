/** Lists and single products once 200 fields have been published on the product, against a table of as many columns written by hand. */
import type { Change, DataRecord } from '#engine';
import { compareServers, type Work } from './compareServers.ts';
import type { BenchRow } from './harness.ts';
import { lists, single } from './http.bench.ts';

const types = ['text', 'integer', 'money', 'boolean', 'date'] as const;
const published = Array.from({ length: 200 }, (_, index) => ({
  name: `Published${index}`,
  type: types[index % types.length] as (typeof types)[number],
}));

const changes = published.map(
  ({ name, type }) =>
    ({ kind: 'field', name: `product.${name}`, type, title: { 'en-CA': name, 'fr-CA': name } }) as Change,
);

const values: Readonly<Record<(typeof types)[number], (n: number) => unknown>> = {
  text: (n) => `Value ${n}`,
  integer: (n) => n % 1000,
  money: (n) => (n % 100_000) / 100,
  boolean: (n) => n % 2 === 0,
  date: (n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
};

/** Every other of the fields is filled in. */
const fill = (n: number): DataRecord =>
  Object.fromEntries(
    published.filter((_, index) => index % 2 === 0).map(({ name, type }) => [name, values[type](n)]),
  );

export async function bench(): Promise<BenchRow[]> {
  // The server written by hand goes through 400 MB for a text that no product holds.
  const works: readonly Work[] = [...lists, single].map((work) => ({
    ...work,
    times: Math.ceil(work.times / 3),
  }));
  const rows = await compareServers({ works, same: works, changes, fill });
  return rows.map((row) => ({ ...row, name: `with 200 published fields: ${row.name}` }));
}
