/** Normalizes the texts of a record. */
import { kinds } from '../fields/registry.ts';
import { spellings } from '../text/formats.ts';
import { normalText } from '../text/normalText.ts';
import type { DataRecord, FieldModel } from '../types/modelTypes.ts';
import { sameValue } from './sameValue.ts';
import { isRecord } from './values.ts';

type How = {
  /** Lines are kept in every text, also of one line. */
  readonly keepsLines?: boolean;
};

/**
 * Trims and composes texts and removes invisible characters, also in rows, objects and translations. Skips
 * values that equal the stored ones and fields that are verbatim, rules, HTML or JSON.
 */
export function normalRecord(
  fields: readonly FieldModel[],
  next: DataRecord,
  previous: DataRecord | undefined,
  how: How = {},
): DataRecord {
  let changed: Record<string, unknown> | undefined;
  for (const field of fields) {
    const value = next[field.name];
    if (value === undefined || value === null || value === previous?.[field.name]) continue;
    const normal = normalValue(field, value, how);
    if (normal === value || (previous && sameValue(value, previous[field.name]))) continue;
    changed ??= { ...next };
    changed[field.name] = normal;
  }
  const texts =
    previous && sameValue(next.$localized, previous.$localized)
      ? next.$localized
      : normalTexts(fields, next, how);
  return texts === next.$localized ? (changed ?? next) : { ...(changed ?? next), $localized: texts };
}

/** The normalized value of a field; the same value when nothing changes. */
export function normalValue(field: FieldModel, value: unknown, how: How = {}): unknown {
  if (typeof value === 'string')
    return isNormal(field) ? spelled(field, normalText(value, shapeOf(field, how))) : value;
  const inner = field.fields;
  if (!inner) return value;
  if (isRecord(value)) return normalRecord(inner, value, undefined, how);
  if (!Array.isArray(value)) return value;
  const rows = value.map((row) => (isRecord(row) ? normalRecord(inner, row, undefined, how) : row));
  return rows.every((row, at) => row === value[at]) ? value : rows;
}

/** Whether the texts of a field are normalized. */
export function isNormal({ kind, verbatim, lookup }: FieldModel): boolean {
  return kinds[kind].normal !== undefined && verbatim !== true && lookup === undefined;
}

/** Normalized by its format. */
const spelled = ({ format }: FieldModel, text: string): string =>
  (format && spellings[format]?.(text)) ?? text;

const shapeOf = ({ kind }: FieldModel, { keepsLines = false }: How) => ({
  multiline: keepsLines || kinds[kind].normal === 'lines',
});

/** The translations: `{ Name: { "fr-CA": … } }`. */
function normalTexts(fields: readonly FieldModel[], { $localized: texts }: DataRecord, how: How): unknown {
  if (!isRecord(texts)) return texts;
  const entries = Object.entries(texts).map(([name, byLanguage]) => {
    const field = fields.find((one) => one.name === name);
    if (!field || !isRecord(byLanguage)) return [name, byLanguage] as const;
    const normal = Object.entries(byLanguage).map(([language, text]) => [
      language,
      normalValue(field, text, how),
    ]);
    return [name, Object.fromEntries(normal)] as const;
  });
  return Object.fromEntries(entries);
}
