import { canonicalMoment } from '../text/textKey.ts';
import { defineKind } from './defineKind.ts';
import { parseMoment } from './filterInputs.ts';
import { dayOperators, orderedOperators, shownInOrder } from './traits.ts';

/** A moment, stored in UTC. */
export const datetime = defineKind({
  name: 'datetime',
  fits: (declared) => declared.format === 'date-time',
  column: 'text',
  schema: { type: 'string', format: 'date-time' },
  hasYears: true,
  expression: 'datetime',
  comparison: 'codes',
  key: 'none',
  canonical: canonicalMoment,
  day: 'moment',
  filter: {
    operators: orderedOperators,
    shown: dayOperators,
    parse: parseMoment,
    problem: 'query.value.datetime',
    input: 'day',
  },
  query: shownInOrder,
  sheet: { format: 'moment', read: 'moment' },
  operand: 'datetime',
  overlay: {
    order: 100,
    settings: ['unique'],
    inRows: true,
    declare: () => ({ type: 'string', format: 'date-time' }),
  },
});
