import { defineKind } from './defineKind.ts';
import { parseBoolean } from './filterInputs.ts';
import { sameOperators, shownAlone } from './traits.ts';

export const boolean = defineKind({
  name: 'boolean',
  fits: (declared) => declared.type === 'boolean',
  column: 'boolean',
  schema: { type: 'boolean' },
  expression: 'boolean',
  comparison: 'codes',
  key: 'none',
  isKeptAsSent: true,
  filter: {
    operators: sameOperators,
    shown: ['eq'],
    parse: parseBoolean,
    problem: 'query.value.boolean',
    input: 'truth',
  },
  query: shownAlone,
  sheet: { format: 'text', read: 'truth' },
  operand: 'boolean',
  overlay: { order: 80, settings: ['default'], inRows: true, declare: () => ({ type: 'boolean' }) },
});
