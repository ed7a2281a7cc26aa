/** Grid rows that open as a form or a detail view, and the line that adds a row. */
import type { FormBlock as DeclaredForm, GridBlock as DeclaredGrid } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import type { GridAdd, GridBulk, GridEdit, GridExpand } from '../types/modelTypes.ts';
import { resolved } from './compileBlockParts.ts';
import { compileForm, compileSections } from './compileForm.ts';
import {
  callAccess,
  condition,
  expression,
  messageKey,
  params,
  type ScreenContext,
} from './compileScreenParts.ts';

/** Name of the open row in `$data`. */
const rowName = 'row';

/** Compiles the row form of a grid, if any. */
export function compileGridEdit(
  { id, entity, edit }: DeclaredGrid,
  context: ScreenContext,
  path: string,
): GridEdit | undefined {
  if (!edit) return undefined;
  const form: DeclaredForm = {
    kind: 'form',
    actions: [],
    id: `${id}-row`,
    entity,
    owner: edit.owner,
    sections: edit.sections,
    save: {
      label: 'ui.save',
      route: edit.save,
      access: edit.access,
      success: edit.success,
      incomplete: edit.incomplete,
      failed: edit.failed,
    },
    cancel: { label: 'ui.cancel' },
  };
  return {
    form: { ...compileForm(form, context, path), record: rowName },
    enabled: condition(edit.enabled, context, `${path}/enabled`, entity),
    visible: condition(edit.visible, context, `${path}/visible`),
    open: edit.open === undefined ? undefined : expression(edit.open, context, `${path}/open`),
    refused: edit.refused ?? 'place',
    place: { file: context.file, pointer: path },
    add: compileAdd(edit, entity, context, `${path}/add`),
  };
}

/** Compiles the expanded view of a row, if any. */
export function compileGridExpand(
  { entity, expand }: DeclaredGrid,
  context: ScreenContext,
  path: string,
): GridExpand | undefined {
  if (!expand) return undefined;
  const { sections, owner, single, open } = expand;
  if (owner && !(owner in context.dataTypes))
    context.compiler.error({ file: context.file, path }, `There is no ${owner} in "data" of this screen.`);
  if (single && open)
    context.compiler.error(
      { file: context.file, path },
      '"open" opens every row, "single" only one: choose.',
    );
  return {
    sections: compileSections({ entity, sections }, context, path),
    owner,
    single: single === true,
    open: open === true,
  };
}

/** Compiles the bulk change of rows, if any. */
export function compileGridBulk(
  { entity, bulk }: DeclaredGrid,
  context: ScreenContext,
  path: string,
): GridBulk | undefined {
  if (!bulk) return undefined;
  const sections = [{ id: 'bulk', items: bulk.fields }] as DeclaredForm['sections'];
  const items = compileSections({ entity, sections }, context, path).flatMap((section) => section.items);
  for (const [index, { field: name }] of items.entries()) {
    const at = `${path}/fields/${index}`;
    const field = resolved(name, entity, context, at)?.field;
    if (field && kinds[field.kind].isSigned)
      context.compiler.error(
        { file: context.file, path: at },
        `${name} is a signature: each record is signed on its own form.`,
      );
  }
  return { save: bulk.save, access: callAccess(undefined, bulk.save, context, path), items };
}

function compileAdd(
  { add, access }: NonNullable<DeclaredGrid['edit']>,
  entity: string,
  context: ScreenContext,
  path: string,
): GridAdd | undefined {
  if (!add) return undefined;
  resolved(add.field, entity, context, `${path}/field`);
  return {
    field: add.field,
    label: messageKey(add.label, context, `${path}/label`),
    route: add.route.replace(/^POST /, ''),
    initial: params(add.initial, context, `${path}/initial`),
    access: callAccess(access, add.route, context, path),
    enabled: condition(add.enabled, context, `${path}/enabled`),
  };
}
