/** Maps the parts of a tree to positions in its text. */
import { scanText, type Token } from '../expression/scanText.ts';
import { childrenOf, type Tree } from '../expression/tree.ts';

export type TextSpan = { readonly start: number; readonly end: number };

const opening = new Set(['(', '[', '{']);
const closing = new Set([')', ']', '}']);

/** The start and end of every part, including its brackets. */
export function spansOf(tree: Tree, text: string): ReadonlyMap<Tree, TextSpan> {
  const tokens = scanText(text).tokens;
  const byStart = new Map(tokens.map((token, index) => [token.start, { token, index }]));
  const ends = closingEnds(tokens);
  const spans = new Map<Tree, TextSpan>();
  const visit = (part: Tree): TextSpan => {
    const found = byStart.get(part.at);
    const own = { start: part.at, end: ownEnd(part, found, { tokens, ends }) };
    const inner = childrenOf(part).map(visit);
    const span = {
      start: Math.min(own.start, ...inner.map(({ start }) => start)),
      end: Math.max(own.end, ...inner.map(({ end }) => end)),
    };
    spans.set(part, span);
    return span;
  };
  visit(tree);
  return spans;
}

type Found = { readonly token: Token; readonly index: number };

/** Calls, lists, objects and brackets end at their closing bracket; other parts at their last token. */
function ownEnd(
  part: Tree,
  found: Found | undefined,
  { tokens, ends }: { tokens: readonly Token[]; ends: ReadonlyMap<number, number> },
): number {
  if (!found) return part.at + 1;
  const bracket = part.kind === 'call' ? tokens[found.index + 1] : found.token;
  return (bracket && ends.get(bracket.start)) ?? found.token.end;
}

/** Start of an opening bracket → end of its closing one. */
function closingEnds(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'operator') continue;
    if (opening.has(token.text)) open.push(token);
    const opened = closing.has(token.text) ? open.pop() : undefined;
    if (opened) ends.set(opened.start, token.end);
  }
  return ends;
}
