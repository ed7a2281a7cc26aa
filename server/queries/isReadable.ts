/** Whether who calls may read a field of a query's table: its own policy, and that of all it is reached through. */
import {
  type FieldModel,
  type QueryModel,
  type QueryPlace,
  type QueryTable,
  resolveReferencePath,
} from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

export function isReadable(call: OperationCall, query: QueryModel, { alias, field }: QueryPlace): boolean {
  const table = query.tables.find((each) => each.alias === alias);
  if (!table || !mayRead(call, field)) return false;
  return isReached(call, query, table, topOf(field));
}

/** The same of a path from records of an entity, whether a query can show what it leads to or not. */
export function isReadablePath(call: OperationCall, entity: string, path: string): boolean {
  const { entities } = call.runtime.model;
  const from = entities.get(entity);
  const found = from && resolveReferencePath(entities, from, path);
  if (!found) return false;
  const fields = [...found.through, found.field];
  return fields.every((field, at) => {
    const by = fields[at - 1];
    return mayRead(call, field) && (!by || isOpen(call, by, { entity: field.entity, member: topOf(field) }));
  });
}

/** What a reference shows beside its id may be read by whoever sees it; all else of the record, by who may see such records. */
function isReached(
  call: OperationCall,
  query: QueryModel,
  { joined, entity }: QueryTable,
  member: string,
): boolean {
  if (!joined) return true;
  const from = query.tables.find(({ alias }) => alias === joined.to);
  if (!from) return false;
  if (joined.isMany) return isReached(call, query, from, 'Id');
  if (!isOpen(call, joined.field, { entity, member })) return false;
  return mayRead(call, joined.field) && isReached(call, query, from, topOf(joined.field));
}

type Member = { readonly entity: string; readonly member: string };

function isOpen(
  { runtime, features }: OperationCall,
  { ref, expand }: FieldModel,
  { entity, member }: Member,
): boolean {
  const shown = ref?.expand ?? expand;
  if (member === 'Id' || shown?.fields.includes(member) === true) return true;
  const view = runtime.model.entities.get(entity)?.policy.view;
  return view !== undefined && isAllowed(view, features);
}

const topOf = ({ path }: FieldModel): string => path.split('.')[0] as string;

function mayRead({ runtime, features }: OperationCall, field: FieldModel): boolean {
  const view = runtime.model.entities.get(field.entity)?.policy.fields[topOf(field)]?.view;
  return !view || isAllowed(view, features);
}
