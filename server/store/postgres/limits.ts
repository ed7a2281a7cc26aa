/** How many connections a process opens, and how long each of them may be kept busy. */
import type { TurnLimits } from '../sql/createTurns.ts';

export type ConnectionLimits = {
  /** Connections of this process: most of them read, a few write. */
  readonly pool: number;
  /** Milliseconds that one statement may take. */
  readonly statement: number;
  /** Milliseconds that a transaction may wait for its next statement. */
  readonly idle: number;
  /** Milliseconds that a statement waits for a lock, and a transaction for another writer. */
  readonly lock: number;
};

export const connectionLimits: ConnectionLimits = {
  pool: 12,
  statement: 60_000,
  idle: 60_000,
  lock: 5000,
};

/** The smallest pool that leaves a connection for short reads beside a long one and a writer. */
export const smallestPool = 4;

export const writersOf = ({ pool }: ConnectionLimits): number => (pool < 6 ? 1 : 2);
export const readersOf = (limits: ConnectionLimits): number => limits.pool - writersOf(limits);

/** Questions over many rows take a share of the connections that read; the others stay free for short ones. */
export function turnLimitsOf(limits: ConnectionLimits): TurnLimits {
  const share = (part: number) => Math.max(1, Math.floor(readersOf(limits) * part));
  return {
    ...{ open: share(0.6), openOfOne: share(0.3), long: share(0.3), longOfOne: share(0.2) },
    ...{ waiting: 600, waitingOfOne: 60, patience: 60_000 },
  };
}

/** Milliseconds that a piece waits to be fetched: less than its transaction may be idle, so that the reader is told why. */
export const fetchedWithin = ({ idle }: ConnectionLimits): number => Math.max(1000, idle - 2000);
