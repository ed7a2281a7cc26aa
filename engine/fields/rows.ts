import type { Field } from '../declaration/types.generated.ts';
import { defineKind } from './defineKind.ts';
import { mostEntries } from './overlayFacet.ts';
import { tree } from './traits.ts';

/** Rows with their own fields, stored with the record or as records of another entity. */
export const rows = defineKind({
  ...tree,
  name: 'rows',
  fits: (declared) =>
    declared['x-records'] !== undefined || (declared.type === 'array' && isRowShaped(declared.items)),
  schema: { type: 'array' },
  expression: 'rows',
  absent: {
    sort: 'Rows have no order among records.',
    import: 'Rows do not fit into a cell.',
    export: 'Its members are exported, each in a column.',
    report: 'A record has several rows; their members are joined.',
  },
  overlay: {
    order: 260,
    settings: ['fields', 'minItems', 'maxItems'],
    declare: () => ({ type: 'array', maxItems: mostEntries, default: [] }),
  },
});

function isRowShaped(items: Field | undefined): boolean {
  return items?.$ref !== undefined || items?.properties !== undefined;
}
