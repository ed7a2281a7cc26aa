import type { DataRecord, EntityModel } from '#engine';
import type { EntityPlan, OperationCall, SheetSaying } from '#server/extension';

/** A record while it is laid out. */
export type Drawing = {
  readonly call: OperationCall;
  readonly entity: EntityModel;
  readonly plan: EntityPlan;
  /** Its answer to the reader; empty while a list is laid out. */
  readonly record: DataRecord;
  readonly saying: SheetSaying;
  readonly isRelevant: (field: string) => boolean;
  readonly warnings: Set<string>;
};
