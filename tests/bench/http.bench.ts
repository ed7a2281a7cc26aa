/** The whole server against one written by hand, both over SQLite: lists, single records and saves of 100,000 products. */
import { compareServers, type Work } from './compareServers.ts';
import type { BenchRow } from './harness.ts';

const sort = 'sortFields=LaunchDate&sortFields=Id&sortDirections=0&sortDirections=0';
/** Lists of 10 of 100,000. */
export const lists: readonly Work[] = [
  {
    name: 'GET list of 10 of 100,000, text filter and sort',
    times: 60,
    atLeast: 0.8,
    ask: (_, n) => ({
      method: 'GET',
      path: `/api/product?page=1&pageSize=10&${sort}&FilterProperty=Name&FilterOperator=contains&FilterValue=${words[n % words.length]}`,
    }),
  },
  {
    name: 'GET list of 10 of 100,000, sorted',
    times: 300,
    atLeast: 0.8,
    ask: (_, n) => ({ method: 'GET', path: `/api/product?page=${1 + (n % 5)}&pageSize=10&${sort}` }),
  },
];

export const single: Work = {
  name: 'GET by id',
  times: 2000,
  atLeast: 0.8,
  // The record alone, which is what the other side answers: ours adds the lists of what a product owns when asked.
  ask: ({ ids }, n) => ({ method: 'GET', path: `/api/product/${ids[(n * 7919) % ids.length]}?include=` }),
};

export const save: Work = {
  // Half of a save is waiting for the disk, which is quick and slow by turns: many short turns, not a few long ones.
  name: 'validated PUT',
  times: 100,
  rounds: 25,
  atLeast: 0.7,
  ask: ({ ids }, n) => ({
    method: 'PUT',
    path: '/api/product',
    body: JSON.stringify({
      Id: ids[(n * 7919) % ids.length],
      Description: `Described for the ${n} time at ${performance.now()}`,
      IsPromotion: n % 2 === 0,
    }),
  }),
};

const words = ['care', 'gap', 'tire', 'certified', 'protection'];

export const bench = (): Promise<BenchRow[]> =>
  compareServers({ works: [...lists, single, save], same: [...lists, single] });
