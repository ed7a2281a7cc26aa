/** A vault over HTTPS with the Basis Theory API (CARD_VAULT_URL): temporary intents and permanent tokens. */
import { callOut, type Log, refusals } from '#server/extension';
import type { CardVault } from './CardVault.ts';
import { cardOf } from './cardOf.ts';

type Options = {
  readonly url: string;
  readonly key: string;
  readonly log: Pick<Log, 'error'>;
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
};

type Answer = {
  readonly id?: unknown;
  readonly card?: { readonly brand?: unknown; readonly last4?: unknown };
};

const largestAnswer = 100_000;
/** Statuses with which the vault rejects the input, which is the person's matter and not the operator's. */
const refused = new Set([400, 404, 409, 410, 422]);

export function createHttpCardVault(options: Options): CardVault {
  const ask = asking(options);
  return {
    async tokenize(number) {
      // Text that is not a card number never leaves the server.
      const card = cardOf(number);
      if (!card) return undefined;
      const { digits, CardType, MaskedNumber } = card;
      const answer = await ask('token-intents', { type: 'card', data: { number: digits } }, digits);
      return answer && { TemporaryToken: answer.id, MaskedNumber, CardType };
    },
    async redeem(temporaryToken) {
      if (!isId(temporaryToken)) return undefined;
      const answer = await ask('tokens', { token_intent_id: temporaryToken });
      const CardType = brands[String(answer?.card?.brand).toLowerCase()];
      const last4 = String(answer?.card?.last4);
      if (!answer || !CardType || !/^\d{4}$/.test(last4)) return undefined;
      return { Token: answer.id, MaskedNumber: `************${last4}`, CardType };
    },
  };
}

/** Posts a body to the vault; undefined when the vault rejects it. Neither body nor answer is ever logged. */
function asking({ url, key, log, timeoutMs = 8000, fetch = globalThis.fetch }: Options) {
  return async (path: string, body: object, secret?: string) => {
    try {
      // A card number goes only to the configured vault; redirects are not followed.
      const { status, isOk, text } = await callOut({
        ...{ url: `${url.replace(/\/$/, '')}/${path}`, method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', accept: 'application/json', 'BT-API-KEY': key },
        ...{ timeoutMs, maxBytes: largestAnswer, fetch },
      });
      if (refused.has(status)) return undefined;
      if (!isOk) throw new VaultFailed(`answered ${status}`);
      const { id, card } = parsed(text);
      // Tokens are stored, so one that contains the card number is refused.
      if (!isId(id) || (secret && id.includes(secret))) throw new VaultFailed('answered without a token');
      return { id, card };
    } catch (error) {
      const reason = error instanceof VaultFailed ? error.message : (error as Error).name;
      log.error({ vault: path, reason }, 'the card vault did not answer');
      throw refusals.vaultDown({ headers: { 'retry-after': '30' } });
    }
  };
}

class VaultFailed extends Error {}

/** Drops the parser's error, which quotes its input. */
function parsed(text: string): Answer {
  try {
    return (JSON.parse(text) ?? {}) as Answer;
  } catch {
    throw new VaultFailed('answered something else');
  }
}

/** Up to the length of the stored field. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value);

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  'master-card': 'MasterCard',
};
