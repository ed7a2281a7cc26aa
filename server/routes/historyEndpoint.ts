/** `/history/{entity}/{id}`: who changed what of a record, newest first. */
import type { DataRecord, EntityModel, FilterTree } from '#engine';
import { parseListQuery } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/createRouteTable.ts';
import { tagged } from '../http/respond.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, equals } from '../operations/filters.ts';

/** Open to whoever may see the record; fields a person may not see are left out. */
export function historyEndpoint(): Endpoint {
  return {
    method: 'GET',
    path: '/history/{entity}/{id}',
    ids: ['id'],
    access: { kind: 'login' },
    handle: answer,
  };
}

async function answer(call: ApiCall): Promise<Response> {
  const { model, store } = call.runtime;
  const entity = model.entities.get(call.params.entity ?? '');
  const history = model.entities.get('history');
  if (!entity?.history || !history) throw refusals.noSuchPath({ params: { path: call.path } });
  authorize(entity.policy.view, call.session?.features);
  const { query, problem } = parseListQuery(call.query(), history, model);
  if (problem) throw refusals.badQuery(problem);
  const { items, total } = await store.find({
    entity: 'history',
    filter: allOf([
      equals('Entity', entity.id),
      equals('RecordId', call.params.id),
      ...hiddenFields(entity, call).map(
        (name): FilterTree => ({ kind: 'compare', path: 'Field', operator: 'ne', value: name }),
      ),
      query.filter,
    ]),
    sort: query.sort.length > 0 ? query.sort : newestFirst,
    page: query.page,
    total: true,
  });
  return tagged({ Items: items.map(entryOf), TotalItems: total });
}

const newestFirst = [
  { path: 'ChangedAt', direction: 'desc' },
  { path: 'Id', direction: 'desc' },
] as const;

function hiddenFields(entity: EntityModel, call: ApiCall): readonly string[] {
  return Object.entries(entity.policy.fields).flatMap(([name, policy]) =>
    policy.view && !isAllowed(policy.view, call.session?.features) ? [name] : [],
  );
}

function entryOf({
  Id,
  Field,
  PreviousValue,
  CurrentValue,
  ChangedAt,
  ChangedBy,
  Operation,
}: DataRecord): DataRecord {
  return { Id, Field, PreviousValue, CurrentValue, ChangedAt, ChangedBy, Operation };
}
