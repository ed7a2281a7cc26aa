/** `/person`: the names of people, and whom a field may name, for everyone who is signed in. */
import { type DataRecord, type EntityModel, type FieldModel, type FilterTree, parseListQuery } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedFlag } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { tagged } from '../http/respond.ts';
import { zoneOf } from '../http/zoneOf.ts';
import { isAccepted } from '../operations/accounts.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, equals, pathsOf } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { peopleNames } from '../operations/peopleNames.ts';
import type { RecordQuery } from '../store/types.ts';
import { listAsks } from './listAsks.ts';

export function personEndpoints({ model }: Pick<Runtime, 'model'>): readonly Endpoint[] {
  const open = { method: 'GET', ids: [], access: { kind: 'login' } } as const;
  return [
    { ...open, path: '/person', handle: allNames },
    {
      ...open,
      path: '/person/{field}',
      asks: [...listAsks(model), askedFlag('inactive', 'Also people who are no longer active.')],
      handle: offered,
    },
  ];
}

/** Display names of the user names in records. */
async function allNames(call: ApiCall): Promise<Response> {
  const names = await peopleNames(call, call.runtime.store);
  const Items = [...names].map(([UserName, DisplayName]) => ({ UserName, DisplayName }));
  return tagged({ Items, TotalItems: Items.length });
}

/** People asked for by id are answered whether or not the field still offers them. */
async function offered(call: ApiCall): Promise<Response> {
  const { runtime } = call;
  const field = fieldAsked(call);
  const query = queryAsked(call);
  const isByName = !pathsOf(query.filter).includes('Id');
  const isOnlyOffered = isByName && call.query().get('inactive') !== 'true';
  const { roles, feature } = field.account ?? {};
  const offeredOnly = isOnlyOffered ? [equals('IsActive', true), notService] : [];
  const filter = allOf([query.filter, ...offeredOnly]);
  // Features follow from roles, which no store can filter by.
  const isNarrow = isOnlyOffered && (roles !== undefined || feature !== undefined);
  const found = await runtime.store.find({ ...query, filter, ...(isNarrow && { page: undefined }) });
  if (!isNarrow) return tagged({ Items: found.items.map(shown), TotalItems: found.total });
  const fitting = found.items.filter((person) => isAccepted(runtime, field, person));
  const { number = 1, size = fitting.length } = query.page ?? {};
  const Items = fitting.slice((number - 1) * size, number * size).map(shown);
  return tagged({ Items, TotalItems: fitting.length });
}

/** A program is nobody to assign work to. */
const notService: FilterTree = { kind: 'not', of: equals('IsService', true) };

const shown = ({ Id, DisplayName, IsActive }: DataRecord) => ({ Id, DisplayName, IsActive });

/** Anyone who may read or write the field may know whom it can name. */
function fieldAsked(call: ApiCall): FieldModel {
  const name = String(call.params.field ?? '').toLowerCase();
  for (const entity of call.runtime.model.entities.values())
    for (const field of entity.fieldByPath.values())
      if (field.account && `${entity.id}.${field.path}`.toLowerCase() === name) {
        authorizeField(call, entity, field);
        return field;
      }
  throw refusals.noSuchPersonField({ params: { name: call.params.field } });
}

function authorizeField({ session }: ApiCall, { policy }: EntityModel, { path }: FieldModel): void {
  const own = policy.fields[path.split('.')[0] ?? ''];
  const writing = own?.write ? [own.write] : [policy.create, policy.update];
  if (writing.some((access) => isAllowed(access, session?.features))) return;
  for (const access of [policy.view, ...(own?.view ? [own.view] : [])]) authorize(access, session?.features);
}

const readable: ReadonlySet<string> = new Set(['Id', 'DisplayName']);

/** A list of accounts that can be searched and sorted by nothing but what it answers. */
function queryAsked(call: ApiCall): RecordQuery {
  const { model } = call.runtime;
  const user = model.entities.get('user') as EntityModel;
  const { query, problem } = parseListQuery(call.query(), user, { model, zone: zoneOf(call) });
  if (problem) throw refusals.badQuery(problem);
  const paths = [...pathsOf(query.filter), ...query.sort.map(({ path }) => path)];
  const beyond = paths.find((path) => !readable.has(path));
  if (beyond) throw refusals.badQuery({ message: 'query.field.unknown', params: { field: beyond } });
  const sort = query.sort.length > 0 ? query.sort : [{ path: 'DisplayName', direction: 'asc' } as const];
  return { entity: 'user', sort, page: query.page, filter: query.filter && alsoByAddress(query.filter) };
}

/** A whole e-mail address or user name finds its person; a part of one does not, so that none is guessed. */
function alsoByAddress(filter: FilterTree): FilterTree {
  if (filter.kind === 'and' || filter.kind === 'or') return { ...filter, of: filter.of.map(alsoByAddress) };
  if (filter.kind !== 'compare' || filter.path !== 'DisplayName' || !searching.has(filter.operator))
    return filter;
  return { kind: 'or', of: [filter, equals('Email', filter.value), equals('UserName', filter.value)] };
}

const searching: ReadonlySet<string> = new Set(['contains', 'words', 'startsWith']);
