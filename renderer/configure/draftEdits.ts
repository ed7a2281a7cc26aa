/** Edits on their way to the server, and the draft as the person has made it meanwhile. */
import { applyEdits, type Change, type ChangeEdit, type EditStep } from '#engine';

/** What a person did in one step, until the server has answered it. */
export type PendingEdit = { readonly edits: readonly ChangeEdit[] };

/** The changes as they are on the screen: those the server knows, with what is on its way. */
export function withPending(changes: readonly Change[], pending: readonly PendingEdit[]): readonly Change[] {
  return pending.reduce((now, { edits }) => applyEdits(now, edits).changes, changes);
}

/** Edits as the API takes them. */
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

/** What an editor knows of the draft once it has put something there: its own changes, and all others as it read them. */
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
