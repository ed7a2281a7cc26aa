/** A session whose writes mark the linked values that follow from them. */
import type { DataRecord } from '#engine';
import type { CopyQuery, StoreSession } from '../../store/types.ts';
import { equals } from '../filters.ts';
import { holderMarks, type Marking } from './holderMarks.ts';
import { leavingHolders } from './leavingHolders.ts';
import { noteReferrers } from './linkedDue.ts';
import type { Links } from './linksOf.ts';
import type { Marks } from './marks.ts';

/** Up to this many look-throughs are refreshed within a write. */
const fewReferrers = 500;

export function markingSession(session: StoreSession, parts: Marking): StoreSession {
  const { marks, links, model } = parts;
  const { around, inserted, left } = holderMarks(session, parts);
  const write = async (entity: string, id: string, fields: DataRecord, run: () => Promise<boolean>) => {
    const rollUps = (links.over.get(entity) ?? []).filter(({ depends }) =>
      depends.some((name) => Object.hasOwn(fields, name)),
    );
    return around({ entity, id, after: fields, rollUps }, async () => {
      const isDone = await run();
      if (isDone) await markReferrers(session, parts, { entity, id, fields });
      return isDone;
    });
  };
  const markInserted = async (entity: string, records: readonly DataRecord[]): Promise<void> => {
    for (const record of records) {
      markOwn(links, marks, entity, record);
      for (const rollUp of links.over.get(entity) ?? []) await inserted(rollUp, record);
    }
  };
  const isLinked = (entity: string) => links.own.has(entity) || links.over.has(entity);
  return {
    ...session,
    insert: (entity, record) => {
      markOwn(links, marks, entity, record);
      const writing = { entity, id: String(record.Id), after: record };
      return around({ ...writing, rollUps: links.over.get(entity) ?? [] }, () =>
        session.insert(entity, record),
      );
    },
    insertMany: async (entity, records) => {
      if (!isLinked(entity)) return session.insertMany(entity, records);
      const ids = records.map(({ Id }) => String(Id));
      const known = new Set((await session.getMany(entity, ids)).map(({ Id }) => Id));
      const count = await session.insertMany(entity, records);
      const fresh = (await session.getMany(entity, ids)).filter(({ Id }) => !known.has(Id));
      await markInserted(entity, fresh);
      return count;
    },
    copyMany: async (query) => {
      if (!isLinked(query.entity)) return session.copyMany(query);
      const { ids, ...counting } = countingIds(query);
      const piece = await session.copyMany(counting.query);
      await markInserted(query.entity, await session.getMany(query.entity, ids));
      return piece;
    },
    update: async (entity, id, fields, revision) => {
      const isDone = await write(entity, id, fields, () => session.update(entity, id, fields, revision));
      if (isDone) markRewritten(links, marks, { entity, id, fields });
      return isDone;
    },
    refresh: (entity, id, fields) => write(entity, id, fields, () => session.refresh(entity, id, fields)),
    remove: async (entity, id) => {
      const holders = await leavingHolders(session, { links, model }, { entity, id });
      const rollUps = links.over.get(entity) ?? [];
      const isDone = await around({ entity, id, rollUps }, () => session.remove(entity, id));
      if (isDone) for (const { rollUp, holder } of holders) await left(rollUp, holder);
      return isDone;
    },
  };
}

/** A new record has all of its linked values to come. */
function markOwn({ own }: Links, marks: Marks, entity: string, { Id }: DataRecord): void {
  const { rollUps = [], lookThroughs = [] } = own.get(entity) ?? {};
  const fields = [...rollUps, ...lookThroughs].map(({ field }) => field);
  marks.add(entity, String(Id), fields);
}

/** Copies made inside the database are found by the ids it asked for. */
function countingIds(query: CopyQuery): { readonly query: CopyQuery; readonly ids: readonly string[] } {
  const ids: string[] = [];
  const newId = () => {
    const id = query.newId();
    ids.push(id);
    return id;
  };
  return { query: { ...query, newId }, ids };
}

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
  { links, marks, newId }: Marking,
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
