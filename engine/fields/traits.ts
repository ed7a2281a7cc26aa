/** Traits shared by several kinds. */
import { parseId, parseNothing, parseNumber, parseText } from './filterInputs.ts';

const anyText = ['eq', 'ne', 'contains', 'startsWith', 'words', 'gt', 'ge', 'lt', 'le', 'in'] as const;
const typedText = ['contains', 'words', 'startsWith', 'eq', 'ne'] as const;
const same = ['eq', 'ne', 'in'] as const;
const presence = ['eq', 'ne'] as const;
const counted = ['eq', 'ne', 'ge', 'gt', 'le', 'lt'] as const;

export const orderedOperators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in'] as const;
export const dayOperators = ['ge', 'gt', 'le', 'lt', 'eq'] as const;
export const chosenOperators = ['in', 'eq', 'ne'] as const;
export const sameOperators = same;

export const shownAlone = { isShown: true, isSummed: false, isOrdered: false } as const;
export const shownInOrder = { isShown: true, isSummed: false, isOrdered: true } as const;
const hidden = { isShown: false, isSummed: false, isOrdered: false } as const;

const textSheet = { format: 'text', read: 'text' } as const;
export const plainSheet = textSheet;

/** Text that people write and search. */
export const words = {
  column: 'text',
  schema: { type: 'string' },
  expression: 'text',
  comparison: 'words',
  filter: {
    operators: anyText,
    shown: typedText,
    parse: parseText,
    problem: 'query.value.text',
    input: 'text',
  },
  query: shownAlone,
  sheet: textSheet,
} as const;

/** One line of text, trimmed, with a stored comparison key. */
export const line = {
  ...words,
  key: 'kept',
  normal: 'line',
  isTold: true,
  operand: 'text',
} as const;

/** Numbers that can be summed. */
export const amount = {
  column: 'decimal',
  schema: { type: 'number' },
  expression: 'number',
  comparison: 'codes',
  key: 'none',
  filter: {
    operators: orderedOperators,
    shown: counted,
    parse: parseNumber,
    problem: 'query.value.number',
    input: 'number',
  },
  query: { isShown: true, isSummed: true, isOrdered: true },
  sheet: { format: 'number', read: 'amount' },
  isTold: true,
  isNumeric: true,
  operand: 'number',
} as const;

/** The id of one record. */
export const identifier = {
  column: 'text',
  schema: { type: 'string', format: 'uuid' },
  expression: 'text',
  comparison: 'codes',
  key: 'none',
  isId: true,
  filter: {
    operators: same,
    shown: [],
    parse: parseId,
    problem: 'query.value.id',
    input: 'id',
  },
  query: shownAlone,
} as const;

/** JSON stored as a whole, without comparable parts. */
export const tree = {
  column: 'json',
  comparison: 'codes',
  key: 'none',
  filter: {
    operators: presence,
    shown: [],
    parse: parseNothing,
    problem: 'query.value.presence',
    input: 'none',
  },
  query: hidden,
} as const;
