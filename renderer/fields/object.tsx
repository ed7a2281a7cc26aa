import { defineKindView } from './defineKindView.ts';
import { asText } from './writers.ts';

export const object = defineKindView({
  kind: 'object',
  widget: 'object',
  write: asText,
  isDrawn: true,
  isFluid: true,
});
