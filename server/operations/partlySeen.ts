/**
 * Finds entities of which the person sees only some records, and writes the warning about figures over them.
 */
import { type FilterTree, formatMessage, type Locale, type Model, resolveReferencePath } from '#engine';
import { pathsOf } from './filters.ts';
import { accounts, fieldsThrough, type Person, seesEvery } from './rowLimits.ts';

type Asking = Person & { readonly runtime: { readonly model: Model } };

/** Those entities of which the person may not see all records, without duplicates, in the given order. */
export function partlySeen(
  { runtime: { model }, ...person }: Asking,
  entities: Iterable<string>,
): readonly string[] {
  return [...new Set(entities)].filter((entity) => !seesEvery(model, entity, person));
}

/** The entity and those its paths lead through: a condition treats an unseen record as absent. */
export function entitiesRead(
  { entities }: Model,
  entity: string,
  paths: Iterable<string>,
): readonly string[] {
  const from = entities.get(entity);
  if (!from) return [];
  const crossed = [...paths].flatMap((path) => {
    const found = resolveReferencePath(entities, from, path);
    return (found?.through ?? []).flatMap(({ ref }) => ref?.entity ?? []);
  });
  return [entity, ...crossed];
}

/** The same for a list of records; `bound` names the fields fixed by the URL. */
export function partlyListed(
  asking: Asking,
  {
    entity,
    filter,
    bound,
    paths = [],
  }: {
    readonly entity: string;
    readonly filter: FilterTree | undefined;
    readonly bound: readonly string[];
    /** What its figures read. */
    readonly paths?: readonly string[];
  },
): readonly string[] {
  const { model } = asking.runtime;
  const partly = partlySeen(asking, entitiesRead(model, entity, [...pathsOf(filter), ...paths]));
  return isWithinSeen(model, entity, bound) ? partly.filter((one) => one !== entity) : partly;
}

/** Everything belonging to a visible record is visible: a row limit through the fixed field omits nothing. */
function isWithinSeen({ entities }: Model, entity: string, bound: readonly string[]): boolean {
  if (entity === accounts) return false;
  const access = entities.get(entity)?.rowAccess;
  return access !== undefined && bound.some((field) => fieldsThrough(access).includes(field));
}

type Telling = { readonly locale: Locale; readonly runtime: { readonly model: Model } };

/** The warnings beside such a figure; none if everything is visible. */
export function partialWarnings(
  { locale, runtime: { model } }: Telling,
  partly: readonly string[],
): readonly string[] {
  if (partly.length === 0) return [];
  const plural = (id: string) => formatMessage(model, locale, model.entities.get(id)?.plural ?? id);
  const entities = new Intl.ListFormat(locale, { type: 'conjunction' }).format(partly.map(plural));
  return [formatMessage(model, locale, 'server.partial', { entities })];
}
