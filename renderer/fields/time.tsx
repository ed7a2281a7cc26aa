import { defineKindView } from './defineKindView.ts';
import { pasteWritten, readWritten } from './readers.ts';
import { asWritten } from './writers.ts';

export const time = defineKindView({
  kind: 'time',
  widget: 'written',
  write: asWritten,
  paste: pasteWritten,
  read: readWritten('time'),
  width: 110,
});
