/** Resolves a sort against the model, with `Id` as tie-breaker. */
import {
  type FieldModel,
  type FieldPath,
  kinds,
  lookupRanks,
  type Model,
  type RowLimits,
  resolveStored,
  type Sort,
  signOf,
  UnknownPathError,
  withTieBreak,
} from '#engine';
import type { EntityTable } from './entityTable.ts';

export type SortTerm = FieldPath & {
  readonly sign: 1 | -1;
  /** For members of lookups: id → rank. */
  readonly ranks?: ReadonlyMap<string | number, number>;
};

/** One term per sort path; throws for a path with several values per record. */
export function sortTerms(
  sort: readonly Sort[],
  table: EntityTable,
  model: Model,
  limits?: RowLimits,
): readonly SortTerm[] {
  return withTieBreak(sort).map((term) => {
    const { through, field, seen, lookupMember } = resolveStored(term.path, table.entity, model, limits);
    if ([...through, field].some((each) => isMany(each, model)))
      throw new UnknownPathError(table.entity.id, term.path);
    const ranks = lookupMember && field.lookup ? lookupRanks(model, field.lookup, lookupMember) : undefined;
    return { through, field, seen, sign: signOf(term), ranks };
  });
}

/** In a list, or not a single comparable value. */
function isMany(field: FieldModel, model: Model): boolean {
  if (field.storage === 'json' && kinds[field.kind].elements !== 'codes') return true;
  const top = model.entities.get(field.entity)?.fields.find((each) => each.name === field.path.split('.')[0]);
  return top?.kind === 'rows';
}
