/** The fields a grid needs of its records, for `$fields` of its find call. */
import type { Compiled } from '../expression/types.ts';
import { knownFields } from '../query/answerFields.ts';
import type { ColumnModel, EntityModel, GridBlock, LayoutModel } from '../types/modelTypes.ts';

const known = new WeakMap<GridBlock, readonly string[] | undefined>();

/**
 * Paths that a compiled grid shows, links by or reads in expressions. Undefined when it needs whole records,
 * because rows open as forms or something reads all of a record.
 */
export function gridFields(block: GridBlock, entity: EntityModel): readonly string[] | undefined {
  if (!known.has(block)) known.set(block, block.edit || block.expand ? undefined : fieldsOf(block, entity));
  return known.get(block);
}

function fieldsOf(block: GridBlock, entity: EntityModel): readonly string[] | undefined {
  const { order, open, rowActions, layouts = [], colours } = block;
  const columns = [...block.columns, ...layouts.flatMap(cardColumns)];
  const read = [
    open,
    rowActions,
    order,
    colours,
    ...layouts.map((layout) => layout.colours),
    layouts.flatMap(movesOf),
  ].flatMap(readsWithin);
  if (read.some((path) => path.length === 0)) return undefined;
  const asked = columns.map(({ path, shows }) => (shows ?? path).split('.'));
  // Members that a list adds to its records (nested pages) are not fields.
  if (asked.some((path) => knownFields([path], entity).length === 0)) return undefined;
  const own = ['Id', 'Revision', entity.labelField, ...(order ? [order.field] : [])].map((path) => [path]);
  return knownFields([...own, ...asked, ...read], entity);
}

const cardColumns = (layout: LayoutModel): readonly Pick<ColumnModel, 'path' | 'shows'>[] => [
  ...(layout.kind === 'list' ? [] : [layout.title, ...layout.fields]),
  ...(layout.kind === 'gallery' && layout.picture ? [layout.picture] : []),
  ...placesOf(layout).map((path) => ({ path })),
];

/** The fields that say where a record is. */
function placesOf(layout: LayoutModel): readonly string[] {
  if (layout.kind === 'board') return [layout.by];
  if (layout.kind === 'gallery' || layout.kind === 'list') return [];
  return [layout.start.path, ...(layout.end ? [layout.end.path] : [])];
}

const movesOf = (layout: LayoutModel) =>
  layout.kind === 'board' ? layout.moves.map(({ action }) => action) : [];

/** What expressions and paths (`/product/{Id}`) in the block read of a row; `[]`: the row itself. */
function readsWithin(part: unknown): readonly (readonly string[])[] {
  if (typeof part === 'string') return placeholdersIn(part);
  if (typeof part !== 'object' || part === null) return [];
  if (isCompiled(part)) return part.reads.filter(({ from }) => rowNames.has(from)).map(({ path }) => path);
  return Object.values(part).flatMap(readsWithin);
}

/** Names of the row in expressions. */
const rowNames: ReadonlySet<string> = new Set(['$', '$$', 'record']);

const isCompiled = (part: object): part is Compiled => 'evaluate' in part && 'reads' in part;

/** Names that do not belong to the row (`{route.id}`) are filtered out later. */
function placeholdersIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/\{([\w.]+)\}/g)].map(([, path = '']) => path.split('.'));
}
