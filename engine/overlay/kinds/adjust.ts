/** An adjustment of something shipped: an entity, a field, a section or a column. */
import type { EntityDeclaration } from '../../declaration/types.generated.ts';
import { applyAdjust, fieldAt } from '../applyAdjust.ts';
import { adjustedTarget } from '../changeNames.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import { limitNames } from '../fieldDeclaration.ts';
import { ownSections } from '../ownSections.ts';
import type { AdjustChange } from '../types.ts';
import {
  blockEntity,
  defineChange,
  entityTitle,
  fieldTitle,
  type Saying,
  type Subject,
  screenTitle,
  textAt,
  textsOf,
} from './defineChange.ts';

export const adjustKind = defineChange({
  kind: 'adjust',
  isContent: true,
  apply: applyAdjust,
  base: (change, draft) => {
    const { kind, of, block, path } = adjustedTarget(change);
    const entity = draft.seen('entity', of);
    if (kind === 'entity') return entity && ofEntity(entity, draft);
    if (kind === 'field') return entity && ofField(entity, path, draft);
    return kind === 'section' ? ofSection(of, block, path, draft) : ofColumn(of, block, path, draft);
  },
  subject: subjectOfAdjusted,
  entities: (change, draft) => {
    const { kind, of, block } = adjustedTarget(change);
    const onScreen = kind === 'section' || kind === 'column';
    return [{ entity: onScreen ? blockEntity(of, block, draft) : of, at: '/name' }];
  },
  copied: (change, { from, to, screen }) => {
    const { kind, of, block, path } = adjustedTarget(change);
    const isOnScreen = kind === 'section' || kind === 'column';
    const own = isOnScreen ? screen(of) : of === from ? to : undefined;
    if (own === undefined || kind === 'entity') return undefined;
    return { ...change, name: [kind, own, ...(isOnScreen ? [block] : []), path].join('.') };
  },
  leavesWith: (change, { entity, screens, leadsThere, entityOf }) => {
    const { kind, of, block, path } = adjustedTarget(change);
    if (kind === 'entity') return of === entity;
    if (kind === 'field') return of === entity || leadsThere(of, path);
    return screens.has(of) || (kind === 'column' && leadsThere(entityOf(of, block), path));
  },
  neighbour: (change, path, saying) => {
    const { kind, of, block } = adjustedTarget(change);
    return kind === 'column' ? fieldTitle(of, block, path, saying) : path;
  },
});

function subjectOfAdjusted(change: AdjustChange, saying: Saying): Subject {
  const { kind, of, block, path } = adjustedTarget(change);
  if (kind === 'entity') return { code: 'entity', params: { title: entityTitle(of, saying) } };
  if (kind === 'field')
    return {
      code: 'field',
      params: { title: textAt(`field.${of}.${path}`, saying), entity: entityTitle(of, saying) },
    };
  const title = kind === 'column' ? fieldTitle(of, block, path, saying) : path;
  return {
    code: kind === 'column' ? 'place.column' : 'section',
    params: { title, screen: screenTitle(of, saying) },
  };
}

function ofEntity(entity: EntityDeclaration, draft: DeclarationDraft): object {
  const plural = entity['x-plural'] ?? entity.title;
  return {
    title: textsOf(`entity.${entity.$id}`, entity.title, draft),
    plural: textsOf(`entity.${entity.$id}.plural`, plural, draft),
  };
}

function ofField(entity: EntityDeclaration, path: string, draft: DeclarationDraft): object | undefined {
  const field = fieldAt(entity, path);
  if (!field) return undefined;
  const limits = limitNames.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]]));
  const help = textsOf(`help.${entity.$id}.${path}`, field.description, draft);
  const shape = field['x-shape'] && textsOf(`shape.${entity.$id}.${path}`, field['x-shape'], draft);
  return {
    title: textsOf(`field.${entity.$id}.${path}`, field.title, draft),
    ...(help && { help }),
    ...(shape && { shape }),
    ...Object.fromEntries(limits),
    ...(entity.required?.includes(path) && { required: true }),
  };
}

function ofSection(screen: string, block: string, path: string, draft: DeclarationDraft): object | undefined {
  const found = draft.seen('screen', screen)?.blocks.find(({ id }) => id === block);
  const sections = found && ownSections(found);
  if (!Array.isArray(sections)) return undefined;
  const index = sections.findIndex(({ id }) => id === path);
  const section = sections[index];
  if (!section) return undefined;
  const { title: key, help: about, tab: beside, visible } = section;
  const title = key && textsOf(key, undefined, draft);
  const help = about && textsOf(about, undefined, draft);
  const tab = beside && textsOf(beside, undefined, draft);
  const said = {
    ...(title && { title }),
    ...(help && { help }),
    ...(tab && { tab }),
    ...(visible && { visible }),
  };
  return { ...said, columns: section.columns ?? 2, after: sections[index - 1]?.id ?? '' };
}

/** The declared values of a column. */
export function ofColumn(
  screen: string,
  block: string,
  path: string,
  draft: DeclarationDraft,
): object | undefined {
  const found = draft.seen('screen', screen)?.blocks.find(({ id }) => id === block);
  const columns = found?.kind === 'grid' ? found.columns : [];
  const paths = columns.map((column) => (typeof column === 'string' ? column : column.path));
  const index = paths.indexOf(path);
  const column = columns[index];
  if (column === undefined) return undefined;
  const { title: key, width, hidden } = typeof column === 'string' ? ({} as Partial<Column>) : column;
  const title = key && textsOf(key, undefined, draft);
  return {
    ...(title && { title }),
    ...(width && { width }),
    ...(hidden !== undefined && { hidden }),
    after: paths[index - 1] ?? '',
  };
}

type Column = { readonly title?: string; readonly width?: number; readonly hidden?: boolean };
