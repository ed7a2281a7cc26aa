/** Blocks of a screen: grid, form, links, widget, summary. */

import type {
  GridBlock as DeclaredGrid,
  LinksBlock as DeclaredLinks,
  WidgetBlock as DeclaredWidget,
  Filter,
  ScreenDeclaration,
} from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import { holdsFiles, refersToMany, refersToOne } from '../query/refersToOne.ts';
import type {
  BlockModel,
  ColumnModel,
  FieldModel,
  FilterModel,
  GridBlock,
  GridView,
  LinksBlock,
  WidgetBlock,
} from '../types/modelTypes.ts';
import { compileAction } from './compileAction.ts';
import {
  blockBase,
  blockJobs,
  checkOperator,
  fixedFilters,
  reportEntity,
  resolved,
} from './compileBlockParts.ts';
import { compileForm } from './compileForm.ts';
import { compileGridBulk, compileGridEdit, compileGridExpand } from './compileGridEdit.ts';
import { compileColours } from './compileLayoutName.ts';
import { compileLayouts } from './compileLayouts.ts';
import { compileListDetail } from './compileListDetail.ts';
import { compileSort } from './compiler.ts';
import { condition, messageKey, optionalAccess, type ScreenContext } from './compileScreenParts.ts';
import { compileSummary } from './compileSummary.ts';
import { askOf } from './watched.ts';

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
  'list-detail': compileListDetail,
  widget: compileWidget,
  summary: compileSummary,
} satisfies Record<Block['kind'], (block: never, context: ScreenContext, path: string) => BlockModel>;

function compileGrid(declared: DeclaredGrid, context: ScreenContext, path: string): GridBlock {
  const { entity } = declared;
  reportEntity(entity, context, path);
  const row = entity;
  return {
    ...blockBase(declared, context, path),
    kind: 'grid',
    jobs: blockJobs(declared.jobs, context, `${path}/jobs`),
    entity,
    find: declared.find,
    where: fixedFilters(declared, context, `${path}/where`),
    columns: declared.columns.map((column, index) =>
      compileColumn(column, entity, context, `${path}/columns/${index}`),
    ),
    filters: (declared.filters ?? []).map((filter, index) =>
      compileFilter(filter, entity, context, `${path}/filters/${index}`),
    ),
    sort: compileSort(declared.sort),
    pageSize: declared.pageSize ?? context.settings.pageSize,
    remember: declared.remember !== false,
    start: messageKey(declared.start, context, `${path}/start`),
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
    edit: compileGridEdit(declared, context, `${path}/edit`),
    expand: compileGridExpand(declared, context, `${path}/expand`),
    bulk: compileGridBulk(declared, context, `${path}/bulk`),
    empty: messageKey(declared.empty ?? 'ui.grid.empty', context, `${path}/empty`),
    domId: declared.domId,
    ...laidOut(declared, context, path),
    views: (declared.views ?? []).map((view, index) => compileView(declared, view, { context, path, index })),
  };
}

/** Layouts and colours, if any. */
function laidOut(declared: DeclaredGrid, context: ScreenContext, path: string) {
  const column = (one: DeclaredGrid['columns'][number], at: string) =>
    compileColumn(one, declared.entity, context, at);
  const layouts = compileLayouts(declared, context, `${path}/layouts`, column);
  const colours = compileColours(declared, context, `${path}/colours`);
  return { ...(layouts && { layouts }), ...(colours && { colours }) };
}

type DeclaredView = NonNullable<DeclaredGrid['views']>[number];

/** A view inherits everything from its list that it does not override. */
function compileView(
  grid: DeclaredGrid,
  view: DeclaredView,
  {
    context,
    path,
    index,
  }: { readonly context: ScreenContext; readonly path: string; readonly index: number },
): GridView {
  const at = `${path}/views/${index}`;
  const { id, title, where = [], ...own } = view;
  const { title: _, views, actions, jobs, ...shared } = grid;
  const declared = {
    ...shared,
    ...own,
    id: `${grid.id}-${id}`,
    where: [...(grid.where ?? []), ...where],
    remember: false,
  } as DeclaredGrid;
  return { id, title: messageKey(title, context, at), block: compileGrid(declared, context, at) };
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
  const shows = place && wordsOf(column.path, place.field, context);
  return {
    path: column.path,
    ...(shows && { shows: shows.path, ...(shows.sorts && { sorts: shows.sorts }) }),
    title: messageKey(column.title ?? titleOf(place, context) ?? column.path, context, path),
    kind: field?.kind ?? 'text',
    lookup: field?.lookup,
    ...(field?.isPerson && { isPerson: true }),
    ...(field?.kind === 'percent' && { scale: field.scale }),
    sortable: column.sortable ?? (place !== undefined && hasOneValue(place, context)),
    width: column.width,
    widget: column.widget,
    options: column.options ?? {},
    hidden: column.hidden === true,
    ...(column.visible && { visible: condition(column.visible, context, `${path}/visible`) }),
  };
}

/**
 * A field behind a reference has its own label (`Maker.Code`: Code); only the record's name and members of a
 * lookup have the label of the reference.
 */
function titleOf(place: ReturnType<typeof resolved>, { types }: ScreenContext): string | undefined {
  if (!place) return undefined;
  const { field, through, lookupMember } = place;
  const isName = lookupMember || labelOf(types, field.entity) === field.name;
  return (isName ? through[0] : undefined)?.label ?? field.label;
}

const labelOf = ({ entities }: ScreenContext['types'], id: string): string | undefined =>
  askOf(entities, (all) => all.get(id)?.labelField);

type Shown = { readonly path: string; readonly sorts?: string };

/** `MakerId` → Maker.Name, the name of the record; for a file or a person, everything in its answer. */
function wordsOf(
  path: string,
  { kind, name, expand, ref }: FieldModel,
  { types }: ScreenContext,
): Shown | undefined {
  // A path may name the expansion instead of the id: `Maker`, `File`.
  if (!expand || !refersToOne({ kind }) || path.split('.').at(-1) !== name) return undefined;
  const beside = `${path.slice(0, path.length - name.length)}${expand.as}`;
  const label = labelOf(types, ref?.entity ?? '');
  if (label === undefined || !expand.fields.includes(label)) return { path: beside };
  const words = `${beside}.${label}`;
  return kinds[kind].isAccount || holdsFiles({ kind }) ? { path: beside, sorts: words } : { path: words };
}

const listKinds = new Set<FieldModel['kind']>(['rows', 'references', 'object', 'json']);

/** A path through a list has several values per record, so it cannot be sorted by. */
function hasOneValue(
  { field, through }: NonNullable<ReturnType<typeof resolved>>,
  { types }: ScreenContext,
): boolean {
  const isInRows = ({ entity, path }: FieldModel) =>
    askOf(
      types.entities,
      (all) => all.get(entity)?.fieldByPath.get(path.split('.')[0] as string)?.kind === 'rows',
    );
  return (
    field.stored &&
    !listKinds.has(field.kind) &&
    [...through, field].every((one) => !refersToMany(one) && !isInRows(one))
  );
}

/** Operators whose text is searched while typing. */
const typedOperators: ReadonlySet<string> = new Set(['contains', 'words', 'startsWith']);

function compileFilter(declared: Filter, entity: string, context: ScreenContext, path: string): FilterModel {
  const place = resolved(declared.path, entity, context, path);
  const field = place?.field;
  const isText =
    field !== undefined && kinds[field.kind].normal !== undefined && typedOperators.has(declared.operator);
  if (place) checkOperator(declared, place, context, path);
  return {
    path: declared.path,
    operator: declared.operator,
    title: messageKey(
      declared.title ?? place?.through[0]?.label ?? field?.label ?? declared.path,
      context,
      path,
    ),
    minimumLength: declared.minimumLength ?? (isText ? context.settings.textFilterMinimumLength : 0),
    kind: field?.kind ?? 'text',
    lookup: field?.lookup,
    ...(field?.isPerson && { isPerson: true }),
    optionsFrom: declared.optionsFrom ?? (field?.account && `${field.ref?.find}?inactive=true`),
    label: declared.label ?? (field?.account && 'DisplayName'),
    ...(declared.suggestFrom && { suggestFrom: declared.suggestFrom }),
  };
}

function compileLinks(declared: DeclaredLinks, context: ScreenContext, path: string): LinksBlock {
  return {
    ...blockBase(declared, context, path),
    kind: 'links',
    links: declared.links.map((link, index) => ({
      label: messageKey(link.label, context, `${path}/links/${index}/label`),
      to: link.to,
      access: optionalAccess(link.access, context, `${path}/links/${index}`),
    })),
  };
}

function compileWidget(declared: DeclaredWidget, context: ScreenContext, path: string): WidgetBlock {
  return {
    ...blockBase(declared, context, path),
    kind: 'widget',
    widget: declared.widget,
    options: declared.options ?? {},
  };
}
