/** Keeps a database and its log as they lie there, before SQLite goes on without what is damaged. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
} from 'node:fs';

/** Copies both under a name with the moment, such that SQLite opens the copy; gives that name. Leaves nothing where it fails. */
export function keepDamaged(database: string, now: Date): string {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const kept = `${database}.damaged-${moment}`;
  try {
    for (const suffix of ['-wal', ''])
      if (existsSync(database + suffix)) copy(database + suffix, kept + suffix);
    return kept;
  } catch (error) {
    for (const suffix of ['-wal', '']) rmSync(kept + suffix, { force: true });
    throw error;
  }
}

/** On the disk before anything is changed, and its owner's alone. */
function copy(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  chmodSync(to, 0o600);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
