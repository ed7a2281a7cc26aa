/** Counters of public forms, shared by all processes. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { idOfDigest } from '../login/idOfDigest.ts';
import type { Ports } from '../ports/ports.ts';
import { type Store, StoreConflict, type StoreSession } from '../store/types.ts';

export const useEntity = 'form-use';

type Clock = Pick<Ports, 'now' | 'digest'>;

/** What is counted: its kind first. */
type Key = readonly string[];

export const idOf = async ({ digest }: Pick<Ports, 'digest'>, key: Key): Promise<string> =>
  idOfDigest(await digest(JSON.stringify(key)));

/** What has been counted so far; 0 once it has expired. */
export async function takenOf(ports: Clock, session: Pick<StoreSession, 'get'>, key: Key): Promise<number> {
  const record = await session.get(useEntity, await idOf(ports, key));
  return record && isCurrent(record, ports) ? Number(record.Taken) : 0;
}

export const isCurrent = ({ ExpiresAt }: DataRecord, { now }: Pick<Ports, 'now'>): boolean =>
  Date.parse(String(ExpiresAt)) > now().getTime();

type Limit = { readonly key: Key; readonly most: number; readonly milliseconds: number };

/** Counts one more within a transaction; false when there are as many as may be. */
export async function takeOne(
  ports: Clock,
  session: StoreSession,
  { key, most, milliseconds }: Limit,
): Promise<boolean> {
  const id = await idOf(ports, key);
  const record = await session.get(useEntity, id);
  if (record && isCurrent(record, ports)) {
    if (Number(record.Taken) >= most) return false;
    return session.update(useEntity, id, { Taken: Number(record.Taken) + 1 }, Number(record.Revision));
  }
  const fields = { Kind: key[0], Taken: 1, ExpiresAt: after(ports, milliseconds) };
  if (record) return session.update(useEntity, id, fields, Number(record.Revision));
  await session.insert(useEntity, newUse(ports, id, fields));
  return true;
}

export const after = ({ now }: Pick<Ports, 'now'>, milliseconds: number): string =>
  new Date(now().getTime() + milliseconds).toISOString();

export function newUse({ now }: Pick<Ports, 'now'>, Id: string, fields: DataRecord): DataRecord {
  const moment = now().toISOString();
  const made = { CreatedDate: moment, CreatedBy: 'server', ModifiedDate: moment, ModifiedBy: 'server' };
  return { Id, Revision: 1, ...made, ...fields };
}

/** Attempts while other processes count at the same time. */
const attempts = 20;

/** Throws 429 with a time to wait when too many calls came; a refused one costs one read. */
export async function refuseTooMany(
  { store, ports }: { readonly store: Store; readonly ports: Clock },
  limits: readonly Limit[],
): Promise<void> {
  for (const limit of limits) {
    if ((await takenOf(ports, store, limit.key)) >= limit.most) throw await tooMany(store, ports, limit);
    let isTaken = false;
    for (let attempt = 0; attempt < attempts && !isTaken; attempt += 1) {
      isTaken = await store
        .transaction((session) => takeOne(ports, session, limit))
        .catch((error) => {
          if (error instanceof StoreConflict) return false;
          throw error;
        });
      if (!isTaken && (await takenOf(ports, store, limit.key)) >= limit.most) break;
    }
    if (!isTaken) throw await tooMany(store, ports, limit);
  }
}

async function tooMany(store: Store, ports: Clock, { key, milliseconds }: Limit) {
  const record = await store.get(useEntity, await idOf(ports, key));
  const end = record ? Date.parse(String(record.ExpiresAt)) : ports.now().getTime() + milliseconds;
  const wait = Math.max(1, Math.ceil((end - ports.now().getTime()) / 1000));
  return refusals.formBusy({ headers: { 'retry-after': String(wait) } });
}
