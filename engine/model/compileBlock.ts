/** Blocks of a screen: grid, form, links, widget. */
import type {
  FormBlock as DeclaredForm,
  GridBlock as DeclaredGrid,
  LinksBlock as DeclaredLinks,
  WidgetBlock as DeclaredWidget,
  Filter,
  ScreenDeclaration,
} from '../declaration/types.generated.ts';
import { compileSort } from './compiler.ts';
import {
  compileAction,
  condition,
  expression,
  messageKey,
  optionalAccess,
  params,
  type ScreenContext,
  screenText,
} from './compileScreenParts.ts';
import { resolvePath } from './paths.ts';
import type {
  BlockModel,
  ColumnModel,
  FieldModel,
  FilterModel,
  FormBlock,
  GridBlock,
  ItemModel,
  LinksBlock,
  WidgetBlock,
} from './types.ts';

type Block = ScreenDeclaration['blocks'][number];

/** Compiles a block of any kind. */
export function compileBlock(declared: Block, context: ScreenContext, path: string): BlockModel {
  const compile = compilers[declared.kind] as (
    block: Block,
    context: ScreenContext,
    path: string,
  ) => BlockModel;
  return compile(declared, context, path);
}

const compilers = {
  grid: compileGrid,
  form: compileForm,
  links: compileLinks,
  widget: compileWidget,
} satisfies Record<Block['kind'], (block: never, context: ScreenContext, path: string) => BlockModel>;

function base(declared: Block, context: ScreenContext, path: string) {
  return {
    id: declared.id,
    title: declared.title === undefined ? undefined : screenText(declared.title, context, `${path}/title`),
    access: optionalAccess(declared.access, context, path),
    visible: condition(declared.visible, context, `${path}/visible`),
    lazy: declared.lazy === true,
  };
}

function compileGrid(declared: DeclaredGrid, context: ScreenContext, path: string): GridBlock {
  const { entity } = declared;
  reportEntity(entity, context, path);
  const row = entity;
  return {
    ...base(declared, context, path),
    kind: 'grid',
    entity,
    find: declared.find,
    where: (declared.where ?? []).map((entry, index) => ({
      path: entry.path,
      operator: entry.operator,
      value: expression(entry.value, context, `${path}/where/${index}/value`),
    })),
    columns: declared.columns.map((column, index) =>
      compileColumn(column, entity, context, `${path}/columns/${index}`),
    ),
    filters: (declared.filters ?? []).map((filter, index) =>
      compileFilter(filter, entity, context, `${path}/filters/${index}`),
    ),
    sort: compileSort(declared.sort),
    pageSize: declared.pageSize ?? -1,
    remember: declared.remember !== false,
    open: declared.open,
    rowActions: (declared.rowActions ?? []).map((action, index) =>
      compileAction(action, context, `${path}/rowActions/${index}`, row),
    ),
    actions: (declared.actions ?? []).map((action, index) =>
      compileAction(action, context, `${path}/actions/${index}`),
    ),
    order: declared.order && {
      field: declared.order.field,
      route: declared.order.route,
      enabled: condition(declared.order.enabled, context, `${path}/order/enabled`),
    },
    empty: messageKey(declared.empty ?? 'ui.grid.empty', context, `${path}/empty`),
    domId: declared.domId,
  };
}

function compileColumn(
  declared: DeclaredGrid['columns'][number],
  entity: string,
  context: ScreenContext,
  path: string,
): ColumnModel {
  const column = typeof declared === 'string' ? { path: declared } : declared;
  const place = resolved(column.path, entity, context, path);
  const field = place?.field;
  const label = place?.through[0] ?? field;
  return {
    path: column.path,
    title: messageKey(column.title ?? label?.label ?? column.path, context, path),
    kind: field?.kind ?? 'text',
    lookup: field?.lookup,
    sortable: column.sortable ?? (field?.stored === true && !listKinds.has(field.kind)),
    width: column.width,
    widget: column.widget,
    options: column.options ?? {},
    hidden: column.hidden === true,
  };
}

const listKinds = new Set<FieldModel['kind']>(['rows', 'references', 'object', 'json']);
const textKinds = new Set<FieldModel['kind']>(['text', 'multiline']);

function compileFilter(declared: Filter, entity: string, context: ScreenContext, path: string): FilterModel {
  const place = resolved(declared.path, entity, context, path);
  const field = place?.field;
  const isText =
    field !== undefined &&
    textKinds.has(field.kind) &&
    (declared.operator === 'contains' || declared.operator === 'startsWith');
  return {
    path: declared.path,
    operator: declared.operator,
    title: messageKey(
      declared.title ?? place?.through[0]?.label ?? field?.label ?? declared.path,
      context,
      path,
    ),
    minimumLength: declared.minimumLength ?? (isText ? -1 : 0),
    kind: field?.kind ?? 'text',
    lookup: field?.lookup,
    optionsFrom: declared.optionsFrom,
    label: declared.label,
  };
}

function compileForm(declared: DeclaredForm, context: ScreenContext, path: string): FormBlock {
  reportEntity(declared.entity, context, path);
  for (const name of [declared.record, declared.owner])
    if (name && !(name in context.dataTypes))
      context.compiler.error({ file: context.file, path }, `There is no ${name} in "data" of this screen.`);
  const [method, route] = declared.save.route.split(' ');
  return {
    ...base(declared, context, path),
    kind: 'form',
    entity: declared.entity,
    record: declared.record,
    initial: params(declared.initial, context, `${path}/initial`),
    owner: declared.owner,
    sections: declared.sections.map((section, index) => ({
      id: section.id,
      title: messageKey(section.title, context, `${path}/sections/${index}/title`),
      columns: section.columns ?? 2,
      items: section.items.map((item, place) =>
        compileItem(item, declared.entity, context, `${path}/sections/${index}/items/${place}`),
      ),
    })),
    save: {
      label: messageKey(declared.save.label, context, `${path}/save/label`),
      method: method as 'POST' | 'PUT',
      route: route ?? '',
      then: declared.save.then,
      success: messageKey(declared.save.success, context, `${path}/save/success`),
      failure: messageKey(declared.save.failure, context, `${path}/save/failure`),
      access: optionalAccess(declared.save.access, context, `${path}/save`) ?? { kind: 'login' },
    },
    cancel: declared.cancel && {
      label: messageKey(declared.cancel.label, context, `${path}/cancel/label`),
      to: declared.cancel.to,
    },
    readOnlyAsText: declared.readOnlyAsText !== false,
  };
}

function compileItem(
  declared: DeclaredForm['sections'][number]['items'][number],
  entity: string,
  context: ScreenContext,
  path: string,
): ItemModel {
  const item = typeof declared === 'string' ? { field: declared } : declared;
  resolved(item.field, entity, context, path);
  return { field: item.field, widget: item.widget, span: item.span ?? 1, options: item.options ?? {} };
}

function compileLinks(declared: DeclaredLinks, context: ScreenContext, path: string): LinksBlock {
  return {
    ...base(declared, context, path),
    kind: 'links',
    links: declared.links.map((link, index) => ({
      label: messageKey(link.label, context, `${path}/links/${index}/label`),
      to: link.to,
      access: optionalAccess(link.access, context, `${path}/links/${index}`),
      note: messageKey(link.note, context, `${path}/links/${index}/note`),
    })),
  };
}

function compileWidget(declared: DeclaredWidget, context: ScreenContext, path: string): WidgetBlock {
  return {
    ...base(declared, context, path),
    kind: 'widget',
    widget: declared.widget,
    options: declared.options ?? {},
  };
}

function reportEntity(entity: string, { compiler, types, file }: ScreenContext, path: string): void {
  compiler.use(`entity:${entity}`, { file, path });
  if (!types.entities.has(entity))
    compiler.error({ file, path }, `There is no entity ${entity}. Add it to schemas/, or mend the name.`);
}

function resolved(dotted: string, entity: string, { compiler, types, file }: ScreenContext, path: string) {
  const model = types.entities.get(entity);
  const place = model && resolvePath(types.entities, model, dotted);
  if (place) compiler.use(`field:${place.field.entity}.${place.field.path}`, { file, path });
  else if (model)
    compiler.error(
      { file, path },
      `${entity} has no field ${dotted}. Mend the name, or add the field to its entity.json.`,
    );
  return place;
}
