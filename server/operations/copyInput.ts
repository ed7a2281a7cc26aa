/** What the store keeps of a copy whose many records are still on their way. */
import type { DataRecord } from '#engine';
import type { CopyQuery, ScanPlace } from '../store/types.ts';

/** The kind of job. */
export const copyKind = 'copy';

/** Many records of one owner that are still to be copied. */
export type Remaining = Pick<CopyQuery, 'entity' | 'of' | 'set'> & { readonly after?: ScanPlace };

/** A record of the copy that waits for what it owns. */
export type Waiting = {
  readonly entity: string;
  readonly id: string;
  readonly name: string;
  /** What it gets once it is whole. */
  readonly shown: DataRecord;
  readonly many: readonly { readonly entity: string; readonly field: string }[];
};

export type CopyInput = {
  readonly remaining: readonly Remaining[];
  readonly waiting: readonly Waiting[];
  readonly done: number;
};
