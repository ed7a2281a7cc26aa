import { defineKindView } from './defineKindView.ts';
import { labelOf } from './writers.ts';

export const choice = defineKindView({
  kind: 'choice',
  widget: 'select',
  write: labelOf,
  width: 140,
});
