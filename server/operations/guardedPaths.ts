/** Fields of a list's query that not everybody may see: to filter or sort by one would tell what it holds. */
import { type Access, type FilterTree, type Model, resolvePath } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { RecordQuery } from '../store/types.ts';
import { isAllowed } from './authorize.ts';

export type GuardedPath = { readonly path: string; readonly access: Access };

/** The guarded fields that a query reads, those of records referred to as well. */
export function guardedPaths(model: Model, query: RecordQuery): readonly GuardedPath[] {
  const entity = model.entities.get(query.entity);
  if (!entity) return [];
  const paths = [...(query.sort ?? []).map(({ path }) => path), ...pathsOf(query.filter)];
  return [...new Set(paths)].flatMap((path) => {
    const resolved = resolvePath(model.entities, entity, path);
    return [...(resolved?.through ?? []), ...(resolved ? [resolved.field] : [])].flatMap((field) => {
      const name = field.path.split('.')[0] as string;
      const access = model.entities.get(field.entity)?.policy.fields[name]?.view;
      return access ? [{ path, access }] : [];
    });
  });
}

/** 403 that names the first field the person may not see. */
export function refuseHidden(
  guarded: readonly GuardedPath[],
  features: ReadonlySet<string> | undefined,
): void {
  const hidden = guarded.find(({ access }) => !isAllowed(access, features));
  if (hidden) throw refusals.hiddenField({ params: { field: hidden.path } });
}

function pathsOf(filter: FilterTree | undefined): readonly string[] {
  if (!filter || filter.kind === 'constant') return [];
  if (filter.kind === 'compare') return [filter.path];
  return filter.kind === 'not' ? pathsOf(filter.of) : filter.of.flatMap(pathsOf);
}
