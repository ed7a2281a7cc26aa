/** Maps file system errors to the state of the disk. */
import { statfsSync } from 'node:fs';

type Trouble = 'full' | 'read-only' | 'failing';

const troubles: Readonly<Record<string, Trouble>> = {
  ...{ ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full' },
  ...{ EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
  ...{ EIO: 'failing', ESTALE: 'failing', ENODEV: 'failing', ENXIO: 'failing', ENOTDIR: 'failing' },
  ...{ ENOTCONN: 'failing', EHOSTDOWN: 'failing', ETIMEDOUT: 'failing' },
};

/** Undefined for errors not caused by the disk. */
export function diskTrouble(error: unknown): Trouble | undefined {
  return troubles[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
}

/** Fewer free bytes count as full: a commit of a few pages needs more. */
const littleRoom = 65_536;

/** Whether the disk of a folder is full; false if unknown. */
export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < littleRoom;
  } catch {
    return false;
  }
}
