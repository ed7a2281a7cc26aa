/** Network shares mounted by the operating system: `\\server\share` is a local folder. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { link, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileShares, type SharedFile, type ShareReason, ShareTrouble } from '../ports/FileShares.ts';

/** `\\server\share` or a folder of it, and its mount point. */
export type MappedShare = { readonly share: string; readonly folder: string };

/** Milliseconds until a share that does not respond counts as down. */
const defaultPatience = 60_000;

export function createMappedShares(
  mapped: readonly MappedShare[],
  { patience = defaultPatience } = {},
): FileShares {
  // Longest first: a folder may be mounted separately from its share.
  const known = mapped
    .map(({ share, folder }) => ({ names: namesOf(share.toLowerCase()), folder }))
    .sort((a, b) => b.names.length - a.names.length);
  return {
    put: async (file) => {
      const names = namesOf(file.folder);
      const found = known.find((one) => one.names.every((name, at) => name === names[at]?.toLowerCase()));
      if (!found) throw new ShareTrouble('unmapped');
      const inner = names.slice(found.names.length);
      if (![...inner, file.name].every(isPlain)) throw new ShareTrouble('unsafe');
      return within(patience, (signal) => putInto({ root: found.folder, inner, signal }, file));
    },
  };
}

const namesOf = (share: string): readonly string[] => share.slice(2).split('\\');

/** False for names that a file system would interpret differently, or that lead upwards. */
const isPlain = (name: string): boolean =>
  name.length > 0 && name.length <= 255 && !/[\p{Cc}/\\:*?"<>|]|^ |[. ]$/u.test(name);

type Place = { readonly root: string; readonly inner: readonly string[]; readonly signal: AbortSignal };

async function putInto({ root, inner, signal }: Place, file: SharedFile): Promise<void> {
  let part: string | undefined;
  try {
    const [real, folder] = [await realpath(root), await realpath(path.join(root, ...inner))];
    // A link inside the share must not lead out of it.
    if (folder !== real && !folder.startsWith(real.endsWith(path.sep) ? real : real + path.sep))
      throw new ShareTrouble('unsafe');
    part = path.join(folder, `.${file.id}.part`);
    await write(part, file.content, signal);
    await name(part, path.join(folder, file.name), file);
  } catch (error) {
    throw troubleOf(error);
  } finally {
    if (part) await rm(part, { force: true }).catch(() => undefined);
  }
}

async function write(part: string, content: SharedFile['content'], signal: AbortSignal): Promise<void> {
  // Left by an earlier attempt, or another file of that name.
  await rm(part, { force: true });
  const handle = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o640);
  try {
    await pipeline(Readable.fromWeb(content as never), handle.createWriteStream({ flush: true }), { signal });
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** The name never shows a partial file, and never replaces an existing one. */
async function name(part: string, target: string, file: SharedFile): Promise<void> {
  try {
    await link(part, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return leaveOwn(target, file);
    // Many network file systems do not support hard links.
    if (!code || !linkless.has(code)) throw error;
    if (await exists(target)) return leaveOwn(target, file);
    await rename(part, target);
  }
}

const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

async function exists(target: string): Promise<boolean> {
  return lstat(target).then(
    () => true,
    (error) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function leaveOwn(target: string, { isAgain, sha256 }: SharedFile): Promise<void> {
  if (!isAgain || !(await lstat(target)).isFile()) throw new ShareTrouble('taken');
  const hash = createHash('sha256');
  await pipeline(createReadStream(target), hash);
  if (hash.digest('hex') !== sha256) throw new ShareTrouble('taken');
}

const reasons: Readonly<Record<string, ShareReason>> = {
  ...{ ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full' },
  ...{ EACCES: 'denied', EPERM: 'denied', EROFS: 'denied' },
  ...{ ENOENT: 'gone', ENOTDIR: 'gone', EIO: 'gone', ESTALE: 'gone', ENODEV: 'gone', ENXIO: 'gone' },
  ...{ EHOSTDOWN: 'gone', EHOSTUNREACH: 'gone', ENOTCONN: 'gone', ETIMEDOUT: 'slow' },
};

function troubleOf(error: unknown): unknown {
  if (error instanceof ShareTrouble) return error;
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new ShareTrouble(reason, { cause: error }) : error;
}

async function within(patience: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const late = new AbortController();
  const isLate = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(new ShareTrouble('slow')));
  });
  const timer = setTimeout(() => late.abort(), patience);
  try {
    await Promise.race([work(late.signal), isLate]);
  } finally {
    clearTimeout(timer);
  }
}
