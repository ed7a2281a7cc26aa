import { parseNumber } from '../parts/parseNumber.ts';
import { defineKindView } from './defineKindView.ts';
import { copied, pasteNumber } from './readers.ts';
import { ifNumber } from './writers.ts';

export const integer = defineKindView({
  kind: 'integer',
  widget: 'number',
  write: ifNumber((value, _options, formats) => formats.number(value)),
  paste: pasteNumber,
  read: (text, locale) => {
    const value = parseNumber(text, locale, copied, 0);
    return Number.isSafeInteger(value) ? value : undefined;
  },
  width: 100,
});
