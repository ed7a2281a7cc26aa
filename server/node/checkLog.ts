/**
 * Checks a database's log before it is opened: damaged parts are backed up and reported, never dropped
 * silently.
 */
import { statSync } from 'node:fs';
import { StartError } from '../errors/StartError.ts';
import { inspectLog, type LogDamage } from '../store/sqlite/inspectLog.ts';
import { keepDamaged } from '../store/sqlite/keepDamaged.ts';
import { diskTrouble } from './diskTrouble.ts';

export type DatabaseFinding = LogDamage & {
  /** The backup of the database and its log. */
  readonly copy: string;
  /** For the operator. */
  readonly sentence: string;
};

/** Size of a file whose records are all still in its log. */
const firstPage = 4096;

/** Undefined if nothing saved is missing. Throws if no backup can be made. */
export function checkLog(database: string): DatabaseFinding | undefined {
  const damage = inspectLog(database);
  if (!damage) return undefined;
  if (damage.kept === 0 && statSync(database).size <= firstPage)
    throw new StartError(
      `Nothing of the database '${database}' can be read: ${says(damage)}. Put back a backup, or move its files away to begin with an empty one.`,
    );
  const what = `The log of the database '${database}' is damaged: ${says(damage)}.`;
  try {
    const copy = keepDamaged(database, new Date());
    const sentence = `${what} What was saved last before the server ended is missing; it goes on with what holds. Database and log are kept as they were in '${copy}' and '${copy}-wal'. Compare what people saved last, or put back a backup.`;
    return { ...damage, copy, sentence };
  } catch (cause) {
    const why = diskTrouble(cause) === 'full' ? 'there is no room on its disk' : (cause as Error).message;
    throw new StartError(
      `${what} Nothing was changed, as a copy cannot be kept: ${why}. Make room for one and start again, or put back a backup.`,
      { cause },
    );
  }
}

function says({ reason, kept, lost }: LogDamage): string {
  const count = lost === undefined ? 'an unknown number of pages' : `${lost} page(s)`;
  if (reason === 'missing') return `it is missing, with ${count} that were saved to it`;
  if (reason === 'header') return `its header cannot be read, and ${count} that were saved to it are lost`;
  if (reason === 'short') return `its end is missing, with ${count} behind the ${kept} that hold`;
  return `${kept} page(s) hold, and ${count} behind them do not`;
}
