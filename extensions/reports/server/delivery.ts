/** Types shared by the parts of a delivery. */
import type { DataRecord } from '#engine';
import type { Runtime } from '#server/extension';
import type { Subject } from './subject.ts';

export type Due = {
  readonly runtime: Runtime;
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

/** One round over everything due. */
export type Delivering = Due & {
  /** Shares that failed in this round; other deliveries do not wait for them again. */
  readonly closedShares: Set<string>;
};

/** The reason of a failure. A refusal lasts until someone changes something; other failures may pass. */
export type Trouble = { readonly problem: DataRecord; readonly cause: 'refused' | 'share' | 'fault' };

export const gone: Trouble = {
  problem: { code: 'conflict', key: 'report.delivery.gone' },
  cause: 'refused',
};

/** The recipient has no account any more, or no confirmed address. */
export const unreachable: Trouble = {
  problem: { code: 'conflict', key: 'report.delivery.recipient.gone' },
  cause: 'refused',
};

/** The owner, subscription and subject of a run; undefined for what was removed. */
export type Parties = {
  readonly user: DataRecord | undefined;
  /** Whose rights and language the file has: a recipient with an account, or else the owner. */
  readonly reader: DataRecord | undefined;
  readonly subscription: DataRecord | undefined;
  readonly about: Subject | undefined;
};

/** Whether someone else than the owner gets the file, who may see other records. */
export const isForAnother = ({ Owner, RecipientId }: DataRecord, reader: DataRecord | undefined): boolean =>
  Boolean(RecipientId) && reader?.UserName !== Owner;

/** The report was empty, or its figure below the limit, and is not sent then: what is noted. */
export type Skipped = { readonly skipped: string };

/** A report's file and its name. */
export type MadeFile = {
  readonly FileId: unknown;
  readonly name: string;
  /** What the owner is told: that it has no rows, or not all of them, or which figure it is sent for. */
  readonly note: string;
  /** What another reader is told in its place: nothing of it is for the owner, nor the figure for them. */
  readonly readerNote?: string;
};
