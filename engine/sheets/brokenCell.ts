/** Texts in place of a value: spreadsheet errors in English and French, and unreadable characters. */
import type { BrokenCell } from './types.ts';

const errors =
  /^(#(N\/A|N\/D|REF!|VALUE!|VALEUR!|DIV\/0!|NAME\?|NOM\?|NULL!|NUL!|NUM!|NOMBRE!|SPILL!|PROPAGATION!|CALC!|FIELD!|CHAMP!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|ERR!|#{2,})|Err:5\d\d)$/i;

/** The text, or why it is not a value. A column that is too narrow is saved to CSV as `###`. */
export function readableText(text: string): string | BrokenCell {
  const first = text.charCodeAt(0);
  // Starts with '#', 'E' or 'e': a quick test, since there may be millions of texts.
  if ((first === 35 || first === 69 || first === 101) && errors.test(text.trim()))
    return brokenCell('error', text.trim());
  return text.includes('\uFFFD') ? brokenCell('unreadable', text) : text;
}

export function brokenCell(reason: BrokenCell['reason'], text: string): BrokenCell {
  return { kind: 'broken', reason, text };
}
