import { parseNumber } from '../parts/parseNumber.ts';
import { defineKindView } from './defineKindView.ts';
import { copied, pasteNumber } from './readers.ts';
import { ifNumber } from './writers.ts';

export const decimal = defineKindView({
  kind: 'decimal',
  widget: 'number',
  write: ifNumber((value, { scale }, formats) => formats.number(value, scale)),
  paste: pasteNumber,
  read: (text, locale) => parseNumber(text, locale, copied),
  width: 110,
});
