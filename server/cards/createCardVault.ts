/** The embedded vault, for development: it forgets the number at once and keeps what is printed of it. */
import type { CardVault, KeptCard } from './CardVault.ts';

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
      const digits = number.replace(/[ -]/g, '');
      const CardType = typeOf(digits);
      if (!CardType || !/^\d{16}$/.test(digits) || !hasCheckDigit(digits)) return undefined;
      const [oldest] = waiting.keys();
      if (waiting.size >= mostWaiting && oldest !== undefined) waiting.delete(oldest);
      const [TemporaryToken, MaskedNumber] = [randomToken(), `************${digits.slice(-4)}`];
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

function typeOf(digits: string): string | undefined {
  if (digits.startsWith('4')) return 'Visa';
  const start = Number(digits.slice(0, 4));
  return (start >= 5100 && start <= 5599) || (start >= 2221 && start <= 2720) ? 'MasterCard' : undefined;
}

/** Luhn's formula. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
