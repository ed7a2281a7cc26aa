import { defineKind } from './defineKind.ts';
import { tree } from './traits.ts';

/** Any JSON: the fallback if no other kind matches. */
export const json = defineKind({
  ...tree,
  name: 'json',
  fits: () => true,
  schema: {},
  expression: 'any',
  absent: {
    sort: 'Values without a shape have no order.',
    import: 'Nobody writes JSON in a cell.',
    report: 'Nobody reads JSON in a report.',
  },
});
