import { operandsUsed, parseRule } from '#engine';

/** The names a condition reads; none while it cannot be read. */
export function usedIn(text: string): readonly string[] {
  const { tree } = text.trim() === '' ? {} : parseRule(text);
  return tree ? operandsUsed(tree).names : [];
}
