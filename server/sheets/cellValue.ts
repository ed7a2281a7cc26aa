/** What somebody wrote into a cell, as the field takes it. What it cannot be goes as it is: the field says why not. */
import { type FieldModel, formatMessage, locales, type Model, type SheetValue, uniqueKey } from '#engine';
import { word } from './sheetCell.ts';

export function cellValue(model: Model, field: FieldModel, value: SheetValue): unknown {
  const text = value === null ? '' : String(value).trim();
  if (text === '') return null;
  if (field.lookup) return itemNamed(model, field.lookup, text) ?? text;
  const read = readers[field.kind];
  return read ? read(value, text, model) : String(value);
}

type Read = (value: SheetValue, text: string, model: Model) => unknown;

const readNumber: Read = (value, text) => {
  if (typeof value === 'number') return value;
  const bare = text.replace(/^\$\s*|\s*[$%]$/g, '').replace('\u2212', '-');
  if (english.test(bare)) return Number(bare.replaceAll(',', ''));
  // Anything else is no number that both would read alike: the field says so.
  return french.test(bare) ? Number(bare.replace(/\s/g, '').replace(',', '.')) : text;
};

/** 1,250.50 in English: commas only between groups of three. */
const english = /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/;
/** 1 250,50 in French: spaces between groups of three, and a comma before the decimals. */
const french = /^[+-]?(\d+|\d{1,3}(\s\d{3})+)([.,]\d+)?$/;

const readers: Partial<Record<FieldModel['kind'], Read>> = {
  integer: readNumber,
  decimal: readNumber,
  percent: readNumber,
  money: readNumber,
  date: (_, text) => text.slice(0, 10),
  boolean: (value, text, model) => {
    if (typeof value === 'boolean') return value;
    const isWord = (isYes: boolean) =>
      locales.some((locale) => uniqueKey(formatMessage(model, locale, word(isYes))) === uniqueKey(text));
    if (isWord(true) || text.toLowerCase() === 'true') return true;
    return isWord(false) || text.toLowerCase() === 'false' ? false : text;
  },
};

/** By its label in any language, its name or its id. */
function itemNamed(model: Model, lookup: string, text: string): unknown {
  const wanted = uniqueKey(text);
  const items = model.lookups.get(lookup)?.items ?? [];
  return items.find(({ Id, Name }) => {
    const labels = locales.map((locale) => formatMessage(model, locale, `lookup.${lookup}.${Name}`));
    return [String(Id), Name, ...labels].some((one) => uniqueKey(one) === wanted);
  })?.Id;
}
