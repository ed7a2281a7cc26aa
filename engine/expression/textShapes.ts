/** Text formats that rules test, each in one pass over the text. */
import { formats } from '../text/formats.ts';

export const isEmail = (text: string): boolean => formats.email(text);

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
