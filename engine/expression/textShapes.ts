/** Shapes of texts that rules ask about; each in one walk over the text. */
import { formats } from '../text/formats.ts';

export const isEmail = (text: string): boolean => formats.email(text);

const barred = /[\\/:*?<>|]/;

/** A server and a share at least; a name is not empty, not blank, and leads nowhere else. */
export function isNetworkPath(text: string): boolean {
  if (!text.startsWith('\\\\')) return false;
  const names = text.slice(2).split('\\');
  return names.length >= 2 && names.every((name) => isName(name));
}

function isName(name: string): boolean {
  const text = name.trim();
  return text !== '' && text !== '.' && text !== '..' && !barred.test(name);
}
