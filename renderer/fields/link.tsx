import { defineKindView } from './defineKindView.ts';
import { pasteLine } from './readers.ts';
import { asText } from './writers.ts';

export const link = defineKindView({
  kind: 'link',
  widget: 'text',
  write: asText,
  paste: pasteLine,
  inputMode: 'url',
  isFluid: true,
});
