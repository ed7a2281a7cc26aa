import { operandsUsed, parseRule } from '#engine';

/** Names that a condition reads; empty if it cannot be parsed. */
export function usedIn(text: string): readonly string[] {
  const { tree } = text.trim() === '' ? {} : parseRule(text);
  return tree ? operandsUsed(tree).names : [];
}
