import { defineKind } from './defineKind.ts';
import { parseDay } from './filterInputs.ts';
import { dayOperators, orderedOperators, shownInOrder } from './traits.ts';

/** A calendar date, without a time zone. */
export const date = defineKind({
  name: 'date',
  fits: (declared) => declared.format === 'date',
  column: 'text',
  schema: { type: 'string', format: 'date' },
  hasYears: true,
  expression: 'date',
  comparison: 'codes',
  key: 'none',
  isKeptAsSent: true,
  day: 'day',
  filter: {
    operators: orderedOperators,
    shown: dayOperators,
    parse: parseDay,
    problem: 'query.value.date',
    input: 'day',
  },
  query: shownInOrder,
  sheet: { format: 'date', read: 'day' },
  isTold: true,
  operand: 'date',
  overlay: {
    order: 90,
    settings: ['unique', 'default'],
    inRows: true,
    declare: () => ({ type: 'string', format: 'date' }),
  },
});
