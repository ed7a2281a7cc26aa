import { type DataRecord, emptyId, type FieldModel } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';

/** Rows that are known by an id of their own get one when they have none yet. */
export function withRowIds({ entity }: EntityPlan, record: DataRecord, newId: () => string): DataRecord {
  const changed = entity.fields.flatMap((field) => {
    const rows = record[field.name];
    if (!holdsIds(field) || !Array.isArray(rows) || !rows.some(isNew)) return [];
    return [[field.name, rows.map((row) => (isNew(row) ? { ...row, Id: newId() } : row))] as const];
  });
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

/** Rows that are records get theirs where they are written. */
function holdsIds({ kind, records, fields = [] }: FieldModel): boolean {
  return kind === 'rows' && !records && fields.some((field) => field.name === 'Id' && field.kind === 'id');
}

const isNew = ({ Id }: DataRecord): boolean => Id === undefined || Id === null || Id === emptyId;
