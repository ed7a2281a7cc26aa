/** The embedded vault, for development: it forgets the number at once and keeps what is printed of it. */
import type { CardVault, KeptCard } from './CardVault.ts';
import { cardOf } from './cardOf.ts';

const lifetimeMs = 15 * 60_000;
/** Whoever asks for more has not bought anything for a long time. */
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
