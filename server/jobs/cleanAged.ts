/** Deletes data that is kept only for a limited time. */
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

/** Removes runs of automations three months after they ended; returns the number removed. */
export const cleanRuns = (store: Store, ports: Pick<Ports, 'now'>): Promise<number> =>
  removeOlder(store, ports, { entity: 'automation-run', field: 'FinishedDate', age: 3 * month });

type Aged = {
  readonly entity: string;
  /** Entities whose records of the same id are removed too. */
  readonly with?: readonly string[];
  readonly field: string;
  /** In milliseconds. */
  readonly age: number;
};

async function removeOlder(
  store: Store,
  { now }: Pick<Ports, 'now'>,
  { entity, with: others = [], field, age }: Aged,
): Promise<number> {
  const value = new Date(now().getTime() - age).toISOString();
  const filter = { kind: 'compare', path: field, operator: 'lt', value } as const;
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
