/** Removes CDATA sections and comments from XML, so that their content is not mistaken for elements. */
import { SheetError } from './SheetError.ts';
import { longestPiece } from './sharedTexts.ts';

const [section, comment] = ['<![CDATA[', '<!--'];

export type Markup = {
  /** The available text without sections and comments. */
  readonly add: (piece: string) => string;
  /** The text held back at the end. */
  readonly end: () => string;
};

/** Replaces CDATA by text and drops comments, in pieces; plain searches, so that no content is slow. */
export function createMarkup(): Markup {
  let held = '';
  let searched = 0;
  return {
    add: (piece) => {
      const text = held + piece;
      let plain = '';
      let from = 0;
      for (;;) {
        const start = text.indexOf('<!', from);
        if (start < 0) break;
        const [opening, ending] = kindAt(text, start);
        const end =
          ending === ''
            ? -1
            : text.indexOf(ending, Math.max(start + opening.length, from === 0 ? searched : 0));
        plain += text.slice(from, start);
        from = start;
        if (end < 0) break;
        if (opening === section) plain += escaped(text.slice(start + section.length, end));
        from = end + ending.length;
      }
      const isOpen = text.startsWith('<!', from);
      const kept = isOpen ? text.length : text.endsWith('<') ? text.length - 1 : text.length;
      if (!isOpen) plain += text.slice(from, kept);
      held = isOpen ? text.slice(from) : text.slice(kept);
      searched = Math.max(0, held.length - 2);
      if (held.length > longestPiece) throw new SheetError('large', 'A text is too long.');
      return plain;
    },
    end: () => {
      if (held.startsWith('<!')) throw new SheetError('wrong', 'A section or a comment is never closed.');
      return held;
    },
  };
}

/** The delimiters of what starts here; no end while its name is incomplete. Refuses document types. */
function kindAt(text: string, start: number): readonly [opening: string, ending: string] {
  const name = text.slice(start, start + section.length);
  if (name === section) return [section, ']]>'];
  if (name.startsWith(comment)) return [comment, '-->'];
  if (section.startsWith(name) || comment.startsWith(name)) return ['', ''];
  throw new SheetError('wrong', 'The file declares entities.');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
