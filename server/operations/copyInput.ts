/** What the store keeps of a copy while a job still copies its many records. */
import type { DataRecord } from '#engine';
import type { CopyQuery, ScanPlace } from '../store/types.ts';

/** The job kind. */
export const copyKind = 'copy';

/** Records of one owner that are still to be copied. */
export type Remaining = Pick<CopyQuery, 'entity' | 'of' | 'set'> & { readonly after?: ScanPlace };

/** A copied record that waits until everything it owns is copied. */
export type Waiting = {
  readonly entity: string;
  readonly id: string;
  readonly name: string;
  /** Fields set on the record once its copy is complete. */
  readonly shown: DataRecord;
  readonly many: readonly { readonly entity: string; readonly field: string }[];
};

export type CopyInput = {
  readonly remaining: readonly Remaining[];
  readonly waiting: readonly Waiting[];
  readonly done: number;
};
