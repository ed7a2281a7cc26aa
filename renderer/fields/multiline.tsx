import { defineKindView } from './defineKindView.ts';
import { asText } from './writers.ts';

export const multiline = defineKindView({
  kind: 'multiline',
  widget: 'multiline',
  write: asText,
  paste: (text) => ({ value: text.replace(/\r\n?/g, '\n') }),
  width: 280,
  isFluid: true,
});
