import { defineKindView } from './defineKindView.ts';
import { asText } from './writers.ts';

export const json = defineKindView({
  kind: 'json',
  widget: 'json',
  write: asText,
  isDrawn: true,
  isFluid: true,
});
