/** Backs up a database and its log before SQLite drops the damaged part. */
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

/**
 * Copies both under a timestamped name, so that SQLite can open the copy; returns that name. Leaves no files
 * on failure.
 */
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

/** Synced to disk before anything changes, and readable only by the owner. */
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
