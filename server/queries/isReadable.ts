/** Whether the caller may read a field of a query's table, by its own policy and those along its path. */
import {
  askedHops,
  type FieldModel,
  type QueryModel,
  type QueryPlace,
  type QueryTable,
  resolveReferencePath,
} from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import { accessAlong, fieldAccess, memberAccess } from '../operations/guardedPaths.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

export function isReadable(call: OperationCall, query: QueryModel, { alias, field }: QueryPlace): boolean {
  const table = query.tables.find((each) => each.alias === alias);
  return table !== undefined && isReached(call, query, table, field);
}

/** Does the same for a path from records of an entity, even one that a query cannot show. */
export function isReadablePath({ runtime, features }: OperationCall, entity: string, path: string): boolean {
  const { model } = runtime;
  const from = model.entities.get(entity);
  const found = from && resolveReferencePath(model.entities, from, path);
  if (!found) return false;
  const own = memberAccess(model.entities, found.through[0] ?? found.field);
  return [own, ...accessAlong(model, entity, path)].every((access) => isAllowed(access, features));
}

/** Who sees a record may read what its references show; the rest needs access to the targets. */
function isReached(call: OperationCall, query: QueryModel, table: QueryTable, field: FieldModel): boolean {
  const { entities } = call.runtime.model;
  const through: FieldModel[] = [];
  let start = table;
  while (start.joined && !start.joined.isMany) {
    const { to, field: reference } = start.joined;
    const from = query.tables.find(({ alias }) => alias === to);
    if (!from) return false;
    through.unshift(reference);
    start = from;
  }
  const fields = [...through, field];
  if (!fields.every((each) => mayRead(call, each))) return false;
  // The record where the path starts, and those on it that no earlier record shows.
  const asked = fields.slice(0, askedHops({ through, field }) + 1);
  if (!asked.every((each) => isAllowed(memberAccess(entities, each), call.features))) return false;
  // Joined records need their own access, and their owner must be readable.
  const owner = start.joined && query.tables.find(({ alias }) => alias === start.joined?.to);
  const id = owner && entities.get(owner.entity)?.fieldByPath.get('Id');
  return !start.joined || (owner !== undefined && id !== undefined && isReached(call, query, owner, id));
}

function mayRead({ runtime, features }: OperationCall, field: FieldModel): boolean {
  const access = fieldAccess(runtime.model.entities, field);
  return !access || isAllowed(access, features);
}
