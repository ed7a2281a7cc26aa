import { defineKindView } from './defineKindView.ts';
import { pasteLine } from './readers.ts';
import { asText } from './writers.ts';

export const phone = defineKindView({
  kind: 'phone',
  widget: 'text',
  write: asText,
  paste: pasteLine,
  inputMode: 'tel',
  isFluid: true,
});
