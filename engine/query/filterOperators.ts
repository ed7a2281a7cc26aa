/** Filter operators by kind of field. */
import type { AskedOperator } from '../expression/compileWhere.ts';
import { kinds } from '../fields/registry.ts';
import type { FieldKind } from '../types/basicTypes.ts';
import type { FilterModel } from '../types/modelTypes.ts';

export const filterOperators = [
  'eq',
  'ne',
  'contains',
  'startsWith',
  'words',
  'gt',
  'ge',
  'lt',
  'le',
  'in',
  'all',
  'none',
  'filled',
] as const satisfies readonly AskedOperator[];

/** Operators that a list filter may have for this kind, the default first; empty when there is no control. */
export function shownOperators(kind: FieldKind): readonly FilterModel['operator'][] {
  return kinds[kind].filter.shown;
}

/** Operators allowed for this kind of field; for lists `eq` and `ne` only test for emptiness. */
export function operatorsOf(kind: FieldKind): readonly AskedOperator[] {
  return kinds[kind].filter.operators;
}

/** Operators whose value is a comma-separated list. */
export const isListOperator = (operator: AskedOperator): boolean =>
  operator === 'in' || operator === 'all' || operator === 'none';
