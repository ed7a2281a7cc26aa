/** Public forms that would open to anybody what their publisher may not see or write. */
import type { EntityModel, Model, OverlayFinding, PublicFormModel } from '#engine';
import { mayWrite } from '../automations/writes.ts';
import { isAllowed } from '../operations/authorize.ts';
import { seesEvery } from '../operations/rowLimits.ts';
import type { Step } from './publicationStep.ts';

/** Checks new and changed forms; restoring an earlier release brings back what was judged then. */
export function formsBeyond(step: Step): readonly OverlayFinding[] {
  if (step.others) return [];
  return [...step.next.entities.values()].flatMap((entity) =>
    entity.publicForms
      .filter((form) => !form.off && form.overlay !== undefined && isNew(step.live, form))
      .flatMap((form) => {
        const what = closed(step, entity, form);
        if (what === undefined) return [];
        const params = { entity: entity.id, what };
        return [
          { change: changeOf(form), at: '/name', level: 'error', code: 'form-not-yours', params } as const,
        ];
      }),
  );
}

const changeOf = ({ id }: PublicFormModel) => ({ kind: 'publicForm', name: id }) as const;

function isNew({ entities }: Model, { entity, id, said }: PublicFormModel): boolean {
  const known = entities.get(entity)?.publicForms.find((one) => one.id === id);
  return known?.said !== said || known.off;
}

/** What is closed to the publisher, if anything. */
function closed(
  { next, features, user }: Step,
  entity: EntityModel,
  form: PublicFormModel,
): string | undefined {
  if (!isAllowed(entity.policy.view, features) || !mayWrite(next, entity, 'create', features))
    return entity.id;
  if (form.link && !mayWrite(next, entity, 'update', features)) return entity.id;
  for (const name of [...form.fields.map(({ field }) => field), ...Object.keys(form.set)]) {
    const { view, write } = entity.policy.fields[name] ?? {};
    if ((view && !isAllowed(view, features)) || (write && !isAllowed(write, features))) return name;
    const target = next.entities.get(entity.fieldByPath.get(name)?.ref?.entity ?? '');
    if (!target || target.area === 'system') continue;
    const label = target.policy.fields[target.labelField]?.view;
    const isSeen = isAllowed(target.policy.view, features) && (!label || isAllowed(label, features));
    if (!isSeen || !seesEvery(next, target.id, { user, features })) return target.id;
  }
  return undefined;
}
