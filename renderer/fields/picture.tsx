import { defineKindView } from './defineKindView.ts';
import { labelOf } from './writers.ts';

export const picture = defineKindView({
  kind: 'picture',
  widget: 'file',
  write: labelOf,
  isFluid: true,
});
