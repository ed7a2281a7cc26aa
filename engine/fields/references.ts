import { defineKind } from './defineKind.ts';
import { parseId } from './filterInputs.ts';
import { mostEntries, ownName } from './overlayFacet.ts';
import { plainSheet, sameOperators, tree } from './traits.ts';

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
  sheet: plainSheet,
  absent: {
    sort: 'It names several records, which have no order among them.',
    report: 'A record refers to several; a row of a report shows one value.',
  },
  overlay: {
    order: 210,
    settings: ['reference', 'show', 'options', 'minItems', 'maxItems'],
    inRows: true,
    declare: (change) => ({
      type: 'array',
      maxItems: mostEntries,
      default: [],
      uniqueItems: true,
      items: { 'x-ref': change.reference ?? '' },
      'x-expand': { as: ownName(change), fields: change.show ?? ['Id'] },
    }),
  },
});
