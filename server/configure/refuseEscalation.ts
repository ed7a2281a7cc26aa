/** Who configures gives nobody a permission they do not hold themselves, and leaves somebody who may configure. */
import type { Access, EntityModel, FieldModel, Model, OverlayFinding } from '#engine';
import { grantFeatures } from '../login/grantFeatures.ts';
import { isAllowed } from '../operations/authorize.ts';
import { equals } from '../operations/filters.ts';
import type { StoreSession } from '../store/types.ts';

/** The feature that opens the configurator. */
export const configureFeature = 'Configuration.Edit';

type Step = {
  readonly live: Model;
  readonly next: Model;
  /** Of the person who publishes. */
  readonly features: ReadonlySet<string>;
};

/** Everything a person may not publish, because it would open what is closed to them. */
export function escalations(step: Step): readonly OverlayFinding[] {
  return [...grantsBeyond(step), ...viewsBeyond(step)];
}

/** Features that roles gain although the person does not hold them; one that is new is nobody's yet. */
function grantsBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...next.roles.values()].flatMap((role) => {
    const held = new Set(live.roles.get(role.id)?.features);
    const gained = role.features.filter((feature) => !held.has(feature));
    const beyond = gained.filter((feature) => live.features.has(feature) && !features.has(feature));
    return beyond.map((feature) => ({
      change: { kind: 'role', name: role.id } as const,
      at: '/add',
      level: 'error' as const,
      code: 'not-yours-to-give',
      params: { feature, role: role.id },
    }));
  });
}

/** New references to records the person may not see: their answers would carry what is in them. */
function viewsBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...next.entities.values()].flatMap((entity) => {
    const known = live.entities.get(entity.id)?.fieldByPath;
    const added = [...entity.fieldByPath.values()].filter(({ path, ref }) => ref && !known?.has(path));
    return added
      .filter((field) => !maySeeTarget(field, next, features))
      .map((field) => ({
        change: { kind: 'field', name: `${entity.id}.${field.path.split('.')[0]}` } as const,
        at: '/reference',
        level: 'error' as const,
        code: 'not-yours-to-show',
        params: { entity: field.ref?.entity ?? '', field: field.path },
      }));
  });
}

function maySeeTarget({ ref, expand }: FieldModel, model: Model, features: ReadonlySet<string>): boolean {
  const target = model.entities.get(ref?.entity ?? '');
  if (!target || !isAllowed(target.policy.view, features)) return false;
  return (expand?.fields ?? []).every((name) => isAllowed(fieldView(target, name), features));
}

function fieldView({ policy }: EntityModel, path: string): Access {
  return policy.fields[path.split('.')[0] ?? '']?.view ?? { kind: 'login' };
}

/** Whether, by these declarations, at least one person who can sign in may configure. */
export async function someoneMayConfigure(store: Pick<StoreSession, 'find'>, model: Model): Promise<boolean> {
  const { items } = await store.find({ entity: 'user', filter: equals('IsActive', true) });
  return items.some(({ Roles }) =>
    grantFeatures(model, Array.isArray(Roles) ? Roles.map(String) : []).includes(configureFeature),
  );
}
