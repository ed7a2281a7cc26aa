import { defineKindView } from './defineKindView.ts';
import { pasteLine } from './readers.ts';
import { asText } from './writers.ts';

export const sequence = defineKindView({
  kind: 'sequence',
  widget: 'sequence',
  write: asText,
  paste: pasteLine,
  // As in CLM-2026-00001.
  width: 200,
});
