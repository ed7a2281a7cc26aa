import type { DataRecord, Issue } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

export type WriteIntent = {
  readonly plan: EntityPlan;
  /** `create`, `update`, `transition:<id>`. */
  readonly action: string;
  /** The record as it would be, in answer shape. */
  readonly next: DataRecord;
  /** The record as it stands, complete. */
  readonly previous?: DataRecord;
  /** False where the server itself sets fields nobody may write, as a transition does. */
  readonly checksWritable: boolean;
  /** The only fields a person writes here, where the others are the server's; absent: all. */
  readonly writes?: readonly string[];
  /** Questions of the call itself, beside those of the rules. */
  readonly asked?: readonly Issue[];
};
