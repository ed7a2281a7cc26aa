/** Stored values that follow from other records. */
import type { FilterTree } from '../expression/types.ts';

export type RollUpFunction = 'count' | 'sum' | 'average' | 'least' | 'greatest' | 'earliest' | 'latest';

/** A field computed over all records of an entity that refer to this one. */
export type RollUpModel = {
  /** The field that holds the value. */
  readonly field: string;
  /** The entity whose records are rolled up, and its reference to this one. */
  readonly of: string;
  readonly by: string;
  readonly function: RollUpFunction;
  /** The field of those records that is read; absent for a count. */
  readonly reads?: string;
  /** The field that orders them, for `earliest` and `latest`. */
  readonly order?: string;
  readonly where?: FilterTree;
  /** The fields of those records that decide the value. */
  readonly depends: readonly string[];
};

/** A field with the value of a field of a referenced record. */
export type LookThroughModel = {
  readonly field: string;
  readonly by: string;
  /** The entity it refers to, and the field there. */
  readonly of: string;
  readonly reads: string;
};
