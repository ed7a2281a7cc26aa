/** Queries over the suite's tables that would run for ages. */
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

/** Every item with every other of its maker, this many times over. */
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

/** Practically endless, and not refused by its estimate, since its filter matches everything. */
export const endless: TableQuery = {
  ...crossed(4, 40),
  filters: [{ alias: 'q1', filter: compare('Name', 'ne', 'x') }],
};
