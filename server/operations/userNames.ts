/** User names as people see them: one spelling is stored, and names that look alike count as one. */

import unhomoglyph from 'unhomoglyph';
import { uniqueKey } from '#engine';

/** The spelling that is stored: compatible characters composed, blanks collapsed, nothing invisible. */
export function cleanUserName(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** Equal for two spellings of one name, as the store compares them: without case. */
export const userNameKey = (text: string): string => uniqueKey(cleanUserName(text));

/** Equal for names that a person takes for each other: `admin` with a Cyrillic `а`, `adm1n` and `ADMIN`. */
export function lookAlikeKey(text: string): string {
  // Letters that look like others may do so once they are lower case, or behind another replacement.
  let key = uniqueKey(cleanUserName(text).toUpperCase()).normalize('NFD');
  for (let round = 0; round < 3; round += 1) {
    const next = unhomoglyph(key).toLowerCase().normalize('NFD');
    if (next === key) break;
    key = next;
  }
  // Without regard to case, i is I, which passes for l and 1.
  return key.replaceAll('i', 'l');
}

/** Scripts with letters that pass for those of another. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian', 'Lisu'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);

/** Whether letters of several alphabets stand in one name: nobody can tell which they are. */
export function mixesScripts(text: string): boolean {
  const name = cleanUserName(text);
  const used = scripts.filter((script) => script.test(name)).length;
  const others = /\p{L}/u.test(name.replace(/[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu, ''));
  return used > 1 || (/\p{Script=Latin}/u.test(name) && others);
}
