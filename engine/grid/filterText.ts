/** Checks which texts can be a filter's value; only the server knows whether a matching record exists. */
import { type FilterInput, isCalendarDay } from '../fields/filterInputs.ts';
import { kinds } from '../fields/registry.ts';
import { isListOperator } from '../query/filterOperators.ts';
import type { FilterModel } from '../types/modelTypes.ts';

const fits: Readonly<Record<FilterInput, (text: string) => boolean>> = {
  id: isCode,
  truth: (text) => text === 'true' || text === 'false',
  whole: isWhole,
  flags: isWhole,
  number: (text) => /^-?\d{1,15}(\.\d{1,10})?$/.test(text),
  day: isCalendarDay,
  text: () => true,
  written: () => true,
  none: () => true,
};

const numeric: ReadonlySet<FilterInput> = new Set(['number', 'whole', 'flags']);

export function isFilterText(filter: FilterModel, text: string): boolean {
  if (text.trim() === '') return false;
  return (isChosen(filter) ? isCode : fits[filterInput(filter)])(text);
}

/** Whether its value is typed as a number. */
export function isNumberFilter(filter: FilterModel): boolean {
  return numeric.has(filterInput(filter)) && !isChosen(filter);
}

/** The control for the field's values; whether there is one is asked with yes or no. */
export function filterInput({ kind, operator }: Pick<FilterModel, 'kind' | 'operator'>): FilterInput {
  return operator === 'filled' ? 'truth' : kinds[kind].filter.input;
}

/** Lists are sent comma-separated. */
function isChosen({ operator, lookup, optionsFrom }: FilterModel): boolean {
  return isListOperator(operator) || lookup !== undefined || optionsFrom !== undefined;
}

function isCode(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

function isWhole(text: string): boolean {
  return /^-?\d{1,15}$/.test(text);
}
