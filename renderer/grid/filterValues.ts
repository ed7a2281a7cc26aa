import {
  activeFilters,
  type FilterModel,
  filterInput,
  type GridBlock,
  type GridSnapshot,
  isFilterText,
  isNumberFilter,
  kinds,
  type Locale,
} from '#engine';
import { parseNumber } from '../parts/parseNumber.ts';

/** Number of active filters. */
export function countFilters(block: GridBlock, values: GridSnapshot['filters']): number {
  return activeFilters(block, values).length;
}

/** Whether a typed text is shorter than the filter's minimum length. */
export function isTooShort(filter: FilterModel, text: string): boolean {
  const length = [...text.trim()].length;
  return length > 0 && length < filter.minimumLength;
}

/** Whether the list loads nothing yet, as it requires a filter and none is set. */
export function waitsForFilter(block: GridBlock, { filters, where }: GridSnapshot): boolean {
  return block.start !== undefined && !where && activeFilters(block, filters).length === 0;
}

type Read = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

/** The value of a typed text, or what is wrong with it. */
export function readFilterText(filter: FilterModel, text: string, locale: Locale): Read {
  if (text.trim() === '') return { value: undefined };
  const { written } = kinds[filter.kind];
  if (written && filterInput(filter) === 'written') {
    const value = written.parse(text);
    return value === undefined ? { problem: written.problem } : { value: String(value) };
  }
  if (isNumberFilter(filter)) {
    const isWhole = filterInput(filter) === 'whole';
    const value = parseNumber(text, locale, kinds[filter.kind].unit, isWhole ? 0 : undefined);
    if (value !== undefined && isFilterText(filter, String(value))) return { value };
    return { problem: isWhole ? 'ui.grid.filter.no-whole-number' : 'ui.grid.filter.no-number' };
  }
  return isFilterText(filter, text.trim()) ? { value: text } : { problem: 'ui.grid.filter.no-value' };
}

/** A filter value as a person would type it in this locale. */
export function shownFilterText(filter: FilterModel, value: unknown, locale: Locale): string {
  const text = String(value ?? '');
  const { written } = kinds[filter.kind];
  if (text !== '' && written && filterInput(filter) === 'written')
    return written.format(kinds[filter.kind].isNumeric ? Number(text) : text, locale);
  if (text === '' || !isNumberFilter(filter) || !isFilterText(filter, text)) return text;
  const format = { useGrouping: false, maximumFractionDigits: 10 };
  return new Intl.NumberFormat(locale, format).format(Number(text)).replace('\u2212', '-');
}
