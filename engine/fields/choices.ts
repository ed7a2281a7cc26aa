import { defineKind } from './defineKind.ts';
import { parseText } from './filterInputs.ts';
import { shownAlone, tree } from './traits.ts';

/** Several items of a lookup: a list of their ids, each once, in the order of the lookup. */
export const choices = defineKind({
  ...tree,
  name: 'choices',
  fits: (declared) => declared['x-lookup'] !== undefined && declared.type === 'array',
  schema: { type: 'array', uniqueItems: true },
  elements: 'codes',
  expression: 'choices',
  filter: {
    operators: ['in', 'all', 'none', 'eq', 'ne'],
    shown: ['in', 'all', 'none'],
    parse: parseText,
    problem: 'query.value.choice',
    input: 'id',
  },
  query: shownAlone,
  sheet: { format: 'text', read: 'text' },
  overlay: {
    order: 190,
    settings: ['choices', 'lookup', 'minItems', 'maxItems'],
    inRows: true,
    declare: (_change, lookup = '') => ({
      type: 'array',
      default: [],
      uniqueItems: true,
      'x-lookup': lookup,
    }),
  },
  examples: {
    declared: { type: 'array', 'x-lookup': 'sample-choices', maxItems: 3 },
    lookup: [
      { Id: 'door', title: 'Door', fr: 'Porte' },
      { Id: 'hood', title: 'Hood; front', fr: 'Capot' },
      { Id: 'glass', title: 'Glass', fr: 'Vitre' },
      { Id: 'wheel', title: 'Wheel', fr: 'Roue' },
    ],
    good: [
      { sent: ['hood'], en: 'Hood; front', fr: 'Capot' },
      { sent: ['wheel', 'glass'], answered: ['glass', 'wheel'], en: 'Glass; Wheel', fr: 'Vitre; Roue' },
      { sent: ['door', 'hood', 'wheel'], en: 'Door; Hood; front; Wheel', fr: 'Porte; Capot; Roue' },
    ],
    bad: [
      ['roof'],
      ['door', 'door'],
      'Roof; Door',
      'door',
      ['door', 'hood', 'glass', 'wheel'],
      [1],
      [{}],
      {},
      5,
    ],
  },
});
