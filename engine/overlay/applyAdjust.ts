/** Adjusts shipped declarations: titles, limits, order, visibility; limits can only be tightened. */
import type { EntityDeclaration, Field } from '../declaration/types.generated.ts';
import { adjustColumn, adjustSection } from './adjustScreen.ts';
import { adjustedTarget } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { limitNames } from './fieldDeclaration.ts';
import { hideField } from './hideField.ts';
import { retitle } from './retitle.ts';
import type { AdjustChange } from './types.ts';

/** Applies an adjustment to its target. */
export function applyAdjust(change: AdjustChange, draft: DeclarationDraft): void {
  adjusting[adjustedTarget(change).kind](change, draft);
}

const adjusting = {
  entity: adjustEntity,
  field: adjustField,
  section: adjustSection,
  column: adjustColumn,
} satisfies Record<string, (change: AdjustChange, draft: DeclarationDraft) => void>;

function adjustEntity(change: AdjustChange, draft: DeclarationDraft): void {
  const id = adjustedTarget(change).of;
  const entity = draft.named('entity', id);
  if (!entity) draft.report(change, 'no-entity', { at: '/name', params: { entity: id } });
  else {
    const { title, plural } = change;
    if (title)
      entity.json.title = retitle(change, { key: `entity.${id}`, texts: title, at: '/title' }, draft);
    if (plural)
      entity.json['x-plural'] = retitle(
        change,
        { key: `entity.${id}.plural`, texts: plural, at: '/plural' },
        draft,
      );
    for (const path of ['/title', '/x-plural']) draft.note(entity.file, path, change);
  }
}

function adjustField(change: AdjustChange, draft: DeclarationDraft): void {
  const { of: id, path } = adjustedTarget(change);
  const entity = draft.named('entity', id);
  const field = entity && fieldAt(entity.json, path);
  if (!entity) draft.report(change, 'no-entity', { at: '/name', params: { entity: id } });
  else if (!field) draft.report(change, 'no-field', { at: '/name', params: { entity: id, field: path } });
  else {
    const { title, help, shape } = change;
    const key = `${id}.${path}`;
    if (title) field.title = retitle(change, { key: `field.${key}`, texts: title, at: '/title' }, draft);
    if (help) field.description = retitle(change, { key: `help.${key}`, texts: help, at: '/help' }, draft);
    if (shape) field['x-shape'] = retitle(change, { key: `shape.${key}`, texts: shape, at: '/shape' }, draft);
    tighten(change, field, draft);
    if (change.required) require(change, entity.json, draft);
    if (change.hidden) hideField(change, entity.json, draft);
    draft.mark(field, change);
  }
}

function tighten(change: AdjustChange, field: Field, draft: DeclarationDraft): void {
  const looser = field['x-open'] ? [] : looserLimits(change, field);
  for (const limit of looser)
    draft.report(change, 'loosens', { at: `/${limit}`, params: { limit, is: String(field[limit]) } });
  for (const limit of limitNames)
    if (change[limit] !== undefined && !looser.includes(limit))
      Object.assign(field, { [limit]: change[limit] });
}

type Limit = (typeof limitNames)[number];

/** Limits looser than declared; patterns cannot be compared, so any different one counts as looser. */
function looserLimits(change: Pick<AdjustChange, Limit>, field: Pick<Field, Limit>): readonly Limit[] {
  return limitNames.filter((limit) => {
    const [next, is] = [change[limit], field[limit]];
    if (next === undefined || is === undefined || next === is) return false;
    if (limit === 'pattern') return true;
    return limit.startsWith('min') ? Number(next) < Number(is) : Number(next) > Number(is);
  });
}

/** Makes a member required, of an entity or of its rows. */
function require(change: AdjustChange, entity: EntityDeclaration, draft: DeclarationDraft): void {
  const { path } = adjustedTarget(change);
  const dot = path.lastIndexOf('.');
  const parent = dot < 0 ? entity : rowAt(entity, path.slice(0, dot));
  const name = path.slice(dot + 1);
  if (!parent) draft.report(change, 'no-field', { at: '/name', params: { entity: entity.$id, field: path } });
  else if (!parent.required?.includes(name)) parent.required = [...(parent.required ?? []), name];
}

type Shape = { required?: string[]; properties?: { [name: string]: Field | undefined } };

/** The declared property of a dotted path, through rows. */
export function fieldAt(entity: EntityDeclaration, path: string): Field | undefined {
  const dot = path.lastIndexOf('.');
  const parent: Shape | undefined = dot < 0 ? entity : rowAt(entity, path.slice(0, dot));
  const name = path.slice(dot + 1);
  return parent?.properties && Object.hasOwn(parent.properties, name) ? parent.properties[name] : undefined;
}

function rowAt(entity: EntityDeclaration, path: string): Shape | undefined {
  const list = fieldAt(entity, path);
  const reference = list?.items?.$ref;
  return reference ? entity.$defs?.[reference.replace('#/$defs/', '')] : (list?.items ?? list);
}
