import { defineKind } from './defineKind.ts';
import { words } from './traits.ts';

/** A rule that people write as text. */
export const rule = defineKind({
  ...words,
  name: 'rule',
  fits: (declared) => declared.format === 'rule',
  key: 'computed',
  isKeptAsSent: true,
  filter: { ...words.filter, shown: [] },
});
