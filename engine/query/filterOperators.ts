/** Filter operators by kind of field. */
import type { FilterOperator } from '../expression/compileWhere.ts';
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

const anyText = ['eq', 'ne', 'contains', 'startsWith', 'words', 'gt', 'ge', 'lt', 'le', 'in'] as const;
const ordered = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in'] as const;
const same = ['eq', 'ne', 'in'] as const;
const presence = ['eq', 'ne'] as const;

const operatorsByKind = {
  id: same,
  text: anyText,
  multiline: anyText,
  rule: anyText,
  html: presence,
  integer: ordered,
  decimal: ordered,
  money: ordered,
  percent: ordered,
  boolean: same,
  date: ordered,
  datetime: ordered,
  choice: ordered,
  flags: ['eq', 'ne', 'all'],
  reference: same,
  file: same,
  references: same,
  rows: presence,
  object: presence,
  json: presence,
} satisfies Record<FieldKind, readonly FilterOperator[]>;

const typed = ['contains', 'words', 'startsWith', 'eq', 'ne'] as const;
const counted = ['eq', 'ne', 'ge', 'gt', 'le', 'lt'] as const;
const dated = ['ge', 'gt', 'le', 'lt', 'eq'] as const;
const chosen = ['in', 'eq', 'ne'] as const;

/** Operators with a control in lists; the first is the default. */
const shownByKind: Partial<Record<FieldKind, readonly FilterModel['operator'][]>> = {
  text: typed,
  multiline: typed,
  integer: counted,
  decimal: counted,
  money: counted,
  percent: counted,
  boolean: ['eq'],
  date: dated,
  datetime: dated,
  choice: chosen,
  flags: ['all', 'eq'],
  reference: chosen,
  references: ['in', 'eq'],
};

/** Operators that a list filter may have for this kind, the default first; empty when there is no control. */
export function shownOperators(kind: FieldKind): readonly FilterModel['operator'][] {
  return shownByKind[kind] ?? [];
}

/** Operators allowed for this kind of field; for lists `eq` and `ne` only test for emptiness. */
export function operatorsOf(kind: FieldKind): readonly FilterOperator[] {
  return operatorsByKind[kind];
}
