import { defineKindView } from './defineKindView.ts';
import { asText } from './writers.ts';

export const rule = defineKindView({
  kind: 'rule',
  widget: 'rule',
  write: asText,
  isFluid: true,
});
