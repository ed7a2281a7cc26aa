/** `/visit`: the records that a person opened last or keeps as favourites, as far as they may still see them. */
import { type DataRecord, type EntityModel, pageOfRecord } from '#engine';
import { labelOf, readAs, readIfSeen } from '../activity/aroundRecord.ts';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { flag, may, sent } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { isAllowed } from '../operations/authorize.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';

const visitEntity = 'record-visit';

/** Records of each kind, favourite and recent, that a call looks at. */
const mostShown = 20;
/** Favourites of one person; the others of `x-atMost` are left for recent records. */
const mostFavourites = 100;

const body = sent({ IsFavourite: may(flag) });

/** GET lists them; PUT notes that a record was opened, or makes it a favourite or not. */
export function visitEndpoints(): readonly Endpoint[] {
  const own = { access: { kind: 'login' } } as const;
  return [
    {
      ...{ ...own, ids: [], method: 'GET', path: '/visit' },
      asks: [askedText('entity', 'Only records of this entity.')],
      handle: async (call) => json(await list(call)),
    },
    {
      ...{ ...own, ids: ['id'], method: 'PUT', path: '/visit/{entity}/{id}' },
      ...taking(body, note, { limit: 1024, isOptional: true }),
    },
  ];
}

/** Favourites first, then the others, each by the last visit. */
async function list(call: ApiCall): Promise<DataRecord> {
  const operation = operationCall(call);
  const entity = call.query().get('entity');
  const of = (isFavourite: boolean) =>
    call.runtime.store.find({
      entity: visitEntity,
      filter: allOf([
        mine(call),
        equals('IsFavourite', isFavourite),
        entity ? equals('Entity', entity) : undefined,
      ]),
      sort: [{ path: 'LastDate', direction: 'desc' }],
      page: { number: 1, size: mostShown },
    });
  const [favourites, recent] = await Promise.all([of(true), of(false)]);
  // At the same time, so that the store may read them in one statement.
  const all = [...favourites.items, ...recent.items].map((visit) => shown(operation, visit));
  const Items = (await Promise.all(all)).filter((item) => item !== undefined);
  return { Items, TotalItems: Items.length };
}

/** The record under the rights of today; undefined when it is gone, out of sight or without a page. */
async function shown(call: OperationCall, visit: DataRecord): Promise<DataRecord | undefined> {
  const { model } = call.runtime;
  const entity = model.entities.get(String(visit.Entity));
  const record = entity && (await readIfSeen(call, entity, String(visit.RecordId)));
  const Page = record && pageOfRecord(model, entity, record, (access) => isAllowed(access, call.features));
  if (!record || Page === undefined) return undefined;
  return {
    ...{
      Entity: entity.id,
      Id: record.Id,
      Page,
      Name: labelOf(entity, record),
      Note: noteOf(entity, record),
    },
    ...{ Visits: visit.Visits, LastDate: visit.LastDate, IsFavourite: visit.IsFavourite === true },
  };
}

/** What tells records of one name apart: the other fields that are searched. */
function noteOf({ searchable, labelField }: EntityModel, record: DataRecord): string {
  const others = searchable.filter((field) => field !== labelField).map((field) => record[field]);
  return others.filter((value) => typeof value === 'string' && value !== '').join(' · ');
}

async function note(call: ApiCall, { IsFavourite }: { IsFavourite?: boolean | null }): Promise<Response> {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  if (!entity) throw refusals.noSuchPath({ params: { path: call.path } });
  const record = await readAs(operationCall(call), entity, call.params.id ?? '');
  const place = { Entity: entity.id, RecordId: String(record.Id) };
  const marked = await call.runtime.store.transaction((store) => mark(store, call, { place, IsFavourite }));
  return json({ IsFavourite: marked });
}

type Marking = {
  readonly place: { readonly Entity: string; readonly RecordId: string };
  /** Absent: the record was opened. */
  readonly IsFavourite?: boolean | null | undefined;
};

/** Whether the record is a favourite afterwards. */
async function mark(store: StoreSession, call: ApiCall, { place, IsFavourite }: Marking): Promise<boolean> {
  const filter = allOf([mine(call), ...Object.entries(place).map(([name, value]) => equals(name, value))]);
  const [known] = (await store.find({ entity: visitEntity, filter })).items;
  const isFavourite = IsFavourite ?? known?.IsFavourite === true;
  if (isFavourite && known?.IsFavourite !== true) await refuseMoreFavourites(store, call);
  const now = call.ports.now().toISOString();
  const isOpened = typeof IsFavourite !== 'boolean';
  const change = {
    ...(isOpened || !known ? { LastDate: now } : {}),
    ...{ Visits: Number(known?.Visits ?? 0) + (isOpened ? 1 : 0), IsFavourite: isFavourite },
    ...{ ModifiedDate: now, ModifiedBy: call.session?.user.UserName },
  };
  if (known) await store.update(visitEntity, String(known.Id), change);
  else {
    await makeRoom(store, call);
    await store.insert(visitEntity, {
      ...{ Id: call.ports.newId(), Revision: 1, CreatedDate: now, CreatedBy: change.ModifiedBy },
      ...{ UserId: call.session?.user.Id, ...place, ...change },
    });
  }
  return isFavourite;
}

async function refuseMoreFavourites(store: StoreSession, call: ApiCall): Promise<void> {
  const count = await store.count(visitEntity, allOf([mine(call), equals('IsFavourite', true)]));
  if (count >= mostFavourites) throw refusals.tooManyFavourites({ params: { limit: mostFavourites } });
}

/** The records not opened for longest make room; favourites stay. */
async function makeRoom(store: StoreSession, call: ApiCall): Promise<void> {
  const most = call.runtime.planOf(visitEntity).entity.atMost[0]?.count ?? Number.POSITIVE_INFINITY;
  const surplus = (await store.count(visitEntity, mine(call))) - most + 1;
  if (surplus <= 0) return;
  const { items } = await store.find({
    entity: visitEntity,
    filter: allOf([mine(call), equals('IsFavourite', false)]),
    sort: [{ path: 'LastDate', direction: 'asc' }],
    page: { number: 1, size: surplus },
  });
  for (const { Id } of items) await store.remove(visitEntity, String(Id));
}

const mine = (call: ApiCall) => equals('UserId', call.session?.user.Id);
