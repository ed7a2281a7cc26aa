/** Parses `FilterProperty`, `FilterOperator`, `FilterValue` triples to one filter, combined with `and`. */

import type { AskedOperator, FilterOperator, FilterTree } from '../expression/compileWhere.ts';
import { parseBoolean } from '../fields/filterInputs.ts';
import { kinds } from '../fields/registry.ts';
import type { Day } from '../text/dayRange.ts';
import { spellings } from '../text/formats.ts';
import { nearestName } from '../text/nearestName.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import { filterOperators, isListOperator, operatorsOf } from './filterOperators.ts';
import type { ListParameters } from './listParameters.ts';
import { parseValue, type Reader } from './parseValue.ts';
import { problem } from './problem.ts';
import { type RequestPath, requestPath } from './requestPath.ts';

/** Undefined without filters. The n-th values of the parameters belong together: counts must match. */
export function parseFilters(
  list: ListParameters,
  entity: EntityModel,
  { model, ...reader }: { readonly model: Model } & Reader,
): FilterTree | undefined {
  const { filterproperty: properties, filteroperator: operators, filtervalue: values } = list;
  if (properties.length !== operators.length || properties.length !== values.length)
    throw problem('query.filter.count', {
      properties: properties.length,
      operators: operators.length,
      values: values.length,
    });
  const of = properties.map((property, index) => {
    const target = requestPath(property, entity, model);
    return filterOf(target, { operator: operators[index] ?? '', text: values[index] ?? '', ...reader });
  });
  return of.length > 1 ? { kind: 'and', of } : of[0];
}

type Comparing = {
  readonly operator: string;
  readonly text: string;
} & Reader;

/** A comparison of a field with a value given as text. */
export function filterOf(
  target: RequestPath,
  { operator: operatorText, text, ...reader }: Comparing,
): FilterTree {
  const operator = parseOperator(operatorText, target);
  if (operator === 'contains' || operator === 'startsWith' || operator === 'words')
    return textFilter(target.path, operator, spelled(target, text));
  if (operator === 'filled') return compare(target.path, parseFilled(text, target) ? 'ne' : 'eq', null);
  const values = isListOperator(operator) ? splitList(text) : [text];
  const parsed = values.map((value) => parseValue(spelled(target, value), target, reader));
  const { path } = target;
  if (operator === 'in') return compare(path, 'in', parsed.some(isDay) ? refuseDays(target, text) : parsed);
  if (operator === 'none') return { kind: 'not', of: compare(path, 'in', parsed) };
  if (operator === 'all') return allOf(target, parsed);
  const [value] = parsed;
  if (isDay(value)) return dayFilter(path, operator, value);
  // All but one value includes empty ones.
  if (operator === 'ne' && value !== null) return { kind: 'not', of: compare(path, 'eq', value) };
  if (value !== null || operator === 'eq' || operator === 'ne') return compare(path, operator, value);
  throw problem('query.value.empty', { field: path, operator });
}

/** Normalizes the text by its format. */
const spelled = ({ field: { format } }: RequestPath, text: string): string =>
  (format && spellings[format]?.(text.trim())) ?? text;

function parseOperator(text: string, target: RequestPath): AskedOperator {
  const operator = filterOperators.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (!operator) {
    const suggestion = nearestName(text, filterOperators) ?? filterOperators.join(', ');
    throw problem('query.operator.unknown', { operator: text, field: target.path, suggestion });
  }
  const allowed = target.lookupMember ? operatorsOf('text') : operatorsOf(target.field.kind);
  if (!(allowed as readonly string[]).includes(operator))
    throw problem('query.operator.unfit', { operator, field: target.path, allowed: allowed.join(', ') });
  return operator;
}

function parseFilled(text: string, { path }: RequestPath): boolean {
  const value = parseBoolean(text, '');
  if (typeof value !== 'boolean') throw problem('query.value.boolean', { field: path, value: text });
  return value;
}

/** All of several choices, or all of several flags. */
function allOf({ path, field }: RequestPath, values: readonly unknown[]): FilterTree {
  if (!kinds[field.kind].elements) return compare(path, 'all', allBits(values));
  return { kind: 'and', of: values.map((value) => compare(path, 'eq', value)) };
}

/** Flags given one by one or as a single number. */
function allBits(values: readonly unknown[]): number {
  return values.reduce<number>((bits, value) => bits | Number(value ?? 0), 0);
}

/** An empty text is part of every text, so it filters nothing. */
function textFilter(path: string, operator: FilterOperator, text: string): FilterTree {
  return (operator === 'words' ? text.trim() : text) === ''
    ? { kind: 'constant', value: true }
    : compare(path, operator, text);
}

/** A value as text in a request; throws for anything but text, number, boolean or a list of them. */
export function valueText(value: unknown, path: string): string {
  if (Array.isArray(value)) return value.map((one) => valueText(one, path).replaceAll(',', '\\,')).join(',');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' || typeof value === 'function')
    throw problem('query.value.text', { field: path, value: JSON.stringify(value) });
  return String(value);
}

/** A comma-separated list; `\,` is a comma within a value. */
function splitList(text: string): readonly string[] {
  const entries = text.split(/(?<!\\),/);
  return entries.map((entry) => entry.replaceAll('\\,', ',').trim());
}

function isDay(value: unknown): value is Day {
  return typeof value === 'object' && value !== null && 'from' in value;
}

function refuseDays(target: RequestPath, text: string): never {
  throw problem('query.value.datetime', { field: target.path, value: text });
}

/** Comparing a moment with a day means the whole day in the person's time zone. */
function dayFilter(path: string, operator: FilterOperator, day: Day): FilterTree {
  const within: FilterTree = {
    kind: 'and',
    of: [compare(path, 'ge', day.from), compare(path, 'lt', day.to)],
  };
  if (operator === 'eq') return within;
  if (operator === 'ne') return { kind: 'not', of: within };
  if (operator === 'gt') return compare(path, 'ge', day.to);
  if (operator === 'le') return compare(path, 'lt', day.to);
  return compare(path, operator, day.from);
}

function compare(path: string, operator: FilterOperator, value: unknown): FilterTree {
  return { kind: 'compare', path, operator, value };
}
