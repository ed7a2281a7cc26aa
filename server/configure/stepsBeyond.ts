/** Refuses workflow changes by which people would write, learn or grant what they may not themselves. */
import { type EntityModel, type OverlayFinding, sameValue, type TransitionModel } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import { hiddenRead } from '../operations/hiddenReads.ts';
import type { Step } from './publicationStep.ts';

/** New and changed transitions of overlays. */
export function stepsBeyond(step: Step): readonly OverlayFinding[] {
  return [...step.next.entities.values()].flatMap((entity) => {
    const known = step.live.entities.get(entity.id)?.workflow?.transitions ?? [];
    const changed = (entity.workflow?.transitions ?? []).filter(
      (one) =>
        one.overlay !== undefined &&
        !isSame(
          one,
          known.find(({ id }) => id === one.id),
        ),
    );
    const widened = known.flatMap((was) => {
      const is = entity.workflow?.transitions.find(({ id }) => id === was.id);
      return is && !sameValue(is.access, was.access) && !isAllowed(was.access, step.features) ? [is] : [];
    });
    const unguarded = known.flatMap((was) => {
      const is = entity.workflow?.transitions.find(({ id }) => id === was.id);
      const isOther = is && is.approval?.said !== was.approval?.said;
      return isOther && !isAllowed(was.access, step.features) ? [is] : [];
    });
    return [
      ...changed.flatMap((one) => writesBeyond(entity, one, step) ?? readsHidden(entity, one, step) ?? []),
      ...widened.map((one) => finding(entity, 'not-yours-to-grant-step', { step: one.id })),
      ...unguarded.map((one) => finding(entity, 'not-yours-to-approve', { step: one.id })),
    ];
  });
}

function isSame(one: TransitionModel, other: TransitionModel | undefined): boolean {
  return other !== undefined && sameValue(factsOf(one), factsOf(other));
}

const factsOf = ({ from, to, asks, guard, set, approval }: TransitionModel) => ({
  ...{ from, to, asks, guard: guard?.text, approval: approval?.said },
  set: Object.entries(set).map(([field, { text }]) => [field, text]),
});

/** A new entity has no records, and its rights are granted separately. */
function writesBeyond(entity: EntityModel, { id, asks, set }: TransitionModel, { live, features }: Step) {
  const was = live.entities.get(entity.id);
  if (!was) return undefined;
  const written = [entity.workflow?.field ?? '', ...asks.map(({ field }) => field), ...Object.keys(set)];
  const isClosed = (field: string) =>
    !isAllowed(was.policy.fields[field]?.write ?? was.policy.update, features);
  const field = written.find(isClosed);
  return field === undefined ? undefined : finding(entity, 'not-yours-to-step', { step: id, field });
}

/** Whether a guard holds, and what a step sets, would reveal the fields that they read. */
function readsHidden(
  entity: EntityModel,
  { id, guard, set, approval }: TransitionModel,
  { next, features }: Step,
) {
  const reads = [guard, approval?.if, ...Object.values(set)];
  const field = hiddenRead({ model: next, features }, entity, reads);
  return field === undefined ? undefined : finding(entity, 'not-yours-to-read', { rule: id, field });
}

const finding = ({ id }: EntityModel, code: string, params: OverlayFinding['params']): OverlayFinding => ({
  ...{ change: { kind: 'workflow', name: id }, at: '/transitions', level: 'error' },
  ...{ code, params },
});
