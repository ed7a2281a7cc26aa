/** The operators of filters, and which kind of field takes which. */
import type { FilterOperator } from '../expression/compileWhere.ts';
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
] as const satisfies readonly FilterOperator[];

/** Operators the filter of a list may have for a field of this kind, the usual one first; none where a list has no control for it. */
export function shownOperators(kind: FieldKind): readonly FilterModel['operator'][] {
  return kinds[kind].filter.shown;
}

/** Operators a field of this kind can be filtered by; `eq` and `ne` of lists ask only whether there is anything. */
export function operatorsOf(kind: FieldKind): readonly FilterOperator[] {
  return kinds[kind].filter.operators;
}
