/** A session whose writes mark the linked values that follow from them. */
import type { DataRecord, Model, RollUpModel } from '#engine';
import type { CopyQuery, StoreSession } from '../../store/types.ts';
import { equals } from '../filters.ts';
import { leavingHolders } from './leavingHolders.ts';
import { noteReferrers, noteRollUps } from './linkedDue.ts';
import type { Held, Links } from './linksOf.ts';
import type { Marks } from './marks.ts';
import { isTotal, shareOf } from './rollUpValues.ts';

type RollUp = Held<RollUpModel>;

type Parts = {
  readonly marks: Marks;
  readonly links: Links;
  readonly model: Model;
  readonly newId: () => string;
};

/** Up to this many records are rolled up anew, or refreshed, within the write. */
export const fewLinked = 5000;
export const fewReferrers = 500;

export function markingSession(session: StoreSession, parts: Parts): StoreSession {
  const { marks, links, newId } = parts;
  const isLarge = largeHolders(session);
  /** Marks what one record counts towards, around a write of it. */
  const around = async <T>(
    entity: string,
    { id, after, rollUps }: { id: string; after?: DataRecord; rollUps: readonly RollUp[] },
    write: () => Promise<T>,
  ): Promise<T> => {
    if (rollUps.length === 0) return write();
    const before = await session.get(entity, id);
    const touched = rollUps.flatMap((rollUp) => {
      const isMoved = after !== undefined && Object.hasOwn(after, rollUp.by);
      const holders = new Set([before?.[rollUp.by], isMoved ? after[rollUp.by] : undefined]);
      return [...holders].flatMap((holder) => (typeof holder === 'string' ? [{ rollUp, holder }] : []));
    });
    const large: { rollUp: RollUp; holder: string; was: number }[] = [];
    for (const { rollUp, holder } of touched) {
      if (!(await isLarge(rollUp, holder))) marks.add(rollUp.holder, holder, [rollUp.field]);
      else if (isTotal(rollUp)) large.push({ rollUp, holder, was: await share(rollUp, id, holder) });
      else await noteRollUps(session, newId, rollUp, holder);
    }
    const result = await write();
    for (const { rollUp, holder, was } of large) {
      const more = (await share(rollUp, id, holder)) - was;
      if (more !== 0) marks.addMore(rollUp.holder, holder, rollUp.field, more);
    }
    return result;
  };
  const share = (rollUp: RollUp, record: string, holder: string) =>
    shareOf({ session, model: parts.model, holder: rollUp.holder }, rollUp, { record, holder });
  const markOwn = (entity: string, id: string): void => {
    const own = links.own.get(entity);
    if (own)
      marks.add(
        entity,
        id,
        [...own.rollUps, ...own.lookThroughs].map(({ field }) => field),
      );
  };
  const write = (entity: string, id: string, fields: DataRecord, run: () => Promise<boolean>) =>
    around(entity, { id, after: fields, rollUps: changedRollUps(links, entity, fields) }, async () => {
      const isDone = await run();
      if (!isDone) return false;
      await markReferrers(session, parts, { entity, id, fields });
      return true;
    });
  const insertOne = (entity: string, record: DataRecord, run: () => Promise<void>) => {
    markOwn(entity, String(record.Id));
    return around(
      entity,
      { id: String(record.Id), after: record, rollUps: links.over.get(entity) ?? [] },
      run,
    );
  };
  return {
    ...session,
    insert: (entity, record) => insertOne(entity, record, () => session.insert(entity, record)),
    insertMany: async (entity, records) => {
      if (!links.own.has(entity) && !links.over.has(entity)) return session.insertMany(entity, records);
      const ids = records.map(({ Id }) => String(Id));
      const known = new Set((await session.getMany(entity, ids)).map(({ Id }) => String(Id)));
      const count = await session.insertMany(entity, records);
      const fresh = (await session.getMany(entity, ids)).filter(({ Id }) => !known.has(String(Id)));
      await markInserted(session, parts, { entity, records: fresh, isLarge, markOwn });
      return count;
    },
    copyMany: async (query) => copied(session, parts, { query, isLarge, markOwn }),
    update: async (entity, id, fields, revision) => {
      const isDone = await write(entity, id, fields, () => session.update(entity, id, fields, revision));
      if (isDone) markRewritten(links, marks, { entity, id, fields });
      return isDone;
    },
    refresh: (entity, id, fields) => write(entity, id, fields, () => session.refresh(entity, id, fields)),
    remove: async (entity, id) => {
      const holders = await leavingHolders(session, { links, model: parts.model }, { entity, id });
      const isDone = await around(entity, { id, rollUps: links.over.get(entity) ?? [] }, () =>
        session.remove(entity, id),
      );
      if (isDone)
        for (const { rollUp, holder } of holders)
          if (isTotal(rollUp) || !(await isLarge(rollUp, holder)))
            marks.add(rollUp.holder, holder, [rollUp.field]);
          else await noteRollUps(session, newId, rollUp, holder);
      return isDone;
    },
  };
}

type IsLarge = (rollUp: RollUp, holder: string) => Promise<boolean>;

/** Whether more records refer to the holder than are rolled up anew within a write; asked once each. */
function largeHolders(session: StoreSession): IsLarge {
  const known = new Map<string, Promise<boolean>>();
  return ({ of, by }, holder) => {
    const key = `${of} ${by} ${holder}`;
    const asked =
      known.get(key) ??
      session
        .find({
          entity: of,
          filter: equals(by, holder),
          page: { number: fewLinked + 1, size: 1 },
          only: ['Id'],
        })
        .then(({ items }) => items.length > 0);
    known.set(key, asked);
    return asked;
  };
}

const changedRollUps = ({ over }: Links, entity: string, fields: DataRecord): readonly RollUp[] =>
  (over.get(entity) ?? []).filter(({ depends }) => depends.some((name) => Object.hasOwn(fields, name)));

/** Its own linked values are the server's, whatever a write says, and follow its references. */
function markRewritten(
  { own }: Links,
  marks: Marks,
  { entity, id, fields }: { entity: string; id: string; fields: DataRecord },
): void {
  const { rollUps = [], lookThroughs = [] } = own.get(entity) ?? {};
  marks.add(entity, id, [
    ...rollUps.flatMap(({ field }) => (Object.hasOwn(fields, field) ? [field] : [])),
    ...lookThroughs.flatMap(({ field, by }) =>
      Object.hasOwn(fields, field) || Object.hasOwn(fields, by) ? [field] : [],
    ),
  ]);
}

/** Look-throughs at a changed record: of few at once, of many by the server afterwards. */
async function markReferrers(
  session: StoreSession,
  { links, marks, newId }: Parts,
  { entity, id, fields }: { entity: string; id: string; fields: DataRecord },
): Promise<void> {
  const changed = (links.at.get(entity) ?? []).filter(({ reads }) => Object.hasOwn(fields, reads));
  for (const { holder, by } of new Map(changed.map((one) => [`${one.holder} ${one.by}`, one])).values()) {
    const { items } = await session.find({
      entity: holder,
      filter: equals(by, id),
      page: { number: 1, size: fewReferrers + 1 },
      only: ['Id'],
    });
    const own = changed.filter((one) => one.holder === holder && one.by === by).map(({ field }) => field);
    if (items.length > fewReferrers) await noteReferrers(session, newId, { holder, by, target: id });
    else for (const { Id } of items) marks.add(holder, String(Id), own);
  }
}

type Inserted = {
  readonly entity: string;
  readonly records: readonly DataRecord[];
  readonly isLarge: IsLarge;
  readonly markOwn: (entity: string, id: string) => void;
};

/** Records inserted together: a holder is rolled up anew once for all of them. */
async function markInserted(
  session: StoreSession,
  { links, marks, model, newId }: Parts,
  { entity, records, isLarge, markOwn }: Inserted,
): Promise<void> {
  for (const { Id } of records) markOwn(entity, String(Id));
  for (const rollUp of links.over.get(entity) ?? [])
    for (const record of records) {
      const holder = record[rollUp.by];
      if (typeof holder !== 'string') continue;
      if (!(await isLarge(rollUp, holder))) marks.add(rollUp.holder, holder, [rollUp.field]);
      else if (isTotal(rollUp)) {
        const from = { session, model, holder: rollUp.holder };
        const more = await shareOf(from, rollUp, { record: String(record.Id), holder });
        marks.addMore(rollUp.holder, holder, rollUp.field, more);
      } else await noteRollUps(session, newId, rollUp, holder);
    }
}

/** Copies made inside the database are read back by their new ids. */
async function copied(
  session: StoreSession,
  parts: Parts,
  { query, ...around }: Omit<Inserted, 'entity' | 'records'> & { readonly query: CopyQuery },
) {
  const { entity } = query;
  const { links } = parts;
  if (!links.own.has(entity) && !links.over.has(entity)) return session.copyMany(query);
  const ids: string[] = [];
  const piece = await session.copyMany({
    ...query,
    newId: () => {
      const id = query.newId();
      ids.push(id);
      return id;
    },
  });
  const records = await session.getMany(entity, ids);
  await markInserted(session, parts, { entity, records, ...around });
  return piece;
}
