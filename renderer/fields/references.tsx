import { defineKindView } from './defineKindView.ts';
import { asText, labelOf } from './writers.ts';

export const references = defineKindView({
  kind: 'references',
  widget: 'references',
  write: (value) => (Array.isArray(value) ? value.map(labelOf).join(', ') : asText(value)),
  isFluid: true,
});
