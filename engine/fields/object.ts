import { defineKind } from './defineKind.ts';
import { tree } from './traits.ts';

/** A single object with its own fields. */
export const object = defineKind({
  ...tree,
  name: 'object',
  fits: (declared) => declared.type === 'object' && declared.properties !== undefined,
  schema: { type: 'object' },
  expression: 'row',
  absent: {
    grid: 'Its members have places of their own.',
    sort: 'Its members have places of their own.',
    import: 'Its members have places of their own.',
    export: 'Its members have places of their own.',
    report: 'Its members have places of their own.',
  },
});
