/**
 * Calls per minute of each key, in all processes together. A process takes calls from the common counter in
 * small lots, so that most calls cost no write.
 */
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';
import { StoreConflict, type StoreSession, StoreUnavailable } from '../store/types.ts';

export type KeyRates = {
  /** Seconds to wait; 0: the call may proceed and is counted. */
  readonly take: (key: string, perMinute: number) => Promise<number>;
};

const entity = 'service-key-use';
const minute = 60_000;
const mostKeys = 10_000;
/** One lot is this part of a minute's calls. */
const lots = 20;

type Lot = { minute: number; left: number; isUsedUp: boolean; coming?: Promise<void> | undefined };

export function createKeyRates(store: () => Store, ports: Pick<Ports, 'now'>): KeyRates {
  const known = new Map<string, Lot>();
  const lotOf = (key: string, now: number): Lot => {
    const lot = known.get(key);
    if (lot?.minute === now) return lot;
    if (known.size >= mostKeys) known.delete(known.keys().next().value as string);
    const fresh: Lot = { minute: now, left: 0, isUsedUp: false };
    known.delete(key);
    known.set(key, fresh);
    return fresh;
  };
  return {
    take: async (key, perMinute) => {
      const moment = ports.now().getTime();
      const lot = lotOf(key, Math.floor(moment / minute) * minute);
      // Calls that arrive at once share what one of them takes; each round either serves or ends one.
      while (lot.left <= 0 && !lot.isUsedUp) {
        lot.coming ??= refill(store(), key, lot, perMinute).finally(() => {
          lot.coming = undefined;
        });
        await lot.coming;
      }
      if (lot.left <= 0) return Math.max(1, Math.ceil((lot.minute + minute - moment) / 1000));
      lot.left -= 1;
      return 0;
    },
  };
}

async function refill(store: Store, key: string, lot: Lot, perMinute: number): Promise<void> {
  const wanted = Math.ceil(perMinute / lots);
  const granted = await takeLot(store, key, { minute: lot.minute, wanted, perMinute }).catch((error) => {
    // While nothing can be written, each process counts for itself.
    if (error instanceof StoreUnavailable) return wanted;
    throw error;
  });
  lot.left += granted;
  lot.isUsedUp = granted === 0;
}

type Wish = { readonly minute: number; readonly wanted: number; readonly perMinute: number };

async function takeLot(store: Store, key: string, wish: Wish): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const granted = await tryLot(store, key, wish);
    if (granted !== undefined) return granted;
  }
  return 0;
}

/** Undefined when another process took a lot at the same time. */
async function tryLot(
  store: Pick<StoreSession, 'get' | 'insert' | 'update'>,
  key: string,
  { minute, wanted, perMinute }: Wish,
): Promise<number | undefined> {
  const Minute = new Date(minute).toISOString();
  const record = await store.get(entity, key);
  const isCurrent = record !== undefined && Date.parse(String(record.Minute)) === minute;
  const taken = isCurrent ? Number(record.Taken) : 0;
  const granted = Math.max(0, Math.min(wanted, perMinute - taken));
  if (granted === 0) return 0;
  const fields = { Minute, Taken: taken + granted };
  if (record) return (await store.update(entity, key, fields, Number(record.Revision))) ? granted : undefined;
  const made = { CreatedDate: Minute, CreatedBy: 'server', ModifiedDate: Minute, ModifiedBy: 'server' };
  try {
    await store.insert(entity, { Id: key, Revision: 1, ...made, ...fields });
    return granted;
  } catch (error) {
    if (error instanceof StoreConflict) return undefined;
    throw error;
  }
}
