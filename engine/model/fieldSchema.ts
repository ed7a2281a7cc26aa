/** The JSON Schema of a single field's value. */
import type { Field } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
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

/** The format that a text value must match. */
export const textFormat = ({ format }: Field): (typeof textFormats)[number] | undefined =>
  textFormats.find((one) => one === format);

export function standaloneSchema(
  declared: Field,
  kind: FieldKind,
  settings: Settings,
): Record<string, unknown> {
  const scale = declared['x-money'] ?? declared['x-percent'] ?? declared['x-decimal'];
  const keywords = kinds[kind].schema.type === 'array' ? listKeywords : scalarKeywords;
  const schema: Record<string, unknown> = { ...baseSchema(declared, kind, settings) };
  for (const keyword of keywords) if (declared[keyword] !== undefined) schema[keyword] = declared[keyword];
  const longest = longestOf(declared, kind);
  if (longest !== undefined) schema.maxLength = longest;
  if (scale && schema.multipleOf === undefined) schema.multipleOf = Number(`1e-${scale.scale}`);
  return schema;
}

function baseSchema(declared: Field, kind: FieldKind, settings: Settings): Record<string, unknown> {
  const { schema, hasYears } = kinds[kind];
  const { type: own, format: ownFormat, ...bounds } = schema;
  const type = own ?? declared.type ?? (kind === 'choice' ? ['integer', 'string'] : undefined);
  const format = ownFormat ?? (kinds[kind].normal === 'line' ? textFormat(declared) : undefined);
  const years = hasYears && { 'x-years': declared['x-years'] ?? settings.years };
  return { ...(type && { type }), ...(format && { format }), ...bounds, ...years };
}
