/** Lists with the form of the record selected in them. */
import type {
  FormBlock as DeclaredForm,
  ListDetailBlock as DeclaredListDetail,
} from '../declaration/types.generated.ts';
import type { DetailList, FormBlock, ListDetailBlock } from '../types/modelTypes.ts';
import { compileAction } from './compileAction.ts';
import { blockBase, reportEntity, resolved } from './compileBlockParts.ts';
import { compileForm } from './compileForm.ts';
import { compileSort } from './compiler.ts';
import { messageKey, type ScreenContext } from './compileScreenParts.ts';
import { askOf } from './watched.ts';

/** Name of the selected record in `$data`. */
const rowName = 'row';

/** Compiles a block of lists and a form. */
export function compileListDetail(
  declared: DeclaredListDetail,
  context: ScreenContext,
  path: string,
): ListDetailBlock {
  const { entity, form } = declared;
  reportEntity(entity, context, path);
  return {
    ...blockBase(declared, context, path),
    kind: 'list-detail',
    entity,
    param: declared.param,
    path: declared.path,
    lists: declared.lists.map((list, index) =>
      compileList(list, declared, context, `${path}/lists/${index}`),
    ),
    edit: { ...formOf(declared, 'edit', context, `${path}/form`), record: rowName, initial: {} },
    ...newForms(declared, context, `${path}/form`),
    actions: (form.actions ?? []).map((action, index) =>
      compileAction(action, context, `${path}/form/actions/${index}`, entity),
    ),
    uses: form.uses?.replace(/^GET /, ''),
    empty: messageKey(declared.empty, context, `${path}/empty`),
  };
}

/** The forms that create a record: empty, or as a copy. */
function newForms(
  declared: DeclaredListDetail,
  context: ScreenContext,
  path: string,
): Pick<ListDetailBlock, 'create' | 'copy'> {
  const { create, copy, titles } = declared.form;
  if (!create) return {};
  const title = (mode: 'create' | 'copy') =>
    messageKey(titles?.[mode] ?? `ui.detail.${mode}`, context, `${path}/titles/${mode}`);
  return {
    create: { form: formOf(declared, 'create', context, path), title: title('create') },
    copy: copy
      ? {
          form: { ...formOf(declared, 'copy', context, path), source: rowName },
          title: title('copy'),
          from: copy.replace(/^GET /, ''),
        }
      : undefined,
  };
}

function formOf(
  { id, entity, path: address, form }: DeclaredListDetail,
  mode: 'edit' | 'create' | 'copy',
  context: ScreenContext,
  path: string,
): FormBlock {
  const isNew = mode !== 'edit';
  const block: DeclaredForm = {
    kind: 'form',
    actions: [],
    id: `${id}-${mode}`,
    entity,
    owner: form.owner,
    sections: form.sections,
    initial: form.initial,
    save: {
      label: 'ui.save',
      route: (isNew && form.create) || form.update,
      access: form.access,
      then: isNew ? `${address}/{Id}` : undefined,
      // A new record has no stored state to return to.
      failed: isNew ? undefined : form.failed,
    },
    cancel: { label: 'ui.cancel' },
  };
  return compileForm(block, context, path);
}

function compileList(
  list: DeclaredListDetail['lists'][number],
  { entity }: DeclaredListDetail,
  context: ScreenContext,
  path: string,
): DetailList {
  for (const field of [list.note, list.tag]) if (field) resolved(field, entity, context, path);
  return {
    id: list.id,
    title: messageKey(list.title, context, `${path}/title`),
    find: list.find,
    sort: compileSort(list.sort),
    label: askOf(context.types.entities, (all) => all.get(entity)?.labelField) ?? 'Name',
    note: list.note,
    tag: list.tag,
    empty: messageKey(list.empty ?? 'ui.grid.empty', context, `${path}/empty`),
    actions: (list.actions ?? []).map((action, index) =>
      compileAction(action, context, `${path}/actions/${index}`),
    ),
    rowActions: (list.rowActions ?? []).map((action, index) =>
      compileAction(action, context, `${path}/rowActions/${index}`, entity),
    ),
  };
}
