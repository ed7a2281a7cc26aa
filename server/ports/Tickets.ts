import type { DataRecord } from '#engine';

/** Short-lived values under unguessable keys, each taken once. */
export type Tickets = {
  readonly put: (
    key: string,
    ticket: { readonly value: DataRecord; readonly lifetime: number },
  ) => Promise<void>;
  /** Gives the value to one caller, across processes; if `isGood` rejects it, it stays. */
  readonly take: (key: string, isGood?: (value: DataRecord) => boolean) => Promise<DataRecord | undefined>;
};

type Kept = { readonly value: DataRecord; readonly expires: number };

/** Tickets that live as long as the process; beyond the limit the oldest are dropped. */
export function ticketsInMemory({ now }: { readonly now: () => Date }, most = 10_000): Tickets {
  const kept = new Map<string, Kept>();
  return {
    put: async (key, { value, lifetime }) => {
      const moment = now().getTime();
      for (const [known, { expires }] of kept) {
        if (expires > moment && kept.size < most) break;
        kept.delete(known);
      }
      kept.set(key, { value, expires: moment + lifetime });
    },
    take: async (key, isGood = () => true) => {
      const found = kept.get(key);
      if (!found || !isGood(found.value)) return undefined;
      kept.delete(key);
      return found.expires > now().getTime() ? found.value : undefined;
    },
  };
}
