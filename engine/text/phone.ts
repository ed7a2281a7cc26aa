/**
 * Telephone numbers: North American with or without 1, local seven-digit ones, others with + or 011 and a
 * country code; all with an optional extension. A library would add 40 kB for number lengths.
 */

const longest = 60;
const digitsParted = /^\+?(?:\(\d{1,4}\)|\d)(?:[\s.\-/\u2010-\u2015\u2212]{0,3}(?:\(\d{1,4}\)|\d))*$/;
const extension =
  /[\s,]*(?:;\s*ext=|(?:,|#|\bx|\bext(?:n|ension)?\.?|\bpo?ste\.?|\bp\.)\s*[.:#]?|(?<=\d)(?:x|ext\.?))\s*\d{1,8}$/iu;
const northAmerica = /^1?[2-9]\d{2}[2-9]\d{6}$/;

export function isPhone(text: string): boolean {
  if (text.length > longest) return false;
  const whole = text.normalize('NFKC').trim();
  const number = whole.replace(extension, '');
  if (!digitsParted.test(number) || (number.match(/\(/g)?.length ?? 0) > 1) return false;
  const digits = number.replace(/\D/g, '');
  const abroad = number.startsWith('+') ? digits : /^011(?=\d)/.test(digits) ? digits.slice(3) : undefined;
  if (abroad === undefined) return northAmerica.test(digits) || /^[2-9]\d{6}$/.test(digits);
  return abroad.startsWith('1') ? northAmerica.test(abroad) : /^[2-9]\d{6,14}$/.test(abroad);
}
