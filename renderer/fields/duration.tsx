import { defineKindView } from './defineKindView.ts';
import { pasteWritten, readWritten } from './readers.ts';
import { asWritten } from './writers.ts';

export const duration = defineKindView({
  kind: 'duration',
  widget: 'written',
  write: asWritten,
  paste: pasteWritten,
  read: readWritten('duration'),
  width: 120,
});
