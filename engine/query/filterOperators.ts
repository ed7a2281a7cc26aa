/** The operators of filters, and which kind of field takes which. */
import type { FilterOperator } from '../expression/compileWhere.ts';
import type { FieldKind } from '../model/types.ts';

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

/** Operators a field of this kind can be filtered by; `eq` and `ne` of lists ask only whether there is anything. */
export function operatorsOf(kind: FieldKind): readonly FilterOperator[] {
  return operatorsByKind[kind];
}
