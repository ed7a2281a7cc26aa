/** Whether who calls may read a field of a query's table: its own policy, and that of all it is reached through. */
import type { QueryModel, QueryPlace, QueryTable } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

export function isReadable(call: OperationCall, query: QueryModel, { alias, field }: QueryPlace): boolean {
  const table = query.tables.find((each) => each.alias === alias);
  if (!table || !mayRead(call, field)) return false;
  return isReached(call, query, table, field.path.split('.')[0] as string);
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
  const view = call.runtime.model.entities.get(entity)?.policy.view;
  const isShown = member === 'Id' || joined.field.expand?.fields.includes(member) === true;
  if (!isShown && !(view && isAllowed(view, call.features))) return false;
  const own = joined.field.path.split('.')[0] as string;
  return mayRead(call, joined.field) && isReached(call, query, from, own);
}

function mayRead({ runtime, features }: OperationCall, { entity, path }: QueryPlace['field']): boolean {
  const name = path.split('.')[0] as string;
  const view = runtime.model.entities.get(entity)?.policy.fields[name]?.view;
  return !view || isAllowed(view, features);
}
