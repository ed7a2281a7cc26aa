/** Escapes of XML and Office. No custom entities are supported, so none can expand. */
import { wellFormed } from '../text/textKey.ts';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function xmlText(text: string): string {
  return text.includes('&') ? text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, entity) : text;
}

/** Decodes Office's `_x000D_` escapes for characters that XML cannot contain. */
export function cellText(text: string): string {
  const plain = xmlText(text).replaceAll('\r\n', '\n');
  return plain.includes('_x') ? plain.replace(/_x([\da-f]{4})_/gi, (_, code) => letter(code)) : plain;
}

/** Encodes characters that XML cannot contain, and text that looks like such an escape. */
export function escapeCell(text: string): string {
  return wellFormed(
    text
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold.
      .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, (mark) => `_x${hex(mark)}_`),
  );
}

/** The value of an attribute in an opening tag. */
export function attribute(tag: string, name: string): string | undefined {
  for (let at = tag.indexOf(name); at >= 0; at = tag.indexOf(name, at + 1)) {
    if (!isBlank(tag[at - 1])) continue;
    let from = at + name.length;
    while (isBlank(tag[from])) from += 1;
    if (tag[from] !== '=') continue;
    do from += 1;
    while (isBlank(tag[from]));
    const end = tag.indexOf(tag[from] ?? '"', from + 1);
    return end < 0 ? undefined : xmlText(tag.slice(from + 1, end));
  }
  return undefined;
}

const isBlank = (letter: string | undefined): boolean =>
  letter === ' ' || letter === '\n' || letter === '\t' || letter === '\r';

const letter = (code: string) => String.fromCharCode(Number.parseInt(code, 16));
const hex = (mark: string) => mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
