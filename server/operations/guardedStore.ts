/**
 * The store with checks on every write. Whatever must hold on all write paths (form, import, bulk change,
 * copy, action) is checked here and nowhere else.
 */
import type { DataRecord, EntityModel, Model } from '#engine';
import type { CopyQuery, Store, StoreSession } from '../store/types.ts';
import {
  accountEntity,
  accountsOf,
  concernsTie,
  type Judge,
  refuseLastKeptOut,
  refuseNameTaken,
  refuseTie,
} from './accountTies.ts';
import { allOf, equals } from './filters.ts';
import { mailFields, refuseOutside } from './mailTo.ts';
import { concernsBounds, refuseBeyondBounds, refuseTooLarge } from './recordBounds.ts';
import type { Holder } from './rightsOver.ts';

export function guardedStore(store: Store, holder: Holder): Store {
  const guarded = guardedEntities(holder.model);
  const within = <T>(work: (session: StoreSession) => Promise<T>): Promise<T> =>
    store.transaction((session) => work(guardedSession(store, session, holder)));
  // Check and write run in the same transaction.
  const write = <T>(entity: string, work: (session: StoreSession) => Promise<T>): Promise<T> =>
    guarded.has(entity) ? within(work) : work(store);
  return {
    ...store,
    ...store.forCall?.(),
    insert: (entity, record) => write(entity, (session) => session.insert(entity, record)),
    insertMany: (entity, records) => write(entity, (session) => session.insertMany(entity, records)),
    copyMany: (query) => write(query.entity, (session) => session.copyMany(query)),
    update: (entity, id, fields, revision) =>
      write(entity, (session) => session.update(entity, id, fields, revision)),
    remove: (entity, id) => write(entity, (session) => session.remove(entity, id)),
    transaction: within,
  };
}

function guardedSession(store: Store, session: StoreSession, holder: Holder): StoreSession {
  const guarded = guardedEntities(holder.model);
  const judge: Judge = { session, holder, accounts: accountsOf(store) };
  return {
    ...session,
    insert: async (name, record) => {
      const entity = guarded.get(name);
      if (!entity) return session.insert(name, record);
      await beforeInsert(judge, entity, record);
      await session.insert(name, record);
      await afterInsert(judge, entity, [record]);
    },
    insertMany: async (name, records) => {
      const entity = guarded.get(name);
      if (!entity) return session.insertMany(name, records);
      for (const record of records) await beforeInsert(judge, entity, record);
      const count = await session.insertMany(name, records);
      await afterInsert(judge, entity, records);
      return count;
    },
    copyMany: async (query) => {
      const entity = guarded.get(query.entity);
      if (!entity) return session.copyMany(query);
      const copies = await copied(session, query);
      for (const copy of copies) await beforeInsert(judge, entity, copy);
      const piece = await session.copyMany(query);
      await afterInsert(judge, entity, copies);
      return piece;
    },
    update: async (name, id, fields, revision) => {
      const entity = guarded.get(name);
      if (!entity) return session.update(name, id, fields, revision);
      return guardedUpdate(judge, entity, { id, fields, revision });
    },
    remove: async (name, id) => {
      const entity = guarded.get(name);
      if (entity?.ofUser) await refuseTie(judge, entity, { before: await session.get(name, id) });
      if (name === accountEntity) judge.accounts.forget();
      return session.remove(name, id);
    },
  };
}

async function beforeInsert(judge: Judge, entity: EntityModel, record: DataRecord): Promise<void> {
  refuseTooLarge(entity, record);
  await refuseOutside(judge.session, judge.holder.features, entity, { after: record });
  await refuseTie(judge, entity, { after: record });
  if (entity.id === accountEntity) await refuseNameTaken(judge, entity, String(record.UserName ?? ''));
}

async function afterInsert(judge: Judge, entity: EntityModel, records: readonly DataRecord[]): Promise<void> {
  if (entity.id === accountEntity) judge.accounts.forget();
  for (const after of records) await refuseLastKeptOut(judge, entity, { after });
  await refuseBeyondBounds(judge.session, entity, records);
}

type Update = { readonly id: string; readonly fields: DataRecord; readonly revision?: number | undefined };

async function guardedUpdate(
  judge: Judge,
  entity: EntityModel,
  { id, fields, revision }: Update,
): Promise<boolean> {
  const { session } = judge;
  const isTie = concernsTie(entity, fields);
  const isNamed = entity.id === accountEntity && Object.hasOwn(fields, 'UserName');
  const isBound = concernsBounds(entity, fields);
  if (!isTie && !isNamed && !isBound && entity.maxBytes === undefined && mailFields(entity).length === 0)
    return session.update(entity.id, id, fields, revision);
  const before = await session.get(entity.id, id);
  const after = before && { ...before, ...fields };
  if (after) {
    refuseTooLarge(entity, after);
    await refuseOutside(session, judge.holder.features, entity, { before, after });
  }
  if (isTie) await refuseTie(judge, entity, { before, after });
  if (isNamed) {
    if (before?.UserName !== fields.UserName)
      await refuseNameTaken(judge, entity, String(fields.UserName ?? ''));
    judge.accounts.forget();
  }
  const isDone = await session.update(entity.id, id, fields, revision);
  if (isDone && isTie) await refuseLastKeptOut(judge, entity, { before, after });
  if (isDone && isBound && after) await refuseBeyondBounds(session, entity, [after]);
  return isDone;
}

/** The records that a batch of a copy would create, as far as they are checked. */
async function copied(session: StoreSession, { entity, of, set }: CopyQuery): Promise<readonly DataRecord[]> {
  const { items } = await session.find({ entity, filter: allOf([equals(of.field, of.id)]) });
  return items.map((record) => ({ ...record, ...set }));
}

const known = new WeakMap<Model, ReadonlyMap<string, EntityModel>>();

const isGuarded = (entity: EntityModel): boolean =>
  entity.ofUser !== undefined ||
  entity.atMost.length > 0 ||
  entity.maxBytes !== undefined ||
  entity.id === accountEntity ||
  mailFields(entity).length > 0;

/** The entities that need checks; all others are written directly. */
function guardedEntities(model: Model): ReadonlyMap<string, EntityModel> {
  let found = known.get(model);
  if (!found) {
    const all = [...model.entities.values()];
    const asked = all.filter(isGuarded);
    found = new Map(asked.map((entity) => [entity.id, entity]));
    known.set(model, found);
  }
  return found;
}
