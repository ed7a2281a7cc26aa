/** Text formats that rules test, each in one pass over the text. */
import { formats } from '../text/formats.ts';

export const isEmail = (text: string): boolean => formats.email(text);

/** More would be a mailing list. */
const mostEmails = 20;

/** The addresses of a text, separated by commas or semicolons. */
export const emailsIn = (text: string): readonly string[] =>
  text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

export function isEmailList(text: string): boolean {
  const found = emailsIn(text);
  return found.length > 0 && found.length <= mostEmails && found.every(isEmail);
}

const barred = /[\\/:*?<>|]/;

/** At least a server and a share; names are not empty, not blank and not relative. */
export function isNetworkPath(text: string): boolean {
  if (!text.startsWith('\\\\')) return false;
  const names = text.slice(2).split('\\');
  return names.length >= 2 && names.every((name) => isName(name));
}

function isName(name: string): boolean {
  const text = name.trim();
  return text !== '' && text !== '.' && text !== '..' && !barred.test(name);
}
