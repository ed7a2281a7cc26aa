/** When PostgreSQL cannot serve: it is not there, is going down, is full, or another process holds what is needed. */
import pg from 'pg';
import { refusals } from '../../errors/Refusal.ts';
import { StoreUnavailable } from '../types.ts';

const reasons: readonly (readonly [RegExp, StoreUnavailable['reason']])[] = [
  // Lock not available, deadlock, serialization failure.
  [/^(55P03|40P01|40001)$/, 'busy'],
  // Too many connections, and a server that starts or stops.
  [/^(53300|57P0[123])$/, 'busy'],
  [/^53100$/, 'full'],
  [/^25006$/, 'read-only'],
  [/^(XX001|XX002)$/, 'damaged'],
  [/^(08|53|58)/, 'failing'],
];

/** What a failure says about the database as a whole; undefined for one about a statement or a record. */
export function unavailableOf(error: unknown): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const reason = reasonOf(error);
  return reason && new StoreUnavailable(reason, { cause: error });
}

function reasonOf(error: unknown): StoreUnavailable['reason'] | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = String((error as { code?: unknown }).code ?? '');
  if (error instanceof pg.DatabaseError) return reasons.find(([pattern]) => pattern.test(code))?.[1];
  const isLost = /^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/.test(code);
  return isLost || /Connection terminated|timeout exceeded when trying to connect/i.test(error.message)
    ? 'failing'
    : undefined;
}

/** A statement that was ended: it took too long, or nobody waits for it any more. */
export function endedOf(error: unknown): Error | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '57014') return undefined;
  return /timeout/.test(error.message) ? refusals.queryTooSlow() : refusals.queryUnwanted();
}
