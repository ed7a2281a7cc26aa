import { defineKindView } from './defineKindView.ts';
import { asText, labelOf } from './writers.ts';

export const choices = defineKindView({
  kind: 'choices',
  widget: 'choices',
  write: (value) => (Array.isArray(value) ? value.map(labelOf).join('; ') : asText(value)),
  isFluid: true,
});
