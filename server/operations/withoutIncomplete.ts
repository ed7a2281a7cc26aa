import type { DataRecord } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

/** Drops rows in which a member required by their list (`x-complete`) is empty. */
export function withoutIncomplete({ entity }: EntityPlan, record: DataRecord): DataRecord {
  const lists = entity.fields.filter(({ complete, name }) => complete && Array.isArray(record[name]));
  if (lists.length === 0) return record;
  const kept = lists.map(({ name, complete = [] }) => {
    const rows = record[name] as readonly unknown[];
    // Values that are not rows are refused by the row checks.
    const isKept = (row: unknown) => !isRow(row) || complete.every((member) => hasValue(row[member]));
    return [name, rows.filter(isKept)] as const;
  });
  return { ...record, ...Object.fromEntries(kept) };
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isRow = (value: unknown): value is DataRecord => typeof value === 'object' && value !== null;
