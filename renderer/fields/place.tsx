import { defineKindView } from './defineKindView.ts';
import { pasteWritten, readWritten } from './readers.ts';
import { asWritten } from './writers.ts';

export const place = defineKindView({
  kind: 'place',
  widget: 'place',
  write: asWritten,
  paste: pasteWritten,
  read: readWritten('place'),
  width: 190,
});
