/** Finds the configurator page of a change. */
import { adjustedTarget, type Change, entityOfName, fieldOfChange, type Model } from '#engine';

type Named = Pick<Change, 'kind' | 'name'>;

/** The address of the page; undefined if the change refers to something missing. */
export function pageOfChange(model: Model, change: Named): string | undefined {
  return pages[change.kind](change, model);
}

const entityPage = (id: string, model: Model): string | undefined =>
  model.entities.has(id) ? `/configure/entities/${id}` : undefined;

const pages: Readonly<Record<Change['kind'], (change: Named, model: Model) => string | undefined>> = {
  entity: ({ name }, model) => entityPage(name, model),
  field: (change, model) => {
    const { entity, field } = fieldOfChange(change);
    return fieldPage(entity, field, model);
  },
  workflow: ({ name }, model) => {
    const page = entityPage(name, model);
    return page && `${page}?tab=workflow`;
  },
  activity: ({ name }, model) => {
    const page = entityPage(name, model);
    return page && `${page}?tab=activity`;
  },
  section: ({ name }, model) => screenPage(name.split('.')[0] ?? '', model),
  adjust: adjustPage,
  rule: (change, model) => {
    const page = entityPage(entityOfName(change), model);
    return page && `${page}/rules/${encodeURIComponent(change.name)}`;
  },
  automation: ({ name }) => `/configure/automations/${encodeURIComponent(name)}`,
  publicForm: ({ name }) => `/configure/forms/${encodeURIComponent(name)}`,
  printFormat: ({ name }) => `/configure/prints/${encodeURIComponent(name)}`,
  place: ({ name }, model) => screenPage(name.split('.')[0] ?? '', model),
  related: ({ name }, model) => screenPage(name.split('.')[0] ?? '', model),
  block: ({ name }, model) => screenPage(name.split('.')[0] ?? '', model),
  view: ({ name }, model) => screenPage(name.split('.')[0] ?? '', model),
  lookup: (change) => `/configure/lookups/${entityOfName(change)}`,
  feature: () => '/configure/roles',
  role: () => '/configure/roles',
  message: () => '/configure/texts',
};

function fieldPage(entity: string, field: string, model: Model): string | undefined {
  return model.entities.get(entity)?.fieldByPath.has(field)
    ? `/configure/entities/${entity}/fields/${field}`
    : entityPage(entity, model);
}

const screenPage = (id: string, model: Model): string | undefined =>
  model.screens.has(id) ? `/configure/screens/${id}` : undefined;

function adjustPage(change: Named, model: Model): string | undefined {
  const { kind, of, path } = adjustedTarget(change);
  if (kind === 'entity') return entityPage(of, model);
  return kind === 'field' ? fieldPage(of, path, model) : screenPage(of, model);
}
