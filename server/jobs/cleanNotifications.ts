/** What a person has read goes after a while, with the job it is about. */
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

const month = 30 * 24 * 3600 * 1000;
const atOnce = 200;

/** Removes notifications that were read a month ago; gives how many went. */
export async function cleanNotifications(store: Store, { now }: Pick<Ports, 'now'>): Promise<number> {
  const value = new Date(now().getTime() - month).toISOString();
  const filter = { kind: 'compare', path: 'ReadDate', operator: 'lt', value } as const;
  for (let gone = 0; ; ) {
    const page = { number: 1, size: atOnce };
    const { items } = await store.find({ entity: 'notification', filter, page });
    if (items.length === 0) return gone;
    await store.transaction(async (session) => {
      for (const { Id } of items)
        for (const entity of ['notification', 'job']) await session.remove(entity, String(Id));
    });
    gone += items.length;
  }
}
