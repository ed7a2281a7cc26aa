import { defineKind } from './defineKind.ts';
import { parseInteger } from './filterInputs.ts';
import { amount } from './traits.ts';

export const integer = defineKind({
  ...amount,
  name: 'integer',
  fits: (declared) => declared.type === 'integer',
  column: 'integer',
  // Larger numbers would lose precision.
  schema: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  isKeptAsSent: true,
  filter: { ...amount.filter, parse: parseInteger, problem: 'query.value.integer', input: 'whole' },
  sheet: { format: 'integer', read: 'amount' },
  overlay: {
    order: 40,
    settings: ['minimum', 'maximum', 'unique', 'default'],
    inRows: true,
    declare: () => ({ type: 'integer' }),
  },
});
