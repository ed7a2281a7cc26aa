/** Texts that stand where a value should: errors as spreadsheets show them in English and in French, and what cannot be read. */
import type { BrokenCell } from './types.ts';

const errors =
  /^(#(N\/A|N\/D|REF!|VALUE!|VALEUR!|DIV\/0!|NAME\?|NOM\?|NULL!|NUL!|NUM!|NOMBRE!|SPILL!|PROPAGATION!|CALC!|FIELD!|CHAMP!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|ERR!|#{2,})|Err:5\d\d)$/i;

/** The text, or why it stands for no value. A column too narrow is saved as csv with `###` in it. */
export function readableText(text: string): string | BrokenCell {
  const first = text.charCodeAt(0);
  // '#', 'E' or 'e': most texts are none of these, and there may be millions.
  if ((first === 35 || first === 69 || first === 101) && errors.test(text.trim()))
    return brokenCell('error', text.trim());
  return text.includes('\uFFFD') ? brokenCell('unreadable', text) : text;
}

export function brokenCell(reason: BrokenCell['reason'], text: string): BrokenCell {
  return { kind: 'broken', reason, text };
}
