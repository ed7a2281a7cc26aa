import { defineKindView } from './defineKindView.ts';
import { pasteLine } from './readers.ts';
import { asText } from './writers.ts';

export const text = defineKindView({
  kind: 'text',
  widget: 'text',
  write: asText,
  paste: pasteLine,
  isFluid: true,
});
