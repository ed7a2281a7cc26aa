/** The part of a field's schema that can fail, without labels and storage information. */

import { kinds } from '../fields/registry.ts';
import { formats } from '../text/formats.ts';
import type { FieldModel } from '../types/modelTypes.ts';

type Schema = { readonly [keyword: string]: unknown };

const scalarKeywords = [
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'x-years',
];
const listKeywords = ['type', 'minItems', 'maxItems', 'uniqueItems'];

/**
 * What Ajv checks of one value; undefined when nothing can fail. Fields of rows and objects are omitted: they
 * have their own checks, so that irrelevant ones can be skipped.
 */
export function checkedSchema(field: FieldModel): Schema | undefined {
  const kept = keywordsOf(field);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function keywordsOf(field: FieldModel): Schema {
  if (field.kind === 'json') return withoutFacts(field.schema) as Schema;
  if (field.kind === 'rows') return pick({ type: 'array', ...field.schema }, listKeywords);
  if (field.kind === 'object') return { type: 'object' };
  const { elements } = kinds[field.kind];
  if (elements)
    return {
      ...pick({ type: 'array', ...field.schema }, listKeywords),
      items: elements === 'ids' ? reference : code,
    };
  const kept = pick(field.schema, scalarKeywords);
  return field.scale === undefined ? kept : withScale(kept, field.scale);
}

function withScale(schema: Schema, scale: number): Schema {
  const { multipleOf, ...others } = schema;
  const own = multipleOf === undefined || multipleOf === Number(`1e-${scale}`);
  return { ...(own ? others : schema), scale };
}

// Ids are compared as text; the store checks that the record exists.
const reference: Schema = { type: 'string', minLength: 1, maxLength: 64 };
// Whether the lookup has it is checked with its other facts (`fieldIssues`).
const code: Schema = { type: ['string', 'integer'] };

function pick(schema: Schema, keywords: readonly string[]): Schema {
  const kept: Record<string, unknown> = {};
  for (const keyword of keywords) if (schema[keyword] !== undefined) kept[keyword] = schema[keyword];
  if (!Object.hasOwn(formats, String(kept.format))) delete kept.format;
  const { 'x-years': years, ...others } = kept;
  return years === undefined ? others : { ...others, years };
}

function withoutFacts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFacts);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, entry]) => !isFact(key, entry));
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutFacts(entry)]));
}

const annotations = new Set(['title', 'description', 'default', 'readOnly', '$comment']);

function isFact(key: string, entry: unknown): boolean {
  if (key.startsWith('x-')) return true;
  if (annotations.has(key)) return typeof entry !== 'object' || key === 'default';
  return key === 'format' && !Object.hasOwn(formats, String(entry));
}
