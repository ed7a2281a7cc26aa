import { defineKindView } from './defineKindView.ts';
import { pasteNumber } from './readers.ts';
import { ifNumber } from './writers.ts';

export const percent = defineKindView({
  kind: 'percent',
  widget: 'number',
  write: ifNumber((value, { scale }, formats) => formats.percent(value, scale)),
  paste: pasteNumber,
  width: 100,
});
