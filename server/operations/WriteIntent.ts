import type { DataRecord, Issue } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

export type WriteIntent = {
  readonly plan: EntityPlan;
  /** `create`, `update`, `transition:<id>`. */
  readonly action: string;
  /** The record after the write, in answer shape. */
  readonly next: DataRecord;
  /** The complete record before the write. */
  readonly previous?: DataRecord;
  /** False when the server itself sets read-only fields, as in a transition. */
  readonly checksWritable: boolean;
  /** The only fields the person writes; the server sets the rest. Absent: all. */
  readonly writes?: readonly string[];
  /** Confirmations that the call itself asks for, in addition to those of the rules. */
  readonly asked?: readonly Issue[];
};
