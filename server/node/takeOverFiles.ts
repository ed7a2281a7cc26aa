/** Contents that an earlier version kept in a folder beside a PostgreSQL database. */
import { existsSync } from 'node:fs';
import type { FileStore } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';
import { createFileFolder } from './createFileFolder.ts';
import type { FilesPlace } from './filesPlace.ts';
import { filesFolder } from './openStore.ts';

type TakingOver = {
  readonly place: FilesPlace;
  readonly files: FileStore;
  readonly store: Store;
  readonly print: (line: string) => void;
};

/** Copies into the database what records of files name and the database lacks; the folder stays as it is. */
export async function takeOverFiles({ place, files, store, print }: TakingOver): Promise<void> {
  if (place.kind !== 'database') return;
  const folder = filesFolder(place.url);
  if (!existsSync(folder)) return;
  const earlier = createFileFolder(folder);
  const there = new Set((await files.list()).map(({ id }) => id));
  const lacking = (await earlier.list()).map(({ id }) => id).filter((id) => !there.has(id));
  let count = 0;
  // What no record names was removed, or never finished.
  for (const { Id } of await store.getMany('file', lacking)) {
    const content = await earlier.open(String(Id));
    if (!content) continue;
    await files.put(String(Id), content, { maxBytes: Number.POSITIVE_INFINITY });
    count += 1;
  }
  if (count > 0)
    print(`${count} contents of files are copied from ${folder} into the database; the folder may go`);
}
