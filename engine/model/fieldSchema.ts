/** The JSON Schema of a field's value by itself. */
import type { Field } from '../declaration/types.generated.ts';
import type { FieldKind } from '../types/basicTypes.ts';
import type { Settings } from '../types/modelTypes.ts';
import { longestOf } from './fieldLimits.ts';

const scalarKeywords = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'enum',
] as const;
const listKeywords = ['minItems', 'maxItems', 'uniqueItems'] as const;

const textFormats = ['email', 'uri', 'phone', 'postal-code'] as const;

/** The format of a text that its value is held to. */
export const textFormat = ({ format }: Field): (typeof textFormats)[number] | undefined =>
  textFormats.find((one) => one === format);

export function standaloneSchema(
  declared: Field,
  kind: FieldKind,
  settings: Settings,
): Record<string, unknown> {
  const scale = declared['x-money'] ?? declared['x-percent'] ?? declared['x-decimal'];
  const keywords = typeByKind[kind] === 'array' ? listKeywords : scalarKeywords;
  const schema: Record<string, unknown> = { ...baseSchema(declared, kind, settings) };
  for (const keyword of keywords) if (declared[keyword] !== undefined) schema[keyword] = declared[keyword];
  const longest = longestOf(declared, kind);
  if (longest !== undefined) schema.maxLength = longest;
  if (scale && schema.multipleOf === undefined) schema.multipleOf = Number(`1e-${scale.scale}`);
  return schema;
}

const typeByKind = {
  id: 'string',
  text: 'string',
  multiline: 'string',
  rule: 'string',
  html: 'string',
  integer: 'integer',
  decimal: 'number',
  money: 'number',
  percent: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  choice: undefined,
  flags: 'integer',
  reference: 'string',
  file: 'string',
  references: 'array',
  rows: 'array',
  object: 'object',
  json: undefined,
} satisfies Record<FieldKind, string | undefined>;

const formatByKind: Partial<Record<FieldKind, string>> = {
  id: 'uuid',
  reference: 'uuid',
  file: 'uuid',
  date: 'date',
  datetime: 'date-time',
};

/** Beyond these a number is no longer the one that was sent. */
const boundsByKind: Partial<Record<FieldKind, Record<string, number>>> = {
  integer: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  flags: { minimum: 0, maximum: 2 ** 31 - 1 },
};

function baseSchema(declared: Field, kind: FieldKind, settings: Settings): Record<string, unknown> {
  const type =
    kind === 'choice' ? (declared.type ?? ['integer', 'string']) : (typeByKind[kind] ?? declared.type);
  const own = kind === 'text' ? textFormat(declared) : undefined;
  const format = formatByKind[kind] ?? own;
  const years = /^date/.test(kind) && { 'x-years': declared['x-years'] ?? settings.years };
  return { ...(type && { type }), ...(format && { format }), ...boundsByKind[kind], ...years };
}
