/**
 * Recognizes when PostgreSQL cannot serve: unreachable, shutting down, out of space, or locked by another
 * process.
 */
import pg from 'pg';
import { refusals } from '../../errors/Refusal.ts';
import { StoreOutdated, StoreUnavailable } from '../types.ts';

const reasons: readonly (readonly [RegExp, StoreUnavailable['reason']])[] = [
  // Lock not available, deadlock, serialization failure, idle-in-transaction timeout.
  [/^(55P03|40P01|40001|25P03)$/, 'busy'],
  // Too many connections, server starting or stopping, idle session ended, connection failure (class 08).
  [/^(53300|57P0[1235]|08\w{3})$/, 'away'],
  [/^53100$/, 'full'],
  [/^25006$/, 'read-only'],
  [/^(XX001|XX002)$/, 'damaged'],
  [/^(53|58)/, 'failing'],
];

/** What an error says about the database as a whole; undefined for errors of a statement or a record. */
export function unavailableOf(error: unknown): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const reason = reasonOf(error);
  return reason && new StoreUnavailable(reason, { cause: error });
}

/** The connection is lost or about to be, so the operation may have been interrupted. */
export const isAway = (error: unknown): boolean => unavailableOf(error)?.reason === 'away';

/** The connection must not be reused: it is lost, or its server has become read-only. */
export function isOver(error: unknown): boolean {
  const found = unavailableOf(error);
  return (
    found !== undefined &&
    (/^(away|read-only|failing)$/.test(found.reason) || codeOf(found.cause) === '25P03')
  );
}

/** A column, table or operator that is gone or of another type, or a statement prepared for earlier columns. */
export function outdatedOf(error: unknown): StoreOutdated | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const isOutdated =
    /^(42703|42P01|42883|42804)$/.test(error.code ?? '') ||
    (error.code === '0A000' && /cached plan/.test(error.message));
  return isOutdated ? new StoreOutdated({ cause: error }) : undefined;
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

function reasonOf(error: unknown): StoreUnavailable['reason'] | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  const own =
    error instanceof pg.DatabaseError
      ? reasons.find(([pattern]) => pattern.test(code))?.[1]
      : isLost(error, code) && 'away';
  // The driver's error may be wrapped.
  return own || reasonOf(error.cause);
}

/** Errors without a code: a connection that is not made in time, breaks within a message, or belongs to a closed pool. */
const lost =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable|Received unexpected \w+ message|calling end on the pool/i;

const isLost = ({ message }: Error, code: string): boolean =>
  /^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/.test(code) || lost.test(message);

/** A statement that was cancelled: it took too long, or its caller has gone. */
export function endedOf(error: unknown): Error | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '57014') return undefined;
  return /timeout/.test(error.message) ? refusals.queryTooSlow() : refusals.queryUnwanted();
}
