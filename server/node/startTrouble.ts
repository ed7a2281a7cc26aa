/** Why a start failed, in one sentence with a way on; what nobody has foreseen keeps its trace. */
import { unavailableOf } from '../store/sqlite/availability.ts';
import { DamagedValue, StoreUnavailable } from '../store/types.ts';
import { StartError } from './StartError.ts';

/** `database`: its address, as it was given. Undefined for a mistake in the server itself. */
export function startTrouble(error: unknown, database: string): string | undefined {
  if (error instanceof StartError) return error.message;
  const [first] = chain(error).flatMap((one) => sentenceOf(one, database) ?? []);
  return first;
}

function sentenceOf(error: unknown, database: string): string | undefined {
  if (error instanceof DamagedValue)
    return `The database '${database}' holds what cannot be read: ${error.message} Put back a copy of the database, or correct that value in it, and start again.`;
  const reason = error instanceof StoreUnavailable ? error.reason : unavailableOf(error)?.reason;
  return reason && sentences[reason](database);
}

const sentences: Readonly<Record<StoreUnavailable['reason'], (database: string) => string>> = {
  damaged: (database) =>
    `The database '${database}' is damaged. Put back a copy of it and start again; \`sqlite3 <file> .recover\` saves what can still be read.`,
  busy: (database) =>
    `The database '${database}' is locked by another program. End that one and start again.`,
  full: (database) =>
    `There is no room on the disk of the database '${database}'. Make room and start again.`,
  failing: (database) =>
    `The database '${database}' cannot be read or written. Check its disk and its permissions, and start again.`,
};

function chain(error: unknown): readonly unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...chain(error.cause)] : [error];
}
