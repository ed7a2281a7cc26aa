/** Public forms that would open to anyone what their publisher may not see or write. */
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

/** What is closed to the publisher, if anything. A new entity is theirs to open: it has no records yet. */
function closed(step: Step, entity: EntityModel, form: PublicFormModel): string | undefined {
  const { live, earlier = [] } = step;
  const isKnown = [live, ...earlier].some(({ entities }) => entities.has(entity.id));
  const names = [
    ...new Set([
      ...form.fields.map(({ field }) => field),
      ...Object.keys(form.set),
      ...(form.link?.fields ?? []),
    ]),
  ];
  const own = isKnown ? unwritable(step, entity, { form, names }) : undefined;
  if (own !== undefined) return own;
  return names.map((name) => entity.fieldByPath.get(name)?.ref?.entity).find((id) => !mayOffer(step, id));
}

type Filled = { readonly form: PublicFormModel; readonly names: readonly string[] };

/** The entity, or the field of it, that the publisher may not see or write. */
function unwritable(
  { next, features }: Step,
  entity: EntityModel,
  { form, names }: Filled,
): string | undefined {
  const { policy } = entity;
  const operations = form.link ? (['create', 'update'] as const) : (['create'] as const);
  if (!isAllowed(policy.view, features)) return entity.id;
  if (operations.some((operation) => !mayWrite(next, entity, operation, features))) return entity.id;
  const isClosed = (name: string) =>
    [policy.fields[name]?.view, policy.fields[name]?.write].some(
      (access) => access && !isAllowed(access, features),
    );
  return names.find(isClosed);
}

/** Records that people outside choose from must be visible to the publisher. */
function mayOffer({ next, features, user }: Step, id: string | undefined): boolean {
  const target = next.entities.get(id ?? '');
  if (!target || target.area === 'system') return true;
  const label = target.policy.fields[target.labelField]?.view;
  const isSeen = isAllowed(target.policy.view, features) && (!label || isAllowed(label, features));
  return isSeen && seesEvery(next, target.id, { user, features });
}
