/** A form block of a screen: sections, save, cancel. */
import type { FormBlock as DeclaredForm, Section } from '../declaration/types.generated.ts';
import { blockBase, reportEntity, resolved } from './compileBlockParts.ts';
import { condition, messageKey, optionalAccess, params, type ScreenContext } from './compileScreenParts.ts';
import type { FormBlock, ItemModel, SectionModel } from './types.ts';

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
  const [method, route] = declared.save.route.split(' ');
  return {
    ...blockBase(declared, context, path),
    kind: 'form',
    entity: declared.entity,
    record: declared.record,
    source: declared.source,
    initial: params(declared.initial, context, `${path}/initial`),
    owner: declared.owner,
    sections: compileSections(declared, context, path),
    save: {
      label: messageKey(declared.save.label, context, `${path}/save/label`),
      method: method as 'POST' | 'PUT',
      route: route ?? '',
      then: declared.save.then,
      success: messageKey(declared.save.success, context, `${path}/save/success`),
      failure: messageKey(declared.save.failure, context, `${path}/save/failure`),
      access: optionalAccess(declared.save.access, context, `${path}/save`) ?? { kind: 'login' },
      auto: declared.save.auto && { delay: declared.save.auto.delay },
    },
    cancel: declared.cancel && {
      label: messageKey(declared.cancel.label, context, `${path}/cancel/label`),
      to: declared.cancel.to,
    },
    readOnlyAsText: declared.readOnlyAsText !== false,
  };
}

/** Compiles sections of an entity's fields, whether they stand here or in another form. */
export function compileSections(
  declared: Pick<DeclaredForm, 'sections' | 'entity'>,
  context: ScreenContext,
  path: string,
): readonly SectionModel[] {
  return sectionsOf(declared, context, path).map((section, index) =>
    compileSection(section, declared.entity, context, `${path}/sections/${index}`),
  );
}

/** The form's own sections, or those of the form it names, so that adding and editing are one declaration. */
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
    items: declared.items.map((item, place) => compileItem(item, entity, context, `${path}/items/${place}`)),
  };
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
    visible: condition(item.visible, context, `${path}/visible`),
    options: item.options ?? {},
  };
}
