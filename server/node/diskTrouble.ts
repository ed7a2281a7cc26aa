/** What an error of the file system says about the disk. */
import { statfsSync } from 'node:fs';

type Trouble = 'full' | 'read-only' | 'failing';

const troubles: Readonly<Record<string, Trouble>> = {
  ...{ ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full' },
  ...{ EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
  ...{ EIO: 'failing', ESTALE: 'failing', ENODEV: 'failing', ENXIO: 'failing', ENOTDIR: 'failing' },
  ...{ ENOTCONN: 'failing', EHOSTDOWN: 'failing', ETIMEDOUT: 'failing' },
};

/** Undefined for an error that is not the disk's. */
export function diskTrouble(error: unknown): Trouble | undefined {
  return troubles[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
}

/** Fewer bytes than that are no room: a commit of a few pages needs more. */
const littleRoom = 65_536;

/** Whether the disk of a folder has no room left; false where nobody can tell. */
export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < littleRoom;
  } catch {
    return false;
  }
}
