/** What is wrong with a vehicle identification number (ISO 3779, 49 CFR 565): 17 characters, of which the ninth proves the others. */
export function checkVin(code: string): 'not-vin' | 'vin-check' | undefined {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(code)) return 'not-vin';
  const sum = weights.reduce((before, weight, at) => before + weight * numberOf(code[at] ?? ''), 0);
  return code[8] === '0123456789X'[sum % 11] ? undefined : 'vin-check';
}

/** What each place counts; the check digit itself counts nothing. */
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** What each letter stands for, from A on; I, O and Q stand for nothing. */
const letters = '12345678.12345.7.923456789';

const numberOf = (character: string): number =>
  Number(/\d/.test(character) ? character : letters[character.charCodeAt(0) - 'A'.charCodeAt(0)]);
