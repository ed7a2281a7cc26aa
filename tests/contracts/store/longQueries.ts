/** Questions over the suite's tables that nobody lives to see answered. */
import { compileQuery } from '#engine';
import type { TableQuery } from '../../../server/store/tableQuery.ts';
import { contractModel } from './contractModel.ts';
import { compare } from './fixture.ts';

const model = contractModel();

export function queryOf(declared: Omit<Parameters<typeof compileQuery>[0], '$id'>): TableQuery {
  const { query, findings } = compileQuery({ $id: 'asked', ...declared }, model);
  if (!query) throw new Error(JSON.stringify(findings));
  return { ...query, filters: [] };
}

/** Every item with every other of its maker, so many times over. */
export const joined = (joins: number) =>
  Object.fromEntries(Array.from({ length: joins }, (_, at) => [`J${at}`, { entity: 'item', by: 'MakerId' }]));

export const crossed = (joins: number, columns = joins) =>
  queryOf({
    from: 'maker',
    joins: joined(joins),
    columns: [
      { path: 'Name' },
      ...Array.from({ length: columns }, (_, at) => ({
        ...{ path: `J${at % joins}.Name`, aggregate: 'distinct' as const, name: `N${at}` },
      })),
    ],
  });

/** Goes on for ever, as far as anybody waits; and what no estimate refuses, as it has a filter that lets all through. */
export const endless: TableQuery = {
  ...crossed(4, 40),
  filters: [{ alias: 'q1', filter: compare('Name', 'ne', 'x') }],
};
