/** Deletes unused uploads, and contents without a record, after a day. */
import type { DataRecord, Model } from '#engine';
import { type Inbound, inboundByTarget } from '../operations/EntityPlan.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';

export type Cleaning = {
  readonly model: Model;
  readonly store: Store;
  readonly ports: Pick<Ports, 'files' | 'now'>;
};

const day = 24 * 3600 * 1000;

/** Deletes files nothing refers to; returns the number of contents removed. */
export async function cleanFiles({ model, store, ports }: Cleaning): Promise<number> {
  if (!model.entities.has('file')) return 0;
  const inbound = inboundByTarget(model).get('file') ?? [];
  const before = new Date(ports.now().getTime() - day);
  const filter = {
    kind: 'compare',
    path: 'CreatedDate',
    operator: 'lt',
    value: before.toISOString(),
  } as const;
  const { items } = await store.find({ entity: 'file', filter });
  for (const { Id } of items)
    await store.transaction(async (session) => {
      if (!(await isReferred(session, inbound, String(Id)))) await session.remove('file', String(Id));
    });
  return removeOrphans({ store, ports, before });
}

async function isReferred(session: StoreSession, inbound: readonly Inbound[], id: string): Promise<boolean> {
  for (const { entity, path } of inbound)
    if ((await session.referring(entity, path, id)).length > 0) return true;
  return false;
}

/** Deletes the record first: a content without one is harmless and is removed next time. */
async function removeOrphans(options: {
  readonly store: Store;
  readonly ports: Cleaning['ports'];
  readonly before: Date;
}): Promise<number> {
  const { store, ports, before } = options;
  const old = (await ports.files.list()).filter(({ storedAt }) => storedAt < before).map(({ id }) => id);
  const known = new Set((await store.getMany('file', old)).map(({ Id }: DataRecord) => Id));
  const orphans = old.filter((id) => !known.has(id));
  for (const id of orphans) await ports.files.remove(id);
  return orphans.length;
}
