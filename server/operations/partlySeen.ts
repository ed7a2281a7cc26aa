/** Figures over records of which the person sees only some: which entities that concerns, and the sentence that says so. */
import { type FilterTree, formatMessage, type Locale, type Model, resolveReferencePath } from '#engine';
import { pathsOf } from './filters.ts';
import { accounts, type Person, seesEvery } from './rowLimits.ts';

type Asking = Person & { readonly runtime: { readonly model: Model } };

/** Of these entities, those whose records the person may not see all of; each once, in the order given. */
export function partlySeen(
  { runtime: { model }, ...person }: Asking,
  entities: Iterable<string>,
): readonly string[] {
  return [...new Set(entities)].filter((entity) => !seesEvery(model, entity, person));
}

/** The entity and those that the paths lead through: a condition on an unseen record counts it as none. */
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

/** The same of a list of records, where `bound` names the fields that the address fixes. */
export function partlyListed(
  asking: Asking,
  {
    entity,
    filter,
    bound,
  }: { readonly entity: string; readonly filter: FilterTree | undefined; readonly bound: readonly string[] },
): readonly string[] {
  const { model } = asking.runtime;
  const partly = partlySeen(asking, entitiesRead(model, entity, pathsOf(filter)));
  return isWithinSeen(model, entity, bound) ? partly.filter((one) => one !== entity) : partly;
}

/** All that belongs to a record one sees is seen: a limit that goes through the fixed field leaves nothing of it out. */
function isWithinSeen({ entities }: Model, entity: string, bound: readonly string[]): boolean {
  if (entity === accounts) return false;
  const tests = entities.get(entity)?.rowAccess?.tests ?? [];
  return bound.some((field) => tests.some(({ path }) => path === field || path.startsWith(`${field}.`)));
}

type Telling = { readonly locale: Locale; readonly runtime: { readonly model: Model } };

/** What stands beside such a figure; no sentence where everything is seen. */
export function partialWarnings(
  { locale, runtime: { model } }: Telling,
  partly: readonly string[],
): readonly string[] {
  if (partly.length === 0) return [];
  const plural = (id: string) => formatMessage(model, locale, model.entities.get(id)?.plural ?? id);
  const entities = new Intl.ListFormat(locale, { type: 'conjunction' }).format(partly.map(plural));
  return [formatMessage(model, locale, 'server.partial', { entities })];
}
