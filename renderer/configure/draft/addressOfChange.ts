/** Addresses of changes in the configurator. */
import type { Change, Model } from '#engine';

const ofScreens: readonly Change['kind'][] = ['place', 'section', 'view', 'related', 'block'];

/** The page of a change; undefined for one without a page, such as a text. */
export function addressOfChange(
  model: Pick<Model, 'entities' | 'screens' | 'lookups'>,
  { kind, name }: Pick<Change, 'kind' | 'name'>,
): string | undefined {
  const [first = '', second = '', third = ''] = name.split('.');
  if (kind === 'entity') return entity(model, first);
  if (kind === 'workflow') return entity(model, first, '?tab=workflow');
  if (kind === 'activity') return entity(model, first, '?tab=activity');
  if (kind === 'field') return entity(model, first, `/fields/${second}`);
  if (kind === 'rule') return entity(model, first, `/rules/${name}`);
  if (kind === 'printFormat') return `/configure/prints/${name}`;
  if (kind === 'automation') return `/configure/automations/${name}`;
  if (kind === 'publicForm') return `/configure/forms/${name}`;
  if (ofScreens.includes(kind)) return screen(model, first);
  if (kind === 'lookup') return model.lookups.has(first) ? `/configure/lookups/${first}` : undefined;
  if (kind === 'role' || kind === 'feature') return '/configure/roles';
  if (kind !== 'adjust') return undefined;
  if (first === 'field') return entity(model, second, `/fields/${third}`);
  return first === 'entity' ? entity(model, second) : screen(model, second);
}

function entity(model: Pick<Model, 'entities'>, id: string, below = ''): string | undefined {
  return model.entities.has(id) ? `/configure/entities/${id}${below}` : undefined;
}

function screen(model: Pick<Model, 'screens'>, id: string): string | undefined {
  return model.screens.has(id) ? `/configure/screens/${id}` : undefined;
}
