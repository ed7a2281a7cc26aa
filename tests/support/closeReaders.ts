/**
 * Reads once in a reader process, which then idles, and closes the store: nothing else keeps this process
 * alive.
 */
import { pathToFileURL } from 'node:url';
import { compileQuery } from '#engine';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { contractModel } from '../contracts/store/contractModel.ts';

export async function closeReaders(file: string, script: string): Promise<void> {
  const store = openSqliteStore({ file, readers: { script: pathToFileURL(script) } });
  const model = contractModel();
  await store.migrate(model);
  const { query } = compileQuery({ $id: 'asked', from: 'maker', columns: [{ path: 'Name' }] }, model);
  if (!query) throw new Error('The query is wrong.');
  for await (const piece of store.rows({ ...query, filters: [] })) console.log(piece.length);
  await store.close();
}
