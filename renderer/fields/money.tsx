import { defineKindView } from './defineKindView.ts';
import { pasteNumber } from './readers.ts';
import { ifNumber } from './writers.ts';

export const money = defineKindView({
  kind: 'money',
  widget: 'number',
  write: ifNumber((value, { scale }, formats) => formats.money(value, scale)),
  paste: pasteNumber,
  width: 120,
});
