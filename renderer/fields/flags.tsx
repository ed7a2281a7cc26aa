import { defineKindView } from './defineKindView.ts';
import { asText } from './writers.ts';

export const flags = defineKindView({
  kind: 'flags',
  widget: 'flags',
  write: asText,
});
