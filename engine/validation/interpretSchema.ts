/**
 * Interprets a field's schema like the code Ajv would generate: for trial fields, which the browser's
 * validators do not know. Under a strict CSP, a page cannot generate code.
 */
import { fitsTextPattern } from '../patterns/textPattern.ts';
import type { SchemaFailure } from '../rules/types.ts';
import { formats } from '../text/formats.ts';
import type { Years } from '../types/modelTypes.ts';

type Schema = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => readonly SchemaFailure[];
/** Tests one keyword on a value. */
type Keyword = (value: never, limit: never) => boolean;

const none: readonly SchemaFailure[] = [];

/** The check of a schema; undefined when it has unsupported keywords. */
export function interpretSchema({ items, uniqueItems, ...own }: Schema): Check | undefined {
  if (!Object.keys(own).every(isKnown)) return undefined;
  const ofItem = items === undefined ? () => none : interpretSchema(items as Schema);
  if (!ofItem) return undefined;
  const failed = failureOf(own);
  return (value) => {
    const failure = failed(value);
    if (failure) return [failure];
    if (!Array.isArray(value)) return none;
    const inside = itemFailure(value, ofItem);
    if (inside) return [inside];
    return uniqueItems === true && !areUnique(value) ? [failureBy('uniqueItems', true)] : none;
  };
}

function isKnown(name: string): boolean {
  return name === 'type' || keywords.some(({ of }) => Object.hasOwn(of, name));
}

function itemFailure(items: readonly unknown[], check: Check): SchemaFailure | undefined {
  for (const [place, item] of items.entries()) {
    const [first] = check(item);
    if (first) return { ...first, path: `/${place}${first.path}` };
  }
  return undefined;
}

/** The first failed keyword, in Ajv's order; groups for other types are skipped. */
function failureOf({ type, ...limits }: Schema): (value: unknown) => SchemaFailure | undefined {
  const types = [type ?? []].flat();
  const asked = keywords.flatMap(({ about, of }) =>
    Object.entries(of).flatMap(([name, isMet]) =>
      limits[name] === undefined ? [] : [{ about, name, limit: limits[name], isMet: isMet as Met }],
    ),
  );
  return (value) => {
    if (types.length > 0 && !types.some((one) => isOfType(value, String(one))))
      return failureBy('type', type);
    const broken = asked.find(({ about, limit, isMet }) => about(value) && !isMet(value, limit));
    return broken && failureBy(broken.name, broken.limit);
  };
}

type Met = (value: unknown, limit: unknown) => boolean;

function failureBy(keyword: string, limit: unknown): SchemaFailure {
  if (keyword === 'years') return { path: '', keyword, params: limit as Years };
  const name = limited.has(keyword) ? 'limit' : keyword;
  return { path: '', keyword, params: { [name]: limit } };
}

/** Keywords whose parameter Ajv calls `limit`. */
const limited = new Set([
  ...['maxLength', 'minLength', 'maxItems', 'minItems'],
  ...['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'],
]);

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isFinite(value) && (value as number) % 1 === 0;
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

type Group = { readonly about: (value: unknown) => boolean; readonly of: Readonly<Record<string, Keyword>> };

const lengthOf = (text: string) => [...text].length;
/** With the precision that Ajv is configured to use. */
const isWhole = (number: number) => !(Math.abs(Math.round(number) - number) > 1e-6);

/** In Ajv's order. */
const keywords: readonly Group[] = [
  {
    about: Number.isFinite,
    of: {
      maximum: (value: number, limit: number) => value <= limit,
      minimum: (value: number, limit: number) => value >= limit,
      exclusiveMaximum: (value: number, limit: number) => value < limit,
      exclusiveMinimum: (value: number, limit: number) => value > limit,
      multipleOf: (value: number, limit: number) => isWhole(value / limit),
      scale: (value: number, limit: number) => Number(value.toFixed(limit)) === value,
    },
  },
  {
    about: (value) => typeof value === 'string',
    of: {
      maxLength: (value: string, limit: number) => lengthOf(value) <= limit,
      minLength: (value: string, limit: number) => lengthOf(value) >= limit,
      pattern: (value: string, limit: string) => fitsTextPattern(limit, value),
      format: (value: string, limit: keyof typeof formats) => formats[limit](value),
      years: (value: string, { from, to }: Years) =>
        Number(value.slice(0, 4)) >= from && Number(value.slice(0, 4)) <= to,
    },
  },
  {
    about: () => true,
    of: {
      const: (value: unknown, limit: unknown) => textOf(value) === textOf(limit),
      enum: (value: unknown, limit: readonly unknown[]) => limit.some((one) => textOf(one) === textOf(value)),
    },
  },
  {
    about: Array.isArray,
    of: {
      maxItems: (value: unknown[], limit: number) => value.length <= limit,
      minItems: (value: unknown[], limit: number) => value.length >= limit,
    },
  },
];

function areUnique(values: readonly unknown[]): boolean {
  return new Set(values.map(textOf)).size === values.length;
}

/** Equal values give equal texts, whatever the member order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
