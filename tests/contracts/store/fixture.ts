/** Stores of the suite, opened for a test and closed after it. */
import { onTestFinished } from 'vitest';
import type { DataRecord, FilterTree } from '#engine';
import type { Store } from '../../../server/store/types.ts';
import { contractModel } from './contractModel.ts';

/** An empty store without a model. */
export type OpenStore = () => Promise<Store> | Store;

/** A store with the suite's model, closed when the test ends. */
export async function openFor(open: OpenStore): Promise<Store> {
  const store = await open();
  onTestFinished(() => store.close());
  await store.migrate(contractModel());
  return store;
}

/** Fixed ids that sort by their number. */
export function id(number: number): string {
  return `0190a3b4-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function compare(path: string, operator: string, value: unknown): FilterTree {
  return { kind: 'compare', path, operator, value } as FilterTree;
}

/** Numbers of the records a query finds, in its order. */
export function numbers(records: readonly DataRecord[]): readonly number[] {
  return records.map((record) => Number(String(record.Id).slice(-12)));
}

/** Inserts records, with their numbers as ids, all at once. */
export async function insertAll(store: Store, entity: string, records: readonly DataRecord[]): Promise<void> {
  await store.transaction(async (session) => {
    for (const record of records) await session.insert(entity, record);
  });
}

/** Two makers, one the other's child, and three tags. */
export async function insertOthers(store: Store): Promise<void> {
  await insertAll(store, 'maker', [
    { Id: id(101), Name: 'Ford' },
    { Id: id(102), Name: 'Lincoln', ParentId: id(101) },
  ]);
  await insertAll(store, 'tag', [
    { Id: id(201), Name: 'Été' },
    { Id: id(202), Name: 'Winter' },
    { Id: id(203), Name: 'ete' },
  ]);
}
