/** Fields of a list's query that not everybody may see: to filter or sort by one would tell what it holds. */
import { type Access, askedHops, type FieldModel, type Model, resolveReferencePath } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { RecordQuery } from '../store/types.ts';
import { isAllowed } from './authorize.ts';
import { pathsOf } from './filters.ts';

export type GuardedPath = { readonly path: string; readonly access: Access };

/**
 * What a query needs beside the right to its entity: guarded fields that it reads, those of records referred to as
 * well, and records on the way of which no answer shows what is read of them.
 */
export function guardedPaths(model: Model, query: RecordQuery): readonly GuardedPath[] {
  const paths = [...(query.sort ?? []).map(({ path }) => path), ...pathsOf(query.filter)];
  return [...new Set(paths)].flatMap((path) =>
    accessAlong(model, query.entity, path).map((access) => ({ path, access })),
  );
}

/** All that has to be allowed for a path from a record that is seen; nothing of one that leads nowhere. */
export function accessAlong({ entities }: Model, entity: string, path: string): readonly Access[] {
  const from = entities.get(entity);
  const found = from && resolveReferencePath(entities, from, path);
  if (!found) return [];
  const guards = [...found.through, found.field].flatMap((field) => fieldAccess(entities, field) ?? []);
  const records = found.through.slice(0, askedHops(found)).flatMap(({ ref }) => {
    const view = entities.get(ref?.entity ?? '')?.policy.view;
    return view && view.kind !== 'login' && view.kind !== 'public' ? [view] : [];
  });
  return [...guards, ...records];
}

/** Who may read the field; undefined: whoever sees the record. */
export function fieldAccess(entities: Model['entities'], { entity, path }: FieldModel): Access | undefined {
  return entities.get(entity)?.policy.fields[path.split('.')[0] as string]?.view;
}

/** 403 that names the first field the person may not see. */
export function refuseHidden(
  guarded: readonly GuardedPath[],
  features: ReadonlySet<string> | undefined,
): void {
  const hidden = guarded.find(({ access }) => !isAllowed(access, features));
  if (hidden) throw refusals.hiddenField({ params: { field: hidden.path } });
}
