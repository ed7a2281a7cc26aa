/** Undo and redo of changes to the draft, whatever page made them. */
import { type Change, type ChangeEdit, changeKey, editsBetween } from '#engine';

/** The changes of the draft that a step touched, before and after it. */
export type DraftStep = { readonly before: readonly Change[]; readonly after: readonly Change[] };

export type DraftSteps = {
  readonly past: readonly DraftStep[];
  readonly future: readonly DraftStep[];
  /** The release on which the draft is based: steps of another one mean nothing in it. */
  readonly release?: number | undefined;
};

export const noSteps: DraftSteps = { past: [], future: [] };

/** The steps, if they belong to this release. */
export function stepsOf(steps: DraftSteps | undefined, release: number | undefined): DraftSteps {
  return steps?.release === release ? (steps ?? noSteps) : noSteps;
}

/** Most steps kept. */
const mostSteps = 200;

/** The step between two states of the draft; undefined if nothing differs. */
export function stepBetween(before: readonly Change[], after: readonly Change[]): DraftStep | undefined {
  const isSame = (changes: readonly Change[]) => {
    const known = new Map(changes.map((change) => [changeKey(change), JSON.stringify(change)]));
    return (change: Change) => known.get(changeKey(change)) === JSON.stringify(change);
  };
  const [isAfter, isBefore] = [isSame(after), isSame(before)];
  const [old, next] = [
    before.filter((change) => !isAfter(change)),
    after.filter((change) => !isBefore(change)),
  ];
  return old.length + next.length === 0 ? undefined : { before: old, after: next };
}

/** A new step, which ends what could be redone. */
export function withStep({ past }: DraftSteps, step: DraftStep): DraftSteps {
  return { past: [...past, step].slice(-mostSteps), future: [] };
}

/** Without a step that the server refused. */
export function withoutStep({ past, future }: DraftSteps, step: DraftStep): DraftSteps {
  const isOther = (one: DraftStep) => one !== step;
  return { past: past.filter(isOther), future: future.filter(isOther) };
}

/** The edits that undo a step. Those of other windows in the same place are a conflict, not overwritten. */
export function undoing({ before, after }: DraftStep): readonly ChangeEdit[] {
  const kept = new Set(before.map(changeKey));
  return editsBetween(
    after,
    before,
    after.filter((change) => !kept.has(changeKey(change))),
  );
}

/** The edits that redo a step. */
export function redoing({ before, after }: DraftStep): readonly ChangeEdit[] {
  return undoing({ before: after, after: before });
}
