/** How many connections a process opens, and the timeouts of each. */
import type { TurnLimits } from '../../work/createTurns.ts';

export type ConnectionLimits = {
  /** Connections of this process: mostly for reads, a few for writes. */
  readonly pool: number;
  /** Milliseconds a statement may take. */
  readonly statement: number;
  /** Milliseconds a transaction may be idle between statements. */
  readonly idle: number;
  /** Milliseconds a statement waits for a lock, and a transaction for another writer. */
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

/** Long queries get a share of the read connections; the others stay free for short ones. */
export function turnLimitsOf(limits: ConnectionLimits): TurnLimits {
  const share = (part: number) => Math.max(1, Math.floor(readersOf(limits) * part));
  return {
    ...{ open: share(0.6), openOfOne: share(0.3), long: share(0.3), longOfOne: share(0.2) },
    ...{ waiting: 600, waitingOfOne: 60, patience: 60_000 },
  };
}

/** Milliseconds a piece waits to be fetched: below the idle timeout, so the reader learns the reason. */
export const fetchedWithin = ({ idle }: ConnectionLimits): number => Math.max(1000, idle - 2000);
