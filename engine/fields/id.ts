import { defineKind } from './defineKind.ts';
import { identifier, plainSheet } from './traits.ts';

export const id = defineKind({
  ...identifier,
  name: 'id',
  fits: (declared) => declared.format === 'uuid',
  sheet: plainSheet,
});
