/** All a product's formula may speak of, as plain data. */
import type { DataRecord } from '#engine';
import type { LookUp, Step, StepBook } from '#extensions/pricing/engine';
import type { TableMistake } from './readTable.ts';

export type PricingPlan = {
  readonly id: string;
  /** What `$plan` is. */
  readonly choice: string;
  readonly name: string;
  readonly rule?: string;
};

export type Bucket = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly scale: number;
  readonly isInPrice: boolean;
};

/** Whether the combinations of a card are offered: an option lists the pairs it has. */
export type OptionRule = LookUp & { readonly rule?: string };

export type Book = StepBook & {
  /** Names that the choice can have. */
  readonly choices: readonly string[];
  readonly product: DataRecord;
  readonly formula?: DataRecord;
  readonly steps: readonly Step[];
  readonly plans: readonly PricingPlan[];
  readonly buckets: readonly Bucket[];
  readonly options: readonly OptionRule[];
  readonly tableMistakes: readonly TableMistake[];
  /** Ids of operands by name. */
  readonly operandIds: ReadonlyMap<string, string>;
  /** Names the formula was written with → what they are called now. */
  readonly renamed: ReadonlyMap<string, string>;
};

/** Rows of a record; none where there is no list. */
export const rows = (value: unknown): readonly DataRecord[] => (Array.isArray(value) ? value : []);
