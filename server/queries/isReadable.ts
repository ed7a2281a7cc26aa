/** Whether who calls may read a field of a query's table: its own policy, and that of all it is reached through. */
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

/** The same of a path from records of an entity, whether a query can show what it leads to or not. */
export function isReadablePath({ runtime, features }: OperationCall, entity: string, path: string): boolean {
  const { model } = runtime;
  const from = model.entities.get(entity);
  const found = from && resolveReferencePath(model.entities, from, path);
  if (!found) return false;
  const own = memberAccess(model.entities, found.through[0] ?? found.field);
  return [own, ...accessAlong(model, entity, path)].every((access) => isAllowed(access, features));
}

/** What a reference shows beside its id may be read by whoever sees it; all else of the record, by who may see such records. */
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
  // The record that the way starts from, and those on it that none before them shows.
  const asked = fields.slice(0, askedHops({ through, field }) + 1);
  if (!asked.every((each) => isAllowed(memberAccess(entities, each), call.features))) return false;
  // Records that refer to others are asked for by themselves; those others have to be reached.
  const owner = start.joined && query.tables.find(({ alias }) => alias === start.joined?.to);
  const id = owner && entities.get(owner.entity)?.fieldByPath.get('Id');
  return !start.joined || (owner !== undefined && id !== undefined && isReached(call, query, owner, id));
}

function mayRead({ runtime, features }: OperationCall, field: FieldModel): boolean {
  const access = fieldAccess(runtime.model.entities, field);
  return !access || isAllowed(access, features);
}
