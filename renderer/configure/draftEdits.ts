/** Pending edits, and the draft with them applied. */
import { applyEdits, type Change, type ChangeEdit, type EditStep } from '#engine';

/** Edits made in one step, until the server answers. */
export type PendingEdit = { readonly edits: readonly ChangeEdit[] };

/** The changes as shown: those on the server with pending edits applied. */
export function withPending(changes: readonly Change[], pending: readonly PendingEdit[]): readonly Change[] {
  return pending.reduce((now, { edits }) => applyEdits(now, edits).changes, changes);
}

/** The request body of edits. */
export function bodyOfEdits(edits: readonly ChangeEdit[]): object {
  return {
    Edits: edits.map((edit) => {
      const { kind, name } = edit;
      return 'gone' in edit
        ? { kind, name, Gone: edit.gone }
        : { kind, name, Steps: edit.steps.map(bodyOfStep) };
    }),
  };
}

function bodyOfStep(step: EditStep): object {
  if ('put' in step) return { At: step.at, Put: step.put };
  if ('take' in step) return { At: step.at, Take: step.take };
  return { At: step.at, From: step.from, To: step.to };
}

type Named = Pick<Change, 'kind' | 'name'>;

/** The base of an editor after a save: its own changes as saved, all others as first read. */
export function knownAfter(
  base: readonly Change[],
  put: readonly Change[],
  gone: readonly Named[] = [],
): readonly Change[] {
  const isOf =
    ({ kind, name }: Named) =>
    (one: Named) =>
      one.kind === kind && one.name === name;
  return [...base.filter((change) => ![...put, ...gone].some(isOf(change))), ...put];
}
