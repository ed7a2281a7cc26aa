/** Refuses changes that move records to other states past the steps that their author may not take. */
import { type EntityModel, type OverlayFinding, sameValue, type WorkflowModel } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import type { Step } from './publicationStep.ts';

/** Restoring an earlier release brings back what was judged then. */
export function statesBeyond(step: Step): readonly OverlayFinding[] {
  if (step.others) return [];
  return [...step.live.entities.values()].flatMap((was) => {
    const is = step.next.entities.get(was.id);
    const closed = (was.workflow?.transitions ?? []).filter(
      ({ access }) => !isAllowed(access, step.features),
    );
    if (!is || !was.workflow || closed.length === 0) return [];
    const gone = closed.filter(({ id }) => !is.workflow?.transitions.some((one) => one.id === id));
    const around = closed.filter(({ to }) =>
      isReachedOtherwise({ was: was.workflow, is: is.workflow }, to, step),
    );
    const found = setOtherwise(was, is, was.workflow) ? closed : [...gone, ...around];
    return [...new Set(found)].map(({ id }) => ({
      ...{ change: { kind: 'workflow' as const, name: was.id }, at: '', level: 'error' as const },
      ...{ code: 'not-yours-to-pass-step', params: { step: id } },
    }));
  });
}

type Workflows = { readonly was: WorkflowModel | undefined; readonly is: WorkflowModel | undefined };

/** By a new or changed step, where no step that the author may take led before. */
function isReachedOtherwise({ was, is }: Workflows, to: string, { features }: Step): boolean {
  const before = was?.transitions ?? [];
  if (before.some((one) => one.to === to && isAllowed(one.access, features))) return false;
  return (is?.transitions ?? []).some(
    (one) =>
      one.to === to &&
      !before.some(
        ({ id, to, from, access }) =>
          id === one.id && sameValue([to, from, access], [one.to, one.from, one.access]),
      ),
  );
}

/** Whether the state is now written, computed, moved or started with in another way than by its steps. */
function setOtherwise(was: EntityModel, is: EntityModel, { field }: WorkflowModel): boolean {
  const waysOf = (entity: EntityModel) => ({
    isSteered: entity.workflow?.field === field,
    isClosed: entity.fieldByPath.get(field)?.readOnly === true,
    starts: entity.fieldByPath.get(field)?.default,
    begins: entity.defaults.filter((one) => one.field === field).map(({ value }) => value.text),
    computed: entity.rules.values
      .filter((one) => one.field === field)
      .map(({ expression }) => expression.text),
    editable: entity.rules.state
      .filter(({ slot, fields }) => slot === 'editable' && fields.includes(field))
      .map(({ expression }) => expression.text),
    moved: entity.workflow?.moved ?? {},
  });
  return !sameValue(waysOf(was), waysOf(is));
}
