/** Fields of a list's query that not everybody may see: to filter or sort by one would tell what it holds. */
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
  const fields = [...found.through, found.field];
  const guards = fields.flatMap((field) => fieldAccess(entities, field) ?? []);
  // What is read of the record that the n-th reference leads to comes after it.
  const records = fields.slice(1, askedHops(found) + 1).map((member) => memberAccess(entities, member));
  return [...guards, ...records].filter(({ kind }) => kind === 'feature');
}

/** Who may read the field of a record that no other record shows: whoever views such records, or has it in reports. */
export function memberAccess(entities: Model['entities'], { entity, path }: FieldModel): Access {
  const { view, reported } = entities.get(entity)?.policy ?? { view: nobody };
  const name = path.split('.')[0] as string;
  return reported && (name === 'Id' || reported.fields.includes(name)) ? either(view, reported.to) : view;
}

/** Who may count the records of an entity, and group them by what is open. */
export function reportAccess({ policy: { view, reported } }: Pick<EntityModel, 'policy'>): Access {
  return reported ? either(view, reported.to) : view;
}

const nobody: Access = { kind: 'feature', anyOf: [] };

function either(one: Access, other: Access): Access {
  if (one.kind !== 'feature') return one;
  return other.kind === 'feature' ? { kind: 'feature', anyOf: [...one.anyOf, ...other.anyOf] } : other;
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
