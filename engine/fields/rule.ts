import { defineKind } from './defineKind.ts';
import { words } from './traits.ts';

/** A rule written by people as text. */
export const rule = defineKind({
  ...words,
  name: 'rule',
  fits: (declared) => declared.format === 'rule',
  key: 'computed',
  isKeptAsSent: true,
  filter: { ...words.filter, shown: [] },
});
