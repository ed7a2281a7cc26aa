import { defineKind } from './defineKind.ts';
import { fileFilter, fileLimits, pictureFields } from './fileTraits.ts';
import { parseId } from './filterInputs.ts';
import { mostEntries } from './overlayFacet.ts';
import { plainSheet, tree } from './traits.ts';

/** The ids of several uploaded files or pictures, in the order that a person gave them. */
export const files = defineKind({
  ...tree,
  name: 'files',
  fits: ({ type, items }) => type === 'array' && (items?.format === 'file' || items?.format === 'picture'),
  schema: { type: 'array', uniqueItems: true },
  elements: 'ids',
  refersTo: 'file',
  expands: pictureFields,
  expression: 'records',
  filter: { ...fileFilter, parse: parseId, problem: 'query.value.id', input: 'id' },
  sheet: plainSheet,
  absent: {
    sort: 'It names several files, which have no order among them.',
    report: 'A record has several; a row of a report shows one value.',
  },
  overlay: {
    order: 240,
    settings: ['accept', 'maxBytes', 'pixels', 'minItems', 'maxItems'],
    inRows: true,
    declare: (change) => ({
      type: 'array',
      maxItems: mostEntries / 5,
      default: [],
      uniqueItems: true,
      items: { type: 'string', format: change.pixels ? 'picture' : 'file' },
      ...fileLimits(change),
    }),
  },
});
