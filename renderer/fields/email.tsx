import { defineKindView } from './defineKindView.ts';
import { pasteLine } from './readers.ts';
import { asText } from './writers.ts';

export const email = defineKindView({
  kind: 'email',
  widget: 'text',
  write: asText,
  paste: pasteLine,
  inputMode: 'email',
  isFluid: true,
});
