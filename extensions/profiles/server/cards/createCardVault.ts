/** The embedded vault, for development: discards the number at once and keeps the printable details. */
import { type Ports, ticketsInMemory } from '#server/extension';
import type { CardVault, KeptCard } from './CardVault.ts';
import { cardOf } from './cardOf.ts';

const lifetime = 15 * 60_000;
/** The most tokens waiting to be redeemed. */
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
