/** The shared texts of a workbook, kept in memory because any cell may refer to any of them. */
import { SheetError } from './SheetError.ts';
import { elements, isOpened, nextElement, openingOf, prefixOf } from './xmlElements.ts';
import { cellText } from './xmlText.ts';

/** A cell holds 32,767 characters; formatting makes its XML longer. */
export const longestPiece = 4 * 2 ** 20;

/** Maximum length of a tag split between pieces. */
const longestName = 100;

export async function sharedTexts(pieces: AsyncIterable<string>): Promise<readonly string[]> {
  const texts: string[] = [];
  let held = '';
  let prefix: string | undefined;
  for await (const piece of pieces) {
    held += piece;
    prefix ??= isOpened(held) ? prefixOf(held) : undefined;
    let end = 0;
    for (let item = nextElement(held, `${prefix}si`, 0); item; item = nextElement(held, `${prefix}si`, end)) {
      texts.push(textIn(item.inner ?? '', prefix ?? ''));
      end = item.end;
    }
    held = held.slice(end);
    // Items do not nest: if two are open, the first is never closed.
    const first = openingOf(held, `${prefix}si`, 0);
    if (
      first >= 0 &&
      openingOf(held, `${prefix}si`, Math.max(first + 1, held.length - piece.length - longestName)) >= 0
    )
      throw new SheetError('wrong', 'A text is never closed.');
    if (held.length > longestPiece) throw new SheetError('large', 'A text is too long.');
  }
  return texts;
}

/** The runs of a text, without phonetic hints. */
export function textIn(xml: string, prefix: string): string {
  let text = '';
  for (const { inner } of elements(withoutPhonetic(xml, prefix), `${prefix}t`)) text += inner ?? '';
  return cellText(text);
}

function withoutPhonetic(xml: string, prefix: string): string {
  let text = '';
  let from = 0;
  for (const { start, end } of elements(xml, `${prefix}rPh`)) {
    text += xml.slice(from, start);
    from = end;
  }
  return text + xml.slice(from);
}
