/** Fields of a list query that not everyone may see: filtering or sorting by one would reveal its values. */
import {
  type Access,
  askedHops,
  type EntityModel,
  type FieldModel,
  type Model,
  resolveReferencePath,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { RecordQuery } from '../store/types.ts';
import { isAllowed } from './authorize.ts';
import { pathsOf } from './filters.ts';

export type GuardedPath = { readonly path: string; readonly access: Access };

/**
 * The rights a query needs besides the right to its entity: for guarded fields it reads, also through
 * references, and for records on the way whose values no answer would show.
 */
export function guardedPaths(model: Model, query: RecordQuery): readonly GuardedPath[] {
  const paths = [...(query.sort ?? []).map(({ path }) => path), ...pathsOf(query.filter)];
  return [...new Set(paths)].flatMap((path) =>
    accessAlong(model, query.entity, path).map((access) => ({ path, access })),
  );
}

/** All rights needed to read a path from a visible record; none when the path does not resolve. */
export function accessAlong({ entities }: Model, entity: string, path: string): readonly Access[] {
  const from = entities.get(entity);
  const found = from && resolveReferencePath(entities, from, path);
  if (!found) return [];
  const fields = [...found.through, found.field];
  const guards = fields.flatMap((field) => fieldAccess(entities, field) ?? []);
  // Each entry is a field read from the record that the n-th reference leads to.
  const records = fields.slice(1, askedHops(found) + 1).map((member) => memberAccess(entities, member));
  return [...guards, ...records].filter(({ kind }) => kind === 'feature');
}

/** Access to a field that no other record shows: anyone who may view its records or report on them. */
export function memberAccess(entities: Model['entities'], { entity, path }: FieldModel): Access {
  const { view, reported } = entities.get(entity)?.policy ?? { view: nobody };
  const name = path.split('.')[0] as string;
  return reported && (name === 'Id' || reported.fields.includes(name)) ? either(view, reported.to) : view;
}

/** Who may count the records of an entity and group them by their open fields. */
export function reportAccess({ policy: { view, reported } }: Pick<EntityModel, 'policy'>): Access {
  return reported ? either(view, reported.to) : view;
}

const nobody: Access = { kind: 'feature', anyOf: [] };

function either(one: Access, other: Access): Access {
  if (one.kind !== 'feature') return one;
  return other.kind === 'feature' ? { kind: 'feature', anyOf: [...one.anyOf, ...other.anyOf] } : other;
}

/** The field's own access rule; undefined: everyone who sees the record may read it. */
export function fieldAccess(entities: Model['entities'], { entity, path }: FieldModel): Access | undefined {
  return entities.get(entity)?.policy.fields[path.split('.')[0] as string]?.view;
}

/** Throws 403 naming the first field that the person may not see. */
export function refuseHidden(
  guarded: readonly GuardedPath[],
  features: ReadonlySet<string> | undefined,
): void {
  const hidden = guarded.find(({ access }) => !isAllowed(access, features));
  if (hidden) throw refusals.hiddenField({ params: { field: hidden.path } });
}
