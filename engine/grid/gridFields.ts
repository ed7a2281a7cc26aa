/** What a grid asks of the records it lists, for `$fields` of its find call. */
import type { Compiled } from '../expression/types.ts';
import { knownFields } from '../query/answerFields.ts';
import type { EntityModel, GridBlock } from '../types/modelTypes.ts';

const known = new WeakMap<GridBlock, readonly string[] | undefined>();

/**
 * Paths of all that the grid shows, links by or reads in an expression, from the block as it was compiled. Undefined:
 * it needs its records whole, because a row becomes a form, or something reads all of it.
 */
export function gridFields(block: GridBlock, entity: EntityModel): readonly string[] | undefined {
  if (!known.has(block)) known.set(block, block.edit || block.expand ? undefined : fieldsOf(block, entity));
  return known.get(block);
}

function fieldsOf(block: GridBlock, entity: EntityModel): readonly string[] | undefined {
  const { columns, order, open, rowActions } = block;
  const read = [open, rowActions, order].flatMap(readsWithin);
  if (read.some((path) => path.length === 0)) return undefined;
  const asked = columns.map(({ path, shows }) => (shows ?? path).split('.'));
  // What a list carries beside its records (pages within pages) is no field of theirs.
  if (asked.some((path) => knownFields([path], entity).length === 0)) return undefined;
  const own = ['Id', 'Revision', entity.labelField, ...(order ? [order.field] : [])].map((path) => [path]);
  return knownFields([...own, ...asked, ...read], entity);
}

/** What of the row any expression or path (`/product/{Id}`) in a part of the block reads; `[]`: the row itself. */
function readsWithin(part: unknown): readonly (readonly string[])[] {
  if (typeof part === 'string') return placeholdersIn(part);
  if (typeof part !== 'object' || part === null) return [];
  if (isCompiled(part)) return part.reads.filter(({ from }) => rowNames.has(from)).map(({ path }) => path);
  return Object.values(part).flatMap(readsWithin);
}

/** What expressions over a row call it. */
const rowNames: ReadonlySet<string> = new Set(['$', '$$', 'record']);

const isCompiled = (part: object): part is Compiled => 'evaluate' in part && 'reads' in part;

/** Names that are none of the row (`{route.id}`) are no fields of it, and are left out later. */
function placeholdersIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/\{([\w.]+)\}/g)].map(([, path = '']) => path.split('.'));
}
