/** One `{{ … }}` of a template, braces included. */
export type Tag = {
  readonly at: number;
  readonly end: number;
  readonly word: 'value' | 'each' | 'if' | 'else' | '/each' | '/if' | 'comment' | 'unclosed' | 'unknown';
  /** The expression or keyword inside. */
  readonly text: string;
  /** Offset of `text` in the template. */
  readonly offset: number;
};

/** Finds the placeholders of a template in one pass, even if it is long or broken. */
export function scanTemplate(template: string): readonly Tag[] {
  const tags: Tag[] = [];
  let from = template.indexOf('{{');
  while (from >= 0) {
    const tag = readTag(template, from);
    tags.push(tag);
    if (tag.word === 'unclosed') break;
    from = template.indexOf('{{', tag.end);
  }
  return tags;
}

function readTag(template: string, at: number): Tag {
  const close = closeOf(template, at + 2);
  if (close < 0)
    return { at, end: template.length, word: 'unclosed', text: template.slice(at, at + 20), offset: at };
  return { at, end: close + 2, ...contentOf(template.slice(at + 2, close), at + 2) };
}

/** The closing braces, ignoring those inside quotes unless the quotes are unbalanced. */
function closeOf(template: string, from: number): number {
  const first = template.indexOf('}}', from);
  if (first < 0) return -1;
  for (let place = from; place < template.length; place++) {
    const character = template[place];
    if (character === '}' && template[place + 1] === '}') return place;
    if (character !== '"' && character !== "'") continue;
    const quoted = template.slice(place + 1, place + longestQuote);
    const length = quoted.indexOf(character);
    if (length < 0 || quoted.slice(0, length).includes('\n')) return first;
    place += length + 1;
  }
  return first;
}

/** Maximum length of a quoted text; otherwise the mark is an apostrophe. */
const longestQuote = 500;

function contentOf(inner: string, start: number): Pick<Tag, 'word' | 'text' | 'offset'> {
  const lead = inner.length - inner.trimStart().length;
  const text = inner.trim();
  const offset = start + lead;
  if (text.startsWith('!')) return { word: 'comment', text, offset };
  const block = /^(#each|#if)(?:\s+|$)/.exec(text);
  if (block)
    return {
      word: block[1] === '#each' ? 'each' : 'if',
      text: text.slice(block[0].length),
      offset: offset + block[0].length,
    };
  if (text === '/each' || text === '/if' || text === 'else') return { word: text, text, offset };
  return { word: /^[#/{]/.test(text) ? 'unknown' : 'value', text, offset };
}

/** Line and column of a position, both from 1. */
export function placeIn(template: string, at: number): { readonly line: number; readonly column: number } {
  const before = template.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - start + 1 };
}
