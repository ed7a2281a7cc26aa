/** The embedded vault, for development: it forgets the number at once and keeps what is printed of it. */
import { type Ports, ticketsInMemory } from '#server/extension';
import type { CardVault, KeptCard } from './CardVault.ts';
import { cardOf } from './cardOf.ts';

const lifetime = 15 * 60_000;
/** Whoever asks for more has not bought anything for a long time. */
const mostWaiting = 1000;

/** Which process takes a token does not matter where the server has tickets that all of them see. */
export function createCardVault(ports: Pick<Ports, 'now' | 'randomToken' | 'tickets'>): CardVault {
  const { randomToken, tickets = ticketsInMemory(ports, mostWaiting) } = ports;
  return {
    async tokenize(number) {
      const card = cardOf(number);
      if (!card) return undefined;
      const { MaskedNumber, CardType } = card;
      const TemporaryToken = randomToken();
      const value = { Token: randomToken(), MaskedNumber, CardType };
      await tickets.put(keyOf(TemporaryToken), { value, lifetime });
      return { TemporaryToken, MaskedNumber, CardType };
    },
    async redeem(temporaryToken) {
      return (await tickets.take(keyOf(temporaryToken))) as KeptCard | undefined;
    },
  };
}

const keyOf = (token: string): string => `card\n${token}`;
