import { defineKindView } from './defineKindView.ts';
import { labelOf } from './writers.ts';

export const reference = defineKindView({
  kind: 'reference',
  widget: 'reference',
  write: labelOf,
  isFluid: true,
});
