/** Slows down addresses that send invalid API keys; valid keys, and other addresses, do not wait. */
import type { Ports } from '../ports/ports.ts';
import { networkOf } from './networkOf.ts';

export type WrongKeys = {
  /** Seconds until an unknown key from this address is looked up again; 0: now. */
  readonly wait: (address: string) => number;
  readonly note: (address: string) => void;
};

const minute = 60_000;
/** Invalid keys per network and minute. A key has 256 random bits: the limit saves work, not secrets. */
const most = 30;
const mostNetworks = 10_000;

export function createWrongKeys({ now }: Pick<Ports, 'now'>): WrongKeys {
  const counts = new Map<string, { from: number; count: number }>();
  return {
    wait: (address) => {
      const found = counts.get(networkOf(address));
      const moment = now().getTime();
      if (!found || found.count < most || moment - found.from >= minute || moment < found.from) return 0;
      return Math.max(1, Math.ceil((found.from + minute - moment) / 1000));
    },
    note: (address) => {
      const [network, moment] = [networkOf(address), now().getTime()];
      const found = counts.get(network);
      if (found && moment - found.from < minute && moment >= found.from) {
        found.count += 1;
        return;
      }
      if (counts.size >= mostNetworks) counts.delete(counts.keys().next().value as string);
      counts.delete(network);
      counts.set(network, { from: moment, count: 1 });
    },
  };
}
