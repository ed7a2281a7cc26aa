/** User names as people see them: one stored spelling, and look-alike names count as equal. */

import unhomoglyph from 'unhomoglyph';
import { uniqueKey } from '#engine';

/** The stored spelling: NFKC, whitespace collapsed, no invisible characters. */
export function cleanUserName(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** Equal for two spellings of the same name; case-insensitive, like the store. */
export const userNameKey = (text: string): string => uniqueKey(cleanUserName(text));

/** Equal for names that a person could confuse: `admin` with a Cyrillic `а`, `adm1n` and `ADMIN`. */
export function lookAlikeKey(text: string): string {
  // Some letters look alike only in lower case or after another replacement.
  let key = uniqueKey(cleanUserName(text).toUpperCase()).normalize('NFD');
  for (let round = 0; round < 3; round += 1) {
    const next = unhomoglyph(key).toLowerCase().normalize('NFD');
    if (next === key) break;
    key = next;
  }
  // In upper case, i becomes I, which passes for l and 1.
  return key.replaceAll('i', 'l');
}

/** Scripts with letters that look like those of another script. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian', 'Lisu'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);

/** Whether a name mixes letters of several alphabets, so that readers cannot tell which they are. */
export function mixesScripts(text: string): boolean {
  const name = cleanUserName(text);
  const used = scripts.filter((script) => script.test(name)).length;
  const others = /\p{L}/u.test(name.replace(/[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu, ''));
  return used > 1 || (/\p{Script=Latin}/u.test(name) && others);
}
