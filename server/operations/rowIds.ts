import { type DataRecord, emptyId } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

/** Assigns ids to rows that need one and have none yet. */
export function withRowIds({ rowsWithIds }: EntityPlan, record: DataRecord, newId: () => string): DataRecord {
  const changed = rowsWithIds.flatMap((field) => {
    const rows = record[field.name];
    if (!Array.isArray(rows) || !rows.some(isNew)) return [];
    return [[field.name, rows.map((row) => (isNew(row) ? { ...row, Id: newId() } : row))] as const];
  });
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

const isNew = ({ Id }: DataRecord): boolean => Id === undefined || Id === null || Id === emptyId;
