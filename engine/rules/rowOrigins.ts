import { refersToOne } from '../query/refersToOne.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import type { FieldPlan } from './planTypes.ts';
import { isRecord } from './values.ts';

/** The first previous row with the same id or, for rows without ids, the same references. */
export function originsIn(plan: FieldPlan, before: readonly unknown[]): (row: DataRecord) => unknown {
  const references = plan.nested.filter(({ field }) => refersToOne(field)).map(({ field }) => field.name);
  const names = plan.field.records ? ['Id'] : references;
  if (names.length === 0) return () => undefined;
  const keyOf = (row: DataRecord) => JSON.stringify(names.map((name) => row[name] ?? null));
  const rows = before.filter(isRecord).map((row) => [keyOf(row), row] as const);
  const origins = new Map(rows.toReversed());
  return (row) => origins.get(keyOf(row));
}
