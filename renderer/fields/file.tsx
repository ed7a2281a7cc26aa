import { defineKindView } from './defineKindView.ts';
import { labelOf } from './writers.ts';

export const file = defineKindView({
  kind: 'file',
  widget: 'file',
  write: labelOf,
  isFluid: true,
});
