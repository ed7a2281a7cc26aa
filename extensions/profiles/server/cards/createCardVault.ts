/** The embedded vault, for development: discards the number at once and keeps the printable details. */
import type { CardVault, KeptCard } from './CardVault.ts';
import { cardOf } from './cardOf.ts';

const lifetimeMs = 15 * 60_000;
/** The most tokens waiting to be redeemed. */
const mostWaiting = 1000;

export function createCardVault({
  now,
  randomToken,
}: {
  readonly now: () => Date;
  readonly randomToken: () => string;
}): CardVault {
  const waiting = new Map<string, KeptCard & { readonly until: number }>();
  return {
    async tokenize(number) {
      const card = cardOf(number);
      if (!card) return undefined;
      const { MaskedNumber, CardType } = card;
      const [oldest] = waiting.keys();
      if (waiting.size >= mostWaiting && oldest !== undefined) waiting.delete(oldest);
      const TemporaryToken = randomToken();
      const until = now().getTime() + lifetimeMs;
      waiting.set(TemporaryToken, { Token: randomToken(), MaskedNumber, CardType, until });
      return { TemporaryToken, MaskedNumber, CardType };
    },
    async redeem(temporaryToken) {
      const found = waiting.get(temporaryToken);
      waiting.delete(temporaryToken);
      if (!found || found.until < now().getTime()) return undefined;
      const { until: _, ...kept } = found;
      return kept;
    },
  };
}
