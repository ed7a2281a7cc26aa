import { type Change, formatMessage } from '#engine';
import type { Saying } from './sayFinding.ts';

/** What becomes of changes between two overlays, in sentences. */
export function describeChanges(
  before: readonly Change[],
  after: readonly Change[],
  { model, locale }: Saying,
): readonly string[] {
  const keyOf = ({ kind, name }: Change) => `${kind} ${name}`;
  const say = (what: string, { kind, name }: Change) =>
    formatMessage(model, locale, `release.difference.${what}`, { kind, name });
  const [known, left] = [new Map(before.map((one) => [keyOf(one), one])), new Set(after.map(keyOf))];
  const made = after.flatMap((change) => {
    const was = known.get(keyOf(change));
    if (!was) return [say('added', change)];
    return JSON.stringify(was) === JSON.stringify(change) ? [] : [say('changed', change)];
  });
  return [...made, ...before.filter((one) => !left.has(keyOf(one))).map((one) => say('removed', one))];
}
