import { longestSequence } from '../text/sequencePattern.ts';
import { defineKind } from './defineKind.ts';
import { line } from './traits.ts';

/** A number that the server assigns when a record is created: `CLM-2026-00001`. */
export const sequence = defineKind({
  ...line,
  name: 'sequence',
  fits: (declared) => declared['x-sequence'] !== undefined,
  schema: { type: 'string' },
  longest: longestSequence,
  isKeptAsSent: true,
  absent: {
    history: 'A number never changes.',
  },
  overlay: {
    order: 160,
    settings: ['sequence', 'search'],
    declare: ({ sequence: pattern = '' }) => ({ type: 'string', 'x-sequence': { pattern } }),
  },
});
