/** Resolves a sort against the model, with `Id` as tie-breaker. */
import {
  type FieldModel,
  type FieldPath,
  kinds,
  type Locale,
  lookupRanks,
  type Model,
  type RowLimits,
  resolveStored,
  type ShippedTexts,
  type Sort,
  shippedTexts,
  signOf,
  UnknownPathError,
  withTieBreak,
} from '#engine';
import type { EntityTable } from './entityTable.ts';

export type SortTerm = FieldPath & {
  readonly sign: 1 | -1;
  /** For members of lookups: id → rank. */
  readonly ranks?: ReadonlyMap<string | number, number>;
  /** What readers see instead of stored texts. */
  readonly shown?: ShippedTexts;
};

type Sorted = {
  readonly sort?: readonly Sort[] | undefined;
  readonly limits?: RowLimits | undefined;
  readonly language?: Locale | undefined;
};

/** One term per sort path; throws for a path with several values per record. */
export function sortTerms(
  { sort = [], limits, language }: Sorted,
  table: EntityTable,
  model: Model,
): readonly SortTerm[] {
  return withTieBreak(sort).map((term) => {
    const { through, field, seen, lookupMember } = resolveStored(term.path, table.entity, model, limits);
    if ([...through, field].some((each) => isMany(each, model)))
      throw new UnknownPathError(table.entity.id, term.path);
    const ranks = lookupMember && field.lookup ? lookupRanks(model, field.lookup, lookupMember) : undefined;
    const shown = language && !lookupMember ? shippedTexts(model, field, language) : undefined;
    return { through, field, seen, sign: signOf(term), ranks, shown };
  });
}

/** In a list, or not a single comparable value. */
function isMany(field: FieldModel, model: Model): boolean {
  if (field.storage === 'json' && kinds[field.kind].elements !== 'codes') return true;
  const top = model.entities.get(field.entity)?.fields.find((each) => each.name === field.path.split('.')[0]);
  return top?.kind === 'rows';
}
