/** The subject of a change in words: « the field Inspection fee of Product ». */
import { formatMessage, hasMessage } from '../messages.ts';
import type { Locale, Model } from '../types/modelTypes.ts';
import { adjustedTarget, entityOfName, fieldOfChange } from './changeNames.ts';
import type { Change, Texts } from './types.ts';

type Saying = { readonly model: Model; readonly locale: Locale };

/** The subject of a sentence about a change. */
export function subjectOf(change: Change, saying: Saying): string {
  const { code, params } = (naming[change.kind] as (change: Change, saying: Saying) => Named)(change, saying);
  return formatMessage(saying.model, saying.locale, `overlay.subject.${code}`, params);
}

type Named = { readonly code: string; readonly params: Readonly<Record<string, string>> };
type Naming = {
  readonly [Kind in Change['kind']]: (change: Extract<Change, { kind: Kind }>, saying: Saying) => Named;
};

const naming: Naming = {
  entity: ({ title }, saying) => ({ code: 'entity', params: { title: own(title, saying) } }),
  field: (change, saying) => ({
    code: 'field',
    params: { title: own(change.title, saying), entity: entityTitle(fieldOfChange(change).entity, saying) },
  }),
  rule: (change, saying) => ({
    code: 'rule',
    // People know a rule by its message; its name is for files.
    params: {
      title: change.message ? own(change.message, saying) : change.name,
      entity: entityTitle(entityOfName(change), saying),
    },
  }),
  lookup: ({ name, title }, saying) => ({
    code: 'lookup',
    params: {
      title: title ? own(title, saying) : text(`lookup.${name}`, saying),
      lookup: name.slice(0, name.indexOf('.')),
    },
  }),
  feature: ({ title }, saying) => ({ code: 'feature', params: { title: own(title, saying) } }),
  role: ({ name, title }, saying) => ({
    code: 'role',
    params: { title: title ? own(title, saying) : text(`role.${name}`, saying) },
  }),
  message: ({ name }) => ({ code: 'message', params: { title: name } }),
  place: ({ screen, block, as, field }, saying) => ({
    code: `place.${as}`,
    params: { title: fieldTitle(screen, block, field, saying), screen: screenTitle(screen, saying) },
  }),
  adjust: adjusted,
};

function adjusted(change: Extract<Change, { kind: 'adjust' }>, saying: Saying): Named {
  const { kind, of, block, path } = adjustedTarget(change);
  if (kind === 'entity') return { code: 'entity', params: { title: entityTitle(of, saying) } };
  if (kind === 'field')
    return {
      code: 'field',
      params: { title: text(`field.${of}.${path}`, saying), entity: entityTitle(of, saying) },
    };
  const title = kind === 'column' ? fieldTitle(of, block, path, saying) : path;
  return {
    code: kind === 'column' ? 'place.column' : 'section',
    params: { title, screen: screenTitle(of, saying) },
  };
}

/** The title of the neighbour after which something is placed; the path when it is unknown. */
export function placeBefore(change: Change, path: string, saying: Saying): string {
  if (change.kind === 'place') return fieldTitle(change.screen, change.block, path, saying);
  if (change.kind !== 'adjust') return path;
  const { kind, of, block } = adjustedTarget(change);
  return kind === 'column' ? fieldTitle(of, block, path, saying) : path;
}

/** A text of the change itself, which may be malformed in a draft. */
function own(texts: Texts, { locale }: Saying): string {
  const said: unknown = texts[locale];
  return typeof said === 'string' ? said : '';
}

function text(key: string, { model, locale }: Saying): string {
  return hasMessage(model, 'en-CA', key)
    ? formatMessage(model, locale, key)
    : key.slice(key.indexOf('.') + 1);
}

const entityTitle = (id: string, saying: Saying): string => text(`entity.${id}`, saying);

/** A title built from a record is useless without one; the last breadcrumb is used instead. */
function screenTitle(id: string, saying: Saying): string {
  const screen = saying.model.screens.get(id);
  const titles = [screen?.title, ...(screen?.breadcrumb ?? []).map((step) => step.text).reverse()];
  for (const title of titles) if (title && 'message' in title) return text(title.message, saying);
  return id;
}

function fieldTitle(screen: string, block: string, path: string, saying: Saying): string {
  const found = saying.model.screens.get(screen)?.blocks.find(({ id }) => id === block);
  const entity = found && 'entity' in found ? found.entity : '';
  const [head = ''] = path.split('.');
  const model = saying.model.entities.get(entity);
  const field =
    model?.fieldByPath.get(path) ??
    model?.fields.find(({ name, expand }) => name === head || expand?.as === head);
  return field ? text(field.label, saying) : path;
}
