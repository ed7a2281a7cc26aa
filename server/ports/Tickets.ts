import type { DataRecord } from '#engine';

/** What is kept for a short while under a key that nobody can guess, and taken once. */
export type Tickets = {
  readonly put: (
    key: string,
    ticket: { readonly value: DataRecord; readonly lifetime: number },
  ) => Promise<void>;
  /** Gives it to one caller, whatever process they ask; one that is not good for them stays where it is. */
  readonly take: (key: string, isGood?: (value: DataRecord) => boolean) => Promise<DataRecord | undefined>;
};

type Kept = { readonly value: DataRecord; readonly expires: number };

/** As long as the process lives; of too many, the oldest make room. */
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
