/** Mentions in the text of a comment: `@` and the name of a person. */

export type Mentioned = { readonly Id: string; readonly DisplayName: string };

/** What is typed after `@`, up to the caret. */
export type Typing = { readonly from: number; readonly name: string };

const longestName = 40;

/** Undefined where the caret is not in a mention. A name may contain spaces, but does not begin with one. */
export function typingAt(text: string, caret: number): Typing | undefined {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0) return undefined;
  const before = text[from - 1];
  if (before !== undefined && !/[\s(«“"'’]/.test(before)) return undefined;
  const name = text.slice(from + 1, caret);
  const isName = name.length <= longestName && /^(\S[^\n]*)?$/.test(name) && !/\s{2}/.test(name);
  return isName ? { from, name } : undefined;
}

/** The text with the person in place of what was typed, and where the caret goes. */
export function withMention(
  text: string,
  { from, name }: Typing,
  { DisplayName }: Mentioned,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(from + 1 + name.length);
  const word = `@${DisplayName}${/^\s/.test(after) ? '' : ' '}`;
  return {
    text: text.slice(0, from) + word + after,
    caret: from + word.length + (/^\s/.test(after) ? 1 : 0),
  };
}

/** The people whose mention is still in the text. */
export function stillMentioned(text: string, people: readonly Mentioned[]): readonly Mentioned[] {
  const found = people.filter(({ DisplayName }) => text.includes(`@${DisplayName}`));
  return found.filter(({ Id }, index) => found.findIndex((one) => one.Id === Id) === index);
}

export type Piece = { readonly text: string; readonly isMention: boolean };

/** The text in pieces, so that mentions can be marked; longer names first. */
export function piecesOf(text: string, people: readonly Mentioned[]): readonly Piece[] {
  const names = people.map(({ DisplayName }) => `@${DisplayName}`).sort((a, b) => b.length - a.length);
  const pieces: Piece[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const name = names.find((one) => text.startsWith(one, at));
    if (name === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) pieces.push({ text: plain, isMention: false });
    plain = '';
    pieces.push({ text: name, isMention: true });
    at += name.length;
  }
  return plain ? [...pieces, { text: plain, isMention: false }] : pieces;
}
