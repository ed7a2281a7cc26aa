/** Explains in one sentence why a start failed and what to do; unexpected errors keep their stack trace. */
import { dirname } from 'node:path';
import { StartError } from '../errors/StartError.ts';
import type { FilesUnavailable } from '../files/FilesUnavailable.ts';
import { unavailableOf } from '../store/sqlite/availability.ts';
import { DamagedValue, StoreUnavailable } from '../store/types.ts';
import { databasePath } from './databasePath.ts';
import { diskTrouble, isFull } from './diskTrouble.ts';
import { isPostgres, shownAddress } from './openPostgres.ts';

/** `address`: the configured database. Undefined for a bug in the server itself. */
export function startTrouble(error: unknown, address: string): string | undefined {
  const database = shownAddress(address);
  if (error instanceof StartError) return error.message;
  const [first] = chain(error).flatMap((one) => sentenceOf(one, database) ?? []);
  return first;
}

function sentenceOf(error: unknown, database: string): string | undefined {
  if (error instanceof DamagedValue)
    return `The database '${database}' holds what cannot be read: ${error.message} Put back a copy of the database, or correct that value in it, and start again.`;
  const reason =
    error instanceof StoreUnavailable ? error.reason : (unavailableOf(error)?.reason ?? diskTrouble(error));
  return reason && databaseTrouble(reason, database);
}

/** A full disk often reports only a generic failure. */
export function databaseTrouble(reason: StoreUnavailable['reason'], database: string): string {
  if (isPostgres(database))
    return `The database '${database}' does not serve now (${reason}). Check PostgreSQL and its log, and start again.`;
  const folder = dirname(databasePath(database) ?? '.');
  return sentences[reason === 'failing' && isFull(folder) ? 'full' : reason](database);
}

const sentences: Readonly<Record<StoreUnavailable['reason'], (database: string) => string>> = {
  damaged: (database) =>
    `The database '${database}' is damaged. Put back a copy of it and start again; \`sqlite3 <file> .recover\` saves what can still be read.`,
  away: (database) => `The database '${database}' does not answer. Start again in a moment.`,
  unsure: (database) => `The database '${database}' does not answer. Start again in a moment.`,
  busy: (database) =>
    `The database '${database}' is locked by another program. End that one and start again.`,
  full: (database) =>
    `There is no room on the disk of the database '${database}'. Make room and start again.`,
  'read-only': (database) =>
    `The database '${database}' cannot be written: its file, its folder or its disk is read-only. Check their permissions, and start again.`,
  failing: (database) =>
    `The database '${database}' cannot be read or written. Check its disk and its permissions, and start again.`,
};

/** Why files cannot be read or stored, and what to do; the start continues without them. */
export function filesTrouble(reason: FilesUnavailable['reason'] | undefined, place: string): string {
  return `The ${place} ${fileSentences[reason ?? 'failing']}`;
}

const fileSentences: Readonly<Record<FilesUnavailable['reason'], string>> = {
  gone: 'is not there, or has none of the contents that the database knows of. Put it back: it is served again at once. Until then files are neither read nor taken.',
  missing: 'lacks contents that the database knows of. Put them back from a backup.',
  full: 'has no room left. Make room: until then no files are taken.',
  'read-only': 'cannot be written. Check its permissions: until then no files are taken.',
  failing:
    'cannot be read or written. Check it and what leads to it: until then files are neither read nor taken.',
};

function chain(error: unknown): readonly unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...chain(error.cause)] : [error];
}
