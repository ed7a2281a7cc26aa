/** Converts HTML (`MarkupType`) to plain text: blocks and list items on separate lines, without tags or scripts. */
import { longestText } from './vb/values.ts';

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' },
};

const dropped: ReadonlySet<string> = new Set(['script', 'style', 'head', 'title']);
const lines: ReadonlySet<string> = new Set([
  ...['p', 'div', 'br', 'li', 'ul', 'ol', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);

/** A single pass; an unclosed tag is treated as text. */
export function textOfMarkup(html: string): string {
  let [text, at] = ['', 0];
  let skipped: string | undefined;
  const source = html.slice(0, longestText);
  while (at < source.length) {
    const open = source.indexOf('<', at);
    const end = open < 0 ? -1 : source.indexOf('>', open);
    const stop = end < 0 ? source.length : open;
    if (skipped === undefined) text += source.slice(at, stop);
    if (end < 0) break;
    const [, close = '', name = ''] = /^<\s*(\/?)\s*([a-z0-9]*)/i.exec(source.slice(open, end)) ?? [];
    const tag = name.toLowerCase();
    if (skipped === undefined && dropped.has(tag) && close === '') skipped = tag;
    else if (skipped === tag && close !== '') skipped = undefined;
    if (skipped === undefined && lines.has(tag)) text += tag === 'li' && close === '' ? '\n• ' : '\n';
    at = end + 1;
  }
  return text
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => letterOf(name) ?? whole)
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim();
}

function letterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
