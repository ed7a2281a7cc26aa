/** What the parts of a delivery hand one another. */
import type { DataRecord } from '#engine';
import type { Runtime } from '#server/extension';

export type Due = {
  readonly runtime: Runtime;
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

/** One round over all that is due. */
export type Delivering = Due & {
  /** Shares that took nothing in this round: others are not kept waiting for them again. */
  readonly closedShares: Set<string>;
};

/** What stood in the way. A refusal stands until somebody changes something; the rest may pass. */
export type Trouble = { readonly problem: DataRecord; readonly cause: 'refused' | 'share' | 'fault' };

export const gone: Trouble = {
  problem: { code: 'conflict', key: 'report.delivery.gone' },
  cause: 'refused',
};

/** Whose run it is, of which subscription and report; what is gone is undefined. */
export type Parties = {
  readonly user: DataRecord | undefined;
  readonly subscription: DataRecord | undefined;
  readonly about: DataRecord | undefined;
};

/** A report's file, and what it is called. */
export type MadeFile = {
  readonly FileId: unknown;
  readonly name: string;
  /** What its reader has to know of it: that it has no rows, or not all of them. */
  readonly note: string;
};
