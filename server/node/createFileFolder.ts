import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesUnavailable } from '../files/FilesUnavailable.ts';
import { FileTooLarge } from '../files/FileTooLarge.ts';
import type { ByteRange } from '../ports/byteRange.ts';
import type { FileStore, StoredContent } from '../ports/ports.ts';
import { contentName, isContentId, requireContentId } from './contentId.ts';
import { discard } from './contentPieces.ts';
import { diskTrouble, isFull } from './diskTrouble.ts';
import { makeFolder } from './makeFolder.ts';

const unfinished = '.part';

/** Written with the first content: an empty mount point in place of the disk lacks it. */
const marker = '.formwright-files';

type Options = {
  /** Whether nothing can have been stored yet; only then is a missing folder created. */
  readonly isNew?: () => Promise<boolean>;
};

type Place = { readonly folder: string; readonly isNew: () => Promise<boolean> };

/**
 * Stores contents as files of a folder, named by id. Throws `FilesUnavailable` if the folder or its disk
 * fails.
 */
export function createFileFolder(folder: string, { isNew = async () => true }: Options = {}): FileStore {
  const place = { folder, isNew };
  return {
    put: (id, content, { maxBytes }) => put({ ...place, id, content, maxBytes }),
    open: (id, part) =>
      found(place, async () => (isContentId(id) ? openContent(pathOf(folder, id), part) : undefined)),
    bytes: (id) =>
      found(place, async () => {
        if (!isContentId(id)) return undefined;
        const bytes = await readFile(pathOf(folder, id)).catch(absent);
        return bytes && new Uint8Array(bytes);
      }),
    remove: (id) =>
      ofDisk(async () => {
        const path = pathOf(folder, id);
        await rm(path, { force: true });
        await rm(path + unfinished, { force: true });
      }),
    list: () => ofDisk(() => list(folder)),
    probe: () =>
      ofDisk(async () => {
        if ((await stateOf(place)) === 'new') return;
        await access(folder, constants.W_OK);
        if (isFull(folder)) throw new FilesUnavailable('full');
      }),
  };
}

/** Separates failures of the folder or its disk from those of a content. */
async function ofDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = diskTrouble(error);
    throw reason ? new FilesUnavailable(reason, { cause: error }) : error;
  }
}

/** If a content is missing, checks whether the whole folder is. */
function found<T>(place: Place, read: () => Promise<T | undefined>): Promise<T | undefined> {
  return ofDisk(async () => {
    const content = await read();
    if (content === undefined) await stateOf(place);
    return content;
  });
}

/** Throws `gone` if a folder that had contents is missing; the first `put` creates a new one. */
async function stateOf({ folder, isNew }: Place): Promise<'new' | 'unmarked' | 'ready'> {
  if (await stat(join(folder, marker)).catch(absent)) return 'ready';
  const names = (await readdir(folder).catch(absent)) ?? [];
  // From an earlier version, or copied without its hidden files.
  if (names.some((name) => contentName.test(name))) return 'unmarked';
  if (await isNew()) return 'new';
  throw new FilesUnavailable('gone');
}

async function makeReady(place: Place): Promise<void> {
  const state = await stateOf(place);
  if (state === 'ready') return;
  await makeFolder(place.folder);
  await writeFile(join(place.folder, marker), '', { mode: 0o600 });
}

type Putting = Place & {
  readonly id: string;
  readonly content: ReadableStream<Uint8Array>;
  readonly maxBytes: number;
};

/** Writes under a temporary name until complete and synced: a crash leaves no partial file. */
async function put({ id, content, maxBytes, ...place }: Putting): Promise<StoredContent> {
  const path = pathOf(place.folder, id);
  const part = path + unfinished;
  try {
    await ofDisk(() => makeReady(place));
    const handle = await ofDisk(() => open(part, 'w', 0o600));
    const stored = await write(handle, content, maxBytes).finally(() => handle.close());
    await ofDisk(() => rename(part, path).then(() => settle(place.folder)));
    return stored;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    await discard(content, error);
    throw error;
  }
}

async function write(
  handle: FileHandle,
  content: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<StoredContent> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FileTooLarge();
    hash.update(chunk);
    await ofDisk(() => handle.appendFile(chunk));
  }
  await ofDisk(() => handle.sync());
  return { size, sha256: hash.digest('hex') };
}

/** Syncs the folder, without which a new name may be lost. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some file systems cannot sync folders; the file itself is safe.
  await handle.sync().catch(() => {});
  await handle.close();
}

async function openContent(path: string, part?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined> {
  const handle = await open(path, 'r').catch(absent);
  return handle && (Readable.toWeb(handle.createReadStream(part)) as ReadableStream<Uint8Array>);
}

async function list(folder: string): ReturnType<FileStore['list']> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  const entries: { id: string; storedAt: Date }[] = [];
  for (const name of names) {
    const id = contentName.exec(name)?.[1];
    const facts = id === undefined ? undefined : await stat(join(folder, name)).catch(absent);
    if (id !== undefined && facts) entries.push({ id, storedAt: facts.mtime });
  }
  return entries;
}

/** Only a content id may become part of a path. */
function pathOf(folder: string, id: string): string {
  requireContentId(id);
  return join(folder, id);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
