/**
 * The store with linked values kept up to date: whatever is written through it, in whatever way, roll-ups and
 * look-throughs that follow from it are refreshed in the same transaction.
 */
import type { Store, StoreSession } from '../../store/types.ts';
import type { Change } from '../../work/events.ts';
import type { Runtime } from '../OperationCall.ts';
import { recomputed } from '../storedComputed.ts';
import { followLinked } from './followLinked.ts';
import { type Links, linksOf } from './linksOf.ts';
import { markingSession } from './markingSession.ts';
import { createMarks, type Marks } from './marks.ts';
import { type Refreshing, refreshRecords } from './refreshRecords.ts';

/** The same store if the model has no linked fields. */
export function linkedStore(store: Store, runtime: () => Runtime, model: Runtime['model']): Store {
  const links = linksOf(model);
  if (!links) return store;
  const transaction: Store['transaction'] = async (work) => {
    const changed = new Map<string, { readonly entity: string; readonly id: string }>();
    const told: Change[] = [];
    const { ports, events } = runtime();
    const at: Refreshing = {
      model,
      recompute: (session, asked) => recomputed(runtime(), session, asked),
      follow: (session, change) => followLinked(runtime(), session, change, told),
      onChange: (entity, id) => {
        if (changed.size < mostTold) changed.set(`${entity} ${id}`, { entity, id });
      },
    };
    const result = await store.transaction(async (session) => {
      const linked = linkedSession(session, { at, links, newId: ports.newId });
      const result = await work(linked.session);
      await linked.settle();
      return result;
    });
    for (const change of told) events.announce('recordChanged', change);
    for (const change of changed.values())
      events.announce('recordChanged', { ...change, operation: 'update' });
    return result;
  };
  const write = <T>(entity: string, work: (session: StoreSession) => Promise<T>): Promise<T> =>
    concerns(links, entity) ? transaction(work) : work(store);
  return {
    ...store,
    insert: (entity, record) => write(entity, (session) => session.insert(entity, record)),
    insertMany: (entity, records) => write(entity, (session) => session.insertMany(entity, records)),
    copyMany: (query) => write(query.entity, (session) => session.copyMany(query)),
    update: (entity, id, fields, revision) =>
      write(entity, (session) => session.update(entity, id, fields, revision)),
    refresh: (entity, id, fields) => write(entity, (session) => session.refresh(entity, id, fields)),
    // The records it owns go with it.
    remove: (entity, id) => transaction((session) => session.remove(entity, id)),
    transaction,
  };
}

/** Open lists and forms hear of so many changes; they read again anyway after their own. */
const mostTold = 200;

const concerns = ({ own, over, at }: Links, entity: string): boolean =>
  own.has(entity) || over.has(entity) || at.has(entity);

type Parts = {
  readonly at: Refreshing;
  readonly links: Links;
  readonly newId: () => string;
};

/** Writes deeper than any chain of linked fields, which have no circles. */
const mostRounds = 1000;

/** A session that marks what its writes change, and refreshes it before it is read by id or `settle` is called. */
function linkedSession(
  session: StoreSession,
  { at, links, newId }: Parts,
): { readonly session: StoreSession; readonly settle: () => Promise<void> } {
  const marks: Marks = createMarks();
  const marking = markingSession(session, { marks, links, model: at.model, newId });
  const refresh = async (entity: string, ids?: readonly string[]): Promise<void> => {
    const taken = marks.take(entity, ids);
    if (taken.size > 0) await refreshRecords(at, marking, { entity, marks: taken });
  };
  const settle = async (): Promise<void> => {
    for (let round = 0; ; round++) {
      const entity = marks.next();
      if (entity === undefined) return;
      if (round === mostRounds) throw new Error(`Linked values of ${entity} go in a circle.`);
      await refresh(entity);
    }
  };
  return {
    session: {
      ...marking,
      get: async (entity, id) => {
        if (marks.has(entity, id)) await refresh(entity, [id]);
        return marking.get(entity, id);
      },
      getMany: async (entity, ids) => {
        if (marks.has(entity)) await refresh(entity, ids);
        return marking.getMany(entity, ids);
      },
      find: async (query, asking) => {
        if (marks.has(query.entity)) await refresh(query.entity);
        return marking.find(query, asking);
      },
    },
    settle,
  };
}
