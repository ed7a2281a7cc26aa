/** Printable details of a card may be stored; its number must not be. */
export type Card = { readonly digits: string; readonly CardType: string; readonly MaskedNumber: string };

/** The card with the number entered; undefined unless it is a Visa or MasterCard. */
export function cardOf(typed: string): Card | undefined {
  const digits = typed.replace(/[ -]/g, '');
  const CardType = typeOf(digits);
  if (!CardType || !/^\d{16}$/.test(digits) || !hasCheckDigit(digits)) return undefined;
  return { digits, CardType, MaskedNumber: `************${digits.slice(-4)}` };
}

function typeOf(digits: string): string | undefined {
  if (digits.startsWith('4')) return 'Visa';
  const start = Number(digits.slice(0, 4));
  return (start >= 5100 && start <= 5599) || (start >= 2221 && start <= 2720) ? 'MasterCard' : undefined;
}

/** The Luhn check. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
