/** A form block of a screen: sections, save, cancel. */
import type { FormBlock as DeclaredForm, Section } from '../declaration/types.generated.ts';
import type { FormBlock, ItemModel, SectionModel } from '../types/modelTypes.ts';
import { compileAction, compileAlert, compileConfirm, withAnswer } from './compileAction.ts';
import { blockBase, blockJobs, reportEntity, resolved } from './compileBlockParts.ts';
import {
  callAccess,
  condition,
  expression,
  messageKey,
  params,
  type ScreenContext,
} from './compileScreenParts.ts';
import { recordType } from './typeScope.ts';

/** Compiles a form block. */
export function compileForm(declared: DeclaredForm, context: ScreenContext, path: string): FormBlock {
  reportEntity(declared.entity, context, path);
  for (const name of [declared.record, declared.owner, declared.source])
    if (name && !(name in context.dataTypes))
      context.compiler.error({ file: context.file, path }, `There is no ${name} in "data" of this screen.`);
  if (declared.save.auto && (!declared.record || !declared.save.route.startsWith('PUT ')))
    context.compiler.error(
      { file: context.file, path: `${path}/save/auto` },
      'Only a stored record saves by itself: name it in "record" and save it with PUT.',
    );
  if (declared.save.auto && (declared.save.confirm || declared.save.instead))
    context.compiler.error(
      { file: context.file, path: `${path}/save` },
      'A form that saves by itself asks nothing and has one call: leave out "confirm" and "instead".',
    );
  return {
    ...blockBase(declared, context, path),
    kind: 'form',
    jobs: blockJobs(declared.jobs, context, `${path}/jobs`),
    entity: declared.entity,
    record: declared.record,
    source: declared.source,
    initial: params(declared.initial, context, `${path}/initial`),
    owner: declared.owner,
    sections: compileSections(declared, context, path),
    save: compileSave(declared, context, `${path}/save`),
    reveal: declared.reveal && messageKey(declared.reveal, context, `${path}/reveal`),
    cancel: declared.cancel && {
      label: messageKey(declared.cancel.label, context, `${path}/cancel/label`),
      to: declared.cancel.to,
      reload: declared.cancel.reload === true,
      returns: declared.cancel.returns === true,
      confirm:
        declared.cancel.confirm && messageKey(declared.cancel.confirm, context, `${path}/cancel/confirm`),
    },
    actions: (declared.actions ?? []).map((action, index) =>
      compileAction(action, context, `${path}/actions/${index}`),
    ),
    list: compileList(declared, context, path),
    readOnlyAsText: declared.readOnlyAsText !== false,
  };
}

/** The list must belong to a record that is loaded. */
function compileList(
  { list, entity, record }: DeclaredForm,
  context: ScreenContext,
  path: string,
): FormBlock['list'] {
  if (!list) return undefined;
  resolved(list.field, entity, context, `${path}/list`);
  if (!record)
    context.compiler.error(
      { file: context.file, path: `${path}/list` },
      'Only a stored record has a list that a call of its own answers: name it in "record".',
    );
  return { field: list.field, path: list.call.slice('GET '.length) };
}

/** Compiles the sections of a form, declared here or in another form. */
export function compileSections(
  declared: Pick<DeclaredForm, 'sections' | 'entity'>,
  context: ScreenContext,
  path: string,
): readonly SectionModel[] {
  return sectionsOf(declared, context, path).map((section, index) =>
    compileSection(section, declared.entity, context, `${path}/sections/${index}`),
  );
}

function compileSave(
  { save, entity }: DeclaredForm,
  context: ScreenContext,
  path: string,
): FormBlock['save'] {
  const [method, route] = save.route.split(' ');
  const typed = withRecord(entity, context);
  return {
    label: messageKey(save.label, context, `${path}/label`),
    method: method as 'POST' | 'PUT',
    route: route ?? '',
    then: save.then,
    success: messageKey(save.success, context, `${path}/success`),
    failure: messageKey(save.failure, context, `${path}/failure`),
    access: callAccess(save.access, save.route, context, path),
    instead: (save.instead ?? []).map(({ when, route: call }, index) => {
      const [verb, address] = call.split(' ');
      return {
        when: expression(when, typed, `${path}/instead/${index}/when`),
        method: verb as 'POST' | 'PUT' | 'DELETE',
        route: address ?? '',
      };
    }),
    confirm: (save.confirm ?? []).map((one, index) => compileConfirm(one, typed, `${path}/confirm/${index}`)),
    refused: save.refused ?? 'keep',
    failed: save.failed ?? 'keep',
    incomplete: messageKey(save.incomplete, context, `${path}/incomplete`),
    alert: save.alert === true,
    shows: save.shows && compileAlert(save.shows, withAnswer(typed), `${path}/shows`),
    auto: save.auto && { delay: save.auto.delay },
  };
}

/** Save expressions read the edited and the stored record. */
function withRecord(entity: string, context: ScreenContext): ScreenContext {
  return {
    ...context,
    scope: (row) => {
      const scope = context.scope(row);
      const record = recordType(context.types, entity);
      return { ...scope, vars: { ...scope.vars, record, previous: record } };
    },
  };
}

/** The form's own sections, or those of the form it names: adding and editing share a declaration. */
function sectionsOf(
  declared: Pick<DeclaredForm, 'sections'>,
  { forms, compiler, file }: ScreenContext,
  path: string,
): readonly Section[] {
  if (typeof declared.sections !== 'string') return declared.sections;
  const [form = '', section] = declared.sections.split('/');
  const other = forms.get(form)?.sections ?? [];
  const found = typeof other === 'string' ? [] : other.filter(({ id }) => !section || id === section);
  if (found.length > 0) return found;
  compiler.error(
    { file, path: `${path}/sections` },
    `${declared.sections} is no form with sections of its own. Name one as <screen>#<block>, or one section as <screen>#<block>/<section>.`,
  );
  return [];
}

function compileSection(
  declared: Section,
  entity: string,
  context: ScreenContext,
  path: string,
): SectionModel {
  return {
    id: declared.id,
    title: messageKey(declared.title, context, `${path}/title`),
    columns: declared.columns ?? 2,
    layout: declared.layout,
    help: messageKey(declared.help, context, `${path}/help`),
    tab: messageKey(declared.tab, context, `${path}/tab`),
    ...tabCondition(declared, entity, context, path),
    visible: condition(declared.visible, withRecord(entity, context), `${path}/visible`, entity),
    items: declared.items.map((item, place) => compileItem(item, entity, context, `${path}/items/${place}`)),
  };
}

/** A section without a tab has no condition of one. */
function tabCondition(
  { id, tab, tabVisible }: Section,
  entity: string,
  context: ScreenContext,
  path: string,
): Pick<SectionModel, 'tabVisible'> {
  const at = `${path}/tabVisible`;
  if (tabVisible === undefined) return {};
  if (tab === undefined)
    context.compiler.error(
      { file: context.file, path: at },
      `Section ${id} has a condition of a tab, but is in none. Name its "tab", or use "visible".`,
      { code: 'tab-condition', params: { name: id } },
    );
  const found = condition(tabVisible, withRecord(entity, context), at, entity);
  return found ? { tabVisible: found } : {};
}

function compileItem(
  declared: Section['items'][number],
  entity: string,
  context: ScreenContext,
  path: string,
): ItemModel {
  const item = typeof declared === 'string' ? { field: declared } : declared;
  resolved(item.field, entity, context, path);
  return {
    field: item.field,
    widget: item.widget,
    span: item.span ?? 1,
    twelfths: item.twelfths,
    readOnly: item.readOnly,
    visible: condition(item.visible, withRecord(entity, context), `${path}/visible`, entity),
    options: item.options ?? {},
  };
}
