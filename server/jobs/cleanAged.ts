/** Deletes data that is kept only for a limited time. */
import type { FilterTree, Model } from '#engine';
import { allOf, equals } from '../operations/filters.ts';
import { changeEntity, lastNumber } from '../operations/recordChanges.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

const day = 24 * 3600 * 1000;
const month = 30 * day;
const atOnce = 200;

/** Removes notifications read a month ago, with their jobs; returns the number removed. */
export const cleanNotifications = (store: Store, ports: Pick<Ports, 'now'>): Promise<number> =>
  removeOlder(store, ports, {
    entity: 'notification',
    with: ['job'],
    field: 'ReadDate',
    age: month,
  });

/** Removes answers stored for an Idempotency-Key after a day; returns the number removed. */
export const cleanKeptAnswers = (store: Store, ports: Pick<Ports, 'now'>): Promise<number> =>
  removeOlder(store, ports, { entity: 'kept-answer', field: 'CreatedDate', age: day });

/** Removes changes after 30 days, but never the last one: its number must not be given out again. */
export async function cleanChanges(store: Store, ports: Pick<Ports, 'now'>): Promise<number> {
  const last = await lastNumber(store);
  const beyond: FilterTree = { kind: 'compare', path: 'Number', operator: 'lt', value: last };
  return removeOlder(store, ports, { entity: changeEntity, field: 'CreatedDate', age: month, where: beyond });
}

/** Removes changes from the history that are older than their entity keeps them; returns the number removed. */
export async function cleanHistory(
  { model, store }: { readonly model: Model; readonly store: Store },
  { now }: Pick<Ports, 'now'>,
): Promise<number> {
  let gone = 0;
  for (const { id, activity } of model.entities.values())
    if (activity?.historyYears !== undefined)
      gone += await removeAll(store, {
        entity: 'history',
        filter: agedChanges(id, activity.historyYears, now()),
      });
  return gone;
}

/** The changes of an entity's records that are more years old. */
export function agedChanges(entity: string, years: number, now: Date): FilterTree | undefined {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - years);
  return allOf([
    { kind: 'compare', path: 'ChangedAt', operator: 'lt', value: since.toISOString() },
    equals('Entity', entity),
  ]);
}

/** Forgets after three months how to undo an import; returns the number of imports removed. */
export async function cleanImports(store: Store, ports: Pick<Ports, 'now'>): Promise<number> {
  const value = new Date(ports.now().getTime() - 3 * month).toISOString();
  const filter = { kind: 'compare', path: 'CreatedDate', operator: 'lt', value } as const;
  const { items } = await store.find({ entity: 'import', filter, page: { number: 1, size: atOnce } });
  for (const { Id } of items) {
    const of = { field: 'ImportId', id: String(Id) };
    for (;;) {
      const piece = await store.scan({ entity: 'import-change', of, size: atOnce });
      if (piece.items.length === 0) break;
      await store.transaction(async (session) => {
        for (const change of piece.items) await session.remove('import-change', String(change.Id));
      });
    }
    await store.transaction(async (session) => void (await session.remove('import', String(Id))));
  }
  return items.length;
}

/** Removes runs of automations three months after they ended; returns the number removed. */
export const cleanRuns = (store: Store, ports: Pick<Ports, 'now'>): Promise<number> =>
  removeOlder(store, ports, { entity: 'automation-run', field: 'FinishedDate', age: 3 * month });

/** Removes deliveries to webhooks after a month; returns the number removed. */
export const cleanDeliveries = (store: Store, ports: Pick<Ports, 'now'>): Promise<number> =>
  removeOlder(store, ports, { entity: 'webhook-delivery', field: 'CreatedDate', age: month });

/** Removes counters and challenges of public forms once they have expired, and links a month later. */
export async function cleanForms(store: Store, ports: Pick<Ports, 'now'>): Promise<number> {
  const uses = await removeOlder(store, ports, { entity: 'form-use', field: 'ExpiresAt', age: 0 });
  return uses + (await removeOlder(store, ports, { entity: 'form-link', field: 'ExpiresAt', age: month }));
}

type Aged = {
  readonly entity: string;
  /** Entities whose records of the same id are removed too. */
  readonly with?: readonly string[];
  readonly field: string;
  /** In milliseconds. */
  readonly age: number;
  readonly where?: FilterTree;
};

function removeOlder(
  store: Store,
  { now }: Pick<Ports, 'now'>,
  { entity, with: others, field, age, where }: Aged,
): Promise<number> {
  const value = new Date(now().getTime() - age).toISOString();
  const filter = allOf([{ kind: 'compare', path: field, operator: 'lt', value }, where]);
  return removeAll(store, { entity, with: others, filter });
}

type Removed = Pick<Aged, 'entity' | 'with'> & { readonly filter: FilterTree | undefined };

/** In short transactions, so that others write in between. */
async function removeAll(store: Store, { entity, with: others = [], filter }: Removed): Promise<number> {
  for (let gone = 0; ; ) {
    const page = { number: 1, size: atOnce };
    const { items } = await store.find({ entity, filter, page });
    if (items.length === 0) return gone;
    await store.transaction(async (session) => {
      for (const { Id } of items)
        for (const each of [entity, ...others]) await session.remove(each, String(Id));
    });
    gone += items.length;
  }
}

/** Removes what is known of earlier clean-ups after three months; returns the number removed. */
export const cleanTidied = (store: Store, ports: Pick<Ports, 'now'>, kind: string): Promise<number> =>
  removeOlder(store, ports, {
    ...{ entity: 'job', field: 'FinishedDate', age: 3 * month },
    where: { kind: 'compare', path: 'Kind', operator: 'eq', value: kind } as FilterTree,
  });
