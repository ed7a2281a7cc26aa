/** What is kept for a while goes when its time is over. */
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

const day = 24 * 3600 * 1000;
const month = 30 * day;
const atOnce = 200;

/** Removes notifications that were read a month ago, with the jobs they are about; gives how many went. */
export const cleanNotifications = (store: Store, ports: Pick<Ports, 'now'>): Promise<number> =>
  removeOlder(store, ports, {
    entity: 'notification',
    with: ['job'],
    field: 'ReadDate',
    age: month,
  });

/** Removes answers of calls with an Idempotency-Key after a day; gives how many went. */
export const cleanKeptAnswers = (store: Store, ports: Pick<Ports, 'now'>): Promise<number> =>
  removeOlder(store, ports, { entity: 'kept-answer', field: 'CreatedDate', age: day });

type Aged = {
  readonly entity: string;
  /** Entities whose records of the same id go too. */
  readonly with?: readonly string[];
  readonly field: string;
  /** Milliseconds. */
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
