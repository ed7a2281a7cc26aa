/** Imports contents that an earlier version kept in a folder beside a PostgreSQL database. */
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

/** Copies contents that records refer to and the database lacks; the folder is left unchanged. */
export async function takeOverFiles({ place, files, store, print }: TakingOver): Promise<void> {
  if (place.kind !== 'database') return;
  const folder = filesFolder(place.url);
  if (!existsSync(folder)) return;
  const earlier = createFileFolder(folder);
  const there = new Set((await files.list()).map(({ id }) => id));
  const lacking = (await earlier.list()).map(({ id }) => id).filter((id) => !there.has(id));
  let count = 0;
  // Contents without a record were deleted, or never completed.
  for (const { Id } of await store.getMany('file', lacking)) {
    const content = await earlier.open(String(Id));
    if (!content) continue;
    await files.put(String(Id), content, { maxBytes: Number.POSITIVE_INFINITY });
    count += 1;
  }
  if (count > 0)
    print(`${count} contents of files are copied from ${folder} into the database; the folder may go`);
}
