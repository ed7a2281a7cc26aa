/** Everything a product's formula may refer to, as plain data. */
import type { DataRecord } from '#engine';
import type { LookUp, Step, StepBook } from '#extensions/pricing/engine';
import type { TableMistake } from './readTable.ts';

export type PricingPlan = {
  readonly id: string;
  /** The value of `$plan`. */
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

/** Whether the combinations of a card are offered: an option lists its pairs. */
export type OptionRule = LookUp & { readonly rule?: string };

export type Book = StepBook & {
  /** Possible names of the choice. */
  readonly choices: readonly string[];
  readonly product: DataRecord;
  readonly formula?: DataRecord;
  readonly steps: readonly Step[];
  readonly plans: readonly PricingPlan[];
  readonly buckets: readonly Bucket[];
  readonly options: readonly OptionRule[];
  readonly tableMistakes: readonly TableMistake[];
  /** Operand ids by name. */
  readonly operandIds: ReadonlyMap<string, string>;
  /** Names used in the formula → current names. */
  readonly renamed: ReadonlyMap<string, string>;
};

/** Rows of a record; empty when there is no list. */
export const rows = (value: unknown): readonly DataRecord[] => (Array.isArray(value) ? value : []);
