import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileTooLarge } from '../files/FileTooLarge.ts';
import type { ByteRange } from '../ports/byteRange.ts';
import type { FileStore, StoredContent } from '../ports/ports.ts';
import { makeFolder } from './makeFolder.ts';

const unfinished = '.part';
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.part)?$/;

/** Contents as files of a folder, each named by its id. */
export function createFileFolder(folder: string): FileStore {
  return {
    put: (id, content, { maxBytes }) => put({ folder, id, content, maxBytes }),
    open: (id, part) => openContent(pathOf(folder, id), part),
    bytes: async (id) => {
      const bytes = await readFile(pathOf(folder, id)).catch(absent);
      return bytes && new Uint8Array(bytes);
    },
    remove: async (id) => {
      const path = pathOf(folder, id);
      await rm(path, { force: true });
      await rm(path + unfinished, { force: true });
    },
    list: () => list(folder),
  };
}

type Putting = {
  readonly folder: string;
  readonly id: string;
  readonly content: ReadableStream<Uint8Array>;
  readonly maxBytes: number;
};

/** Under another name until it is whole and on the disk: a crash leaves no half of a file. */
async function put({ folder, id, content, maxBytes }: Putting): Promise<StoredContent> {
  const path = pathOf(folder, id);
  await makeFolder(folder);
  const part = path + unfinished;
  try {
    const handle = await open(part, 'w', 0o600);
    const stored = await write(handle, content, maxBytes).finally(() => handle.close());
    await rename(part, path);
    await settle(folder);
    return stored;
  } catch (error) {
    await rm(part, { force: true });
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
    await handle.appendFile(chunk);
  }
  await handle.sync();
  return { size, sha256: hash.digest('hex') };
}

/** A new name is on the disk only when its folder is. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some file systems cannot do this for folders; the file itself is safe.
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
    const id = fileName.exec(name)?.[1];
    const facts = id === undefined ? undefined : await stat(join(folder, name)).catch(absent);
    if (id !== undefined && facts) entries.push({ id, storedAt: facts.mtime });
  }
  return entries;
}

/** An id is all that may stand in a path. */
function pathOf(folder: string, id: string): string {
  if (fileName.exec(id)?.[1] !== id) throw new TypeError('A content is kept under a UUID.');
  return join(folder, id);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
