/** Which texts can be a filter's value at all; whether there is such a record only the server knows. */
import type { FieldKind } from '../types/basicTypes.ts';
import type { FilterModel } from '../types/modelTypes.ts';

const ids: ReadonlySet<FieldKind> = new Set(['id', 'reference', 'references', 'choice']);
const numbers: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money', 'percent', 'flags']);

export function isFilterText(filter: FilterModel, text: string): boolean {
  if (text.trim() === '') return false;
  const { kind } = filter;
  if (isChosen(filter) || ids.has(kind)) return /^[\w-]{1,64}$/.test(text);
  if (kind === 'boolean') return text === 'true' || text === 'false';
  if (kind === 'integer' || kind === 'flags') return /^-?\d{1,15}$/.test(text);
  if (numbers.has(kind)) return /^-?\d{1,15}(\.\d{1,10})?$/.test(text);
  if (kind === 'date' || kind === 'datetime') return isDay(text);
  return true;
}

/** Its value is typed as a number. */
export function isNumberFilter(filter: FilterModel): boolean {
  return numbers.has(filter.kind) && !isChosen(filter);
}

/** Lists go to the server with commas between. */
function isChosen({ operator, lookup, optionsFrom }: FilterModel): boolean {
  return operator === 'in' || operator === 'all' || lookup !== undefined || optionsFrom !== undefined;
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
