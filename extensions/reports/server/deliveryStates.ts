/** The states of a delivery, and the delays between its attempts. */
import type { FilterTree } from '#engine';
import { allOf, among } from '#server/extension';

/** Ids of `delivery-state`. Sending: the message waits for the mail server. Skipped: empty, or its figure not reached. */
export const deliveryStates = {
  ...{ running: 1, waiting: 2, sending: 3 },
  ...{ done: 4, failed: 5, skipped: 6 },
} as const;

/** Ids of `delivery-extension`. */
export const deliveredBy = { mail: 1, share: 2 } as const;

/** The next run of what never falls due again. */
export const never = '9999-12-31T00:00:00.000Z';

const minute = 60_000;
const hour = 60 * minute;

/** Lease of a run; after that it counts as crashed and another process takes over. */
export const leaseTime = 5 * minute;

/** How long delivery to an unavailable share is retried. */
const triedFor = 24 * hour;

/** Waiting does not fix faults of the server. */
const triesOfFaults = 5;

export const later = (now: string, milliseconds: number): string =>
  new Date(Date.parse(now) + milliseconds).toISOString();

/** After one minute, two, four, and eventually every hour. */
export const waitAfter = (attempts: number): number =>
  Math.min(minute * 2 ** Math.min(Math.max(attempts, 1) - 1, 10), hour);

type Tried = { readonly since: string; readonly now: string; readonly attempts: number };

export const isWorthAnother = ({ since, now, attempts }: Tried, cause: 'share' | 'fault'): boolean =>
  cause === 'fault' ? attempts < triesOfFaults : Date.parse(now) - Date.parse(since) < triedFor;

/** In one of these states and due. */
export function dueIn(states: readonly number[], now: string): FilterTree {
  const isTime: FilterTree = {
    kind: 'or',
    of: [
      { kind: 'compare', path: 'NextTry', operator: 'le', value: now },
      { kind: 'compare', path: 'NextTry', operator: 'eq', value: null },
    ],
  } as FilterTree;
  return allOf([among('StateId', states), isTime]) as FilterTree;
}
