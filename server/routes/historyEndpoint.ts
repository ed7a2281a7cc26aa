/** `/history` and `/history/{entity}/{id}`: changes, newest first. */
import type { DataRecord, EntityModel, FilterTree, Model } from '#engine';
import { parseListQuery } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { tagged } from '../http/respond.ts';
import { zoneOf } from '../http/zoneOf.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import { answerWhole } from './answerWhole.ts';
import { historyTexts } from './historyTexts.ts';
import { isPartly } from './isPartly.ts';
import { listAsks } from './listAsks.ts';
import { cappedMark, countedAs } from './listTotal.ts';

/** Open to everyone who may see the records; hidden fields are omitted. */
export function historyEndpoints({ settings }: Pick<Model, 'settings'>): readonly Endpoint[] {
  const asks = listAsks({ settings });
  const own = { method: 'GET', ids: ['id'], access: { kind: 'login' } } as const;
  return [
    { ...own, path: '/history', ids: [], asks, handle: answerAll },
    { ...own, path: '/history/{entity}/{id}', asks, handle: answer },
  ];
}

async function answer(call: ApiCall): Promise<Response> {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  if (!entity?.history) throw refusals.noSuchPath({ params: { path: call.path } });
  authorize(entity.policy.view, call.session?.features);
  // The owner of a removed record is unknown, so row access cannot be checked.
  if (isPartly(entity, call) && !(await call.runtime.store.get(entity.id, call.params.id ?? '')))
    throw refusals.noSuchRecord({ params: { entity: `entity.${entity.id}`, id: call.params.id } });
  return answerChanges(call, {
    seen: allOf([seenOf(entity, call), equals('RecordId', call.params.id)]),
    entriesOf: async (items) => {
      const texts = await historyTexts(items, call);
      return items.map((item) => ({ ...entryOf(item), ...texts(item) }));
    },
  });
}

/** Changes of all records the person may see, each with its record's name as far as it is visible. */
async function answerAll(call: ApiCall): Promise<Response> {
  const { model } = call.runtime;
  const seen = [...model.entities.values()].filter(
    ({ history, policy }) => history && isAllowed(policy.view, call.session?.features),
  );
  const of: FilterTree[] = [];
  for (const entity of seen) {
    const own = allOf([seenOf(entity, call), await recordsSeen(entity, call)]);
    if (own) of.push(own);
  }
  const isPartial = seen.some((entity) => isPartly(entity, call));
  if (of.length === 0) return tagged({ Items: [], TotalItems: 0, ...(isPartial && { IsPartial: true }) });
  return answerChanges(call, {
    seen: { kind: 'or', of },
    isPartial,
    entriesOf: async (items) => {
      const [names, texts] = [await namesOf(items, call), await historyTexts(items, call)];
      return items.map((item) => ({
        ...entryOf(item),
        ...texts(item),
        Entity: item.Entity,
        RecordId: item.RecordId,
        RecordName: names.get(`${item.Entity} ${item.RecordId}`) ?? null,
      }));
    },
  });
}

/** The records a person with row access sees: at most the first 5000 that exist now. */
async function recordsSeen(entity: EntityModel, call: ApiCall): Promise<FilterTree | undefined> {
  if (!isPartly(entity, call)) return undefined;
  const { items } = await call.runtime.store.find({ entity: entity.id, page: { number: 1, size: 5000 } });
  return among(
    'RecordId',
    items.map(({ Id }) => Id),
  );
}

type Changes = {
  readonly seen: FilterTree | undefined;
  /** Turns changes into answers. */
  readonly entriesOf: (items: readonly DataRecord[]) => Promise<readonly DataRecord[]>;
  readonly status?: number | undefined;
  /** Changes of records that the person may not see are left out. */
  readonly isPartial?: boolean;
};

/** The requested changes, newest first by default. */
export async function answerChanges(
  call: ApiCall,
  { seen, entriesOf, status, isPartial = false }: Changes,
): Promise<Response> {
  const { model, store } = call.runtime;
  const history = model.entities.get('history');
  if (!history) throw refusals.noSuchPath({ params: { path: call.path } });
  const { query, problem } = parseListQuery(call.query(), history, { model, zone: zoneOf(call) });
  if (problem) throw refusals.badQuery(problem);
  const { page, ...asked } = query;
  const all = {
    entity: 'history',
    filter: allOf([seen, asked.filter]),
    sort: asked.sort.length > 0 ? asked.sort : newestFirst,
  };
  const told = isPartial ? { IsPartial: true } : {};
  if (!page)
    return answerWhole({
      call,
      status,
      told,
      named: undefined,
      ifEmpty: async () => ({}),
      pieces: async function* () {
        for await (const items of store.stream(all)) yield entriesOf(items);
      },
    });
  const { items, total, isCapped } = await store.find({ ...all, page, total: countedAs(call.query()) });
  const counted = { TotalItems: total, ...cappedMark(isCapped), ...told };
  return tagged({ Items: await entriesOf(items), ...counted }, status);
}

/** Changes of an entity's fields that the person may see. */
export function seenOf(entity: EntityModel, call: ApiCall): FilterTree | undefined {
  return allOf([
    equals('Entity', entity.id),
    ...hiddenFields(entity, call).map((name): FilterTree => ({ kind: 'not', of: fieldIs(name) })),
  ]);
}

/** The field itself or a part of it. */
const fieldIs = (name: string): FilterTree => ({
  kind: 'or',
  of: [equals('Field', name), { kind: 'compare', path: 'Field', operator: 'startsWith', value: `${name}.` }],
});

/** The names of the records that still exist. */
export async function namesOf(
  items: readonly DataRecord[],
  call: ApiCall,
): Promise<ReadonlyMap<string, string>> {
  const { model, store } = call.runtime;
  const names = new Map<string, string>();
  for (const id of new Set(items.map(({ Entity }) => String(Entity)))) {
    const entity = model.entities.get(id);
    if (!entity || hiddenFields(entity, call).includes(entity.labelField)) continue;
    const ids = items.filter(({ Entity }) => Entity === id).map(({ RecordId }) => String(RecordId));
    for (const record of await store.getMany(id, [...new Set(ids)]))
      names.set(`${id} ${record.Id}`, String(record[entity.labelField] ?? ''));
  }
  return names;
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
  ChangedWith,
  Operation,
}: DataRecord): DataRecord {
  const named = ChangedWith ? { ChangedWith } : {};
  return { Id, Field, PreviousValue, CurrentValue, ChangedAt, ChangedBy, ...named, Operation };
}
