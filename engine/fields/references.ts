import { defineKind } from './defineKind.ts';
import { parseId } from './filterInputs.ts';
import { sameOperators, tree } from './traits.ts';

/** Ids of several records. */
export const references = defineKind({
  ...tree,
  name: 'references',
  fits: (declared) => declared.type === 'array' && declared.items?.['x-ref'] !== undefined,
  schema: { type: 'array' },
  elements: 'ids',
  expression: 'records',
  filter: {
    operators: sameOperators,
    shown: ['in', 'eq'],
    parse: parseId,
    problem: 'query.value.id',
    input: 'id',
  },
});
