import type { FieldModel, Locale, Model } from '../types/modelTypes.ts';

/** A field's texts that readers of a language see instead of what is stored in the first language. */
export type ShippedTexts = {
  /** Only these records are shown so: others may have been given the same text by a person. */
  readonly ids: ReadonlySet<string>;
  /** Stored text → shown text. */
  readonly texts: ReadonlyMap<string, string>;
};

const known = new WeakMap<FieldModel, Map<Locale, ShippedTexts | undefined>>();

/** Undefined if records are shipped without translations of this field. */
export function shippedTexts(
  { entities }: Pick<Model, 'entities'>,
  field: FieldModel,
  language: Locale,
): ShippedTexts | undefined {
  const before = known.get(field) ?? new Map<Locale, ShippedTexts | undefined>();
  if (before.has(language)) return before.get(language);
  const made = textsOf(entities, field, language);
  known.set(field, before.set(language, made));
  return made;
}

function textsOf(entities: Model['entities'], field: FieldModel, language: Locale): ShippedTexts | undefined {
  const owner = entities.get(field.entity);
  if (owner?.fieldByPath.get(field.name) !== field) return undefined;
  const { texts: all, reference, demo } = owner.seed;
  const texts = new Map<string, string>();
  for (const one of all)
    for (const [stored, shown] of Object.entries(one[language]?.[field.name] ?? {}))
      if (shown !== undefined) texts.set(stored, shown);
  const shipped = [...reference, ...demo].filter((record) => texts.has(String(record[field.name])));
  return texts.size > 0 ? { ids: new Set(shipped.map(({ Id }) => String(Id))), texts } : undefined;
}
