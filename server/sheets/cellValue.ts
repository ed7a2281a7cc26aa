/** Converts a cell to a field value. What cannot be converted stays text, for the field to report. */
import {
  type FieldModel,
  formatMessage,
  isDoubtfulNumber,
  kinds,
  locales,
  type Model,
  type Notation,
  plainCell,
  readNumber,
  type SheetCell,
  shownText,
  uniqueKey,
} from '#engine';
import { word } from './sheetCell.ts';

export type CellReading = {
  readonly model: Model;
  readonly field: FieldModel;
  /** The number notation of the column. */
  readonly notation: Notation;
};

export function cellValue(reading: CellReading, cell: SheetCell): unknown {
  const { model, field } = reading;
  const text = shownText(cell).trim();
  if (text === '') return kinds[field.kind].elements ? [] : null;
  if (field.lookup && kinds[field.kind].elements) return itemsNamed(model, field.lookup, text);
  if (field.lookup) return itemNamed(model, field.lookup, text) ?? text;
  const read = readers[kinds[field.kind].sheet?.read ?? 'text'];
  return read(cell, text, reading);
}

/** Whether texts in the column are parsed as numbers. */
export function isNumeric({ kind, lookup }: FieldModel): boolean {
  return !lookup && kinds[kind].sheet?.read === 'amount';
}

type Read = (cell: SheetCell, text: string, reading: CellReading) => unknown;

/** 5% is not an amount of dollars, and $5 is not a percentage. */
function readAmount(cell: SheetCell, text: string, { field, notation }: CellReading): unknown {
  if (typeof cell === 'number') return cell;
  const isNumber = typeof cell === 'object' && cell?.kind === 'number';
  const read = isNumber ? cell : typeof cell === 'string' ? readNumber(text, notation) : undefined;
  // With a decimal comma `1,000` would be 1, but for a whole number the author meant 1000.
  if (
    typeof cell === 'string' &&
    kinds[field.kind].column === 'integer' &&
    isDoubtfulNumber(text) &&
    isFraction(text, notation)
  )
    return text;
  const foreign = kinds[field.kind].unit === 'percent' ? '$' : '%';
  return read && read.unit !== foreign ? read.value : text;
}

const isFraction = (text: string, notation: Notation): boolean =>
  text.includes(notation === 'point' ? '.' : ',');

const isoDay = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

function readDay(cell: SheetCell, text: string): unknown {
  const day = typeof cell === 'object' ? String(plainCell(cell)) : text;
  return isoDay.test(day) ? day.slice(0, 10) : text;
}

/** A time or a length of time that a book counts in days comes with its parts; what cannot be read stays as it is. */
function readWritten(cell: SheetCell, text: string, { field }: CellReading): unknown {
  const shown = typeof cell === 'object' && cell?.kind === 'date' ? String(cell.value) : text;
  return kinds[field.kind].written?.parse(shown) ?? text;
}

function readMoment(cell: SheetCell, text: string): unknown {
  return typeof cell === 'object' && cell?.kind === 'date' ? cell.value : text;
}

/** As spreadsheets show them in English and French. */
const words = { true: ['true', 'vrai'], false: ['false', 'faux'] } as const;

function readTruth(cell: SheetCell, text: string, { model }: CellReading): unknown {
  if (typeof cell === 'boolean') return cell;
  const isWord = (isYes: boolean) =>
    words[`${isYes}`].some((one) => one === text.toLowerCase()) ||
    locales.some((locale) => uniqueKey(formatMessage(model, locale, word(isYes))) === uniqueKey(text));
  if (isWord(true)) return true;
  return isWord(false) ? false : text;
}

const readers: Readonly<Record<NonNullable<(typeof kinds)[FieldModel['kind']]['sheet']>['read'], Read>> = {
  text: shownText,
  amount: readAmount,
  day: readDay,
  moment: readMoment,
  truth: readTruth,
  written: readWritten,
};

/**
 * `Red; Blue`: the item of each text, which may contain the separator itself. A text that names no item stays
 * in the list, for the field to report.
 */
function itemsNamed(model: Model, lookup: string, text: string): readonly unknown[] {
  const parts = text.split(/;|\n/);
  const longest = 1 + separatorsIn(model, lookup);
  const found: unknown[] = [];
  for (let at = 0; at < parts.length; ) {
    const counts = Array.from({ length: longest }, (_, less) => longest - less);
    const named = counts
      .map((count) => ({
        count,
        text: parts
          .slice(at, at + count)
          .join(';')
          .trim(),
      }))
      .map((one) => ({ ...one, id: itemNamed(model, lookup, one.text) }))
      .find(({ id }) => id !== undefined);
    const bare = parts[at]?.trim() ?? '';
    if (named) found.push(named.id);
    else if (bare !== '') found.push(bare);
    at += named?.count ?? 1;
  }
  return found;
}

/** The most separators within one label. */
function separatorsIn(model: Model, lookup: string): number {
  const labels = (model.lookups.get(lookup)?.items ?? []).flatMap(({ Name }) =>
    locales.map((locale) => formatMessage(model, locale, `lookup.${lookup}.${Name}`)),
  );
  return Math.max(0, ...labels.map((label) => label.split(';').length - 1));
}

/** Matches a label in any language, a name or an id. */
function itemNamed(model: Model, lookup: string, text: string): unknown {
  const wanted = uniqueKey(text);
  const items = model.lookups.get(lookup)?.items ?? [];
  return items.find(({ Id, Name }) => {
    const labels = locales.map((locale) => formatMessage(model, locale, `lookup.${lookup}.${Name}`));
    return [String(Id), Name, ...labels].some((one) => uniqueKey(one) === wanted);
  })?.Id;
}
