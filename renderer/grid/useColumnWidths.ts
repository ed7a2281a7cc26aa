import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ColumnModel, FieldKind, GridSnapshot } from '#engine';
import type { CellTools } from './CellValue.tsx';
import type { GridTable } from './useGridTable.ts';

/** How far columns of text may shrink before the table scrolls. */
const SHRINK = 0.6;

export type ColumnWidths = {
  readonly widthOf: (id: string) => number;
  /** The whole table, without the actions column. */
  readonly total: number;
};

/**
 * Columns of numbers, days and states are as wide as declared; columns of text share what is left. Once a person has
 * set a width, every column keeps its own.
 */
export function useColumnWidths(
  scroller: RefObject<HTMLElement | null>,
  table: GridTable,
  options: { snapshot: GridSnapshot; reserved: number; tools: CellTools },
): ColumnWidths {
  const { snapshot, reserved, tools } = options;
  const room = useWidth(scroller) - reserved;
  const columns = table.getVisibleLeafColumns();
  const isPersonal = Object.keys(snapshot.widths).length > 0;
  const isText = (column: TableColumn) => isFluid(column.columnDef.meta?.column);
  const least = (column: TableColumn) => leastWidth(column.columnDef.meta?.column, snapshot, tools);
  const wanted = (column: TableColumn) =>
    isPersonal ? column.getSize() : Math.max(column.getSize(), least(column));
  const texts = columns.filter(isText).map((column) => ({ wanted: wanted(column), least: least(column) }));
  const fixed = sum(columns.filter((column) => !isText(column)).map(wanted));
  const scale = isPersonal || room <= 0 ? 1 : scaleToFit(texts, room - fixed);
  const shrunk = (column: TableColumn) => Math.max(wanted(column) * scale, isPersonal ? 0 : least(column));
  const widths = new Map(
    columns.map((column) => [column.id, isText(column) ? shrunk(column) : wanted(column)]),
  );
  return { widthOf: (id) => widths.get(id) ?? 0, total: sum([...widths.values()]) };
}

/** Columns of text shrink and grow alike, but none below its title; those held there leave less to the others. */
function scaleToFit(texts: readonly { wanted: number; least: number }[], room: number): number {
  const scaleWith = (held: (text: { wanted: number; least: number }) => boolean) => {
    const free = sum(texts.filter((text) => !held(text)).map(({ wanted }) => wanted));
    const taken = sum(texts.filter(held).map(({ least }) => least));
    return free === 0 ? 1 : Math.max(SHRINK, (room - taken) / free);
  };
  const first = scaleWith(() => false);
  return scaleWith(({ wanted, least }) => wanted * first < least);
}

type TableColumn = ReturnType<GridTable['getVisibleLeafColumns']>[number];

const LETTER = 6.4;

/** Room for a title that does not sort, with the air around it. */
export const titleWidth = (title: string): number => title.length * LETTER + 36;

/** Room for the title with its sort mark, and for the longest word of a lookup: words are longer in one language. */
function leastWidth(
  column: ColumnModel | undefined,
  { sort }: GridSnapshot,
  { model, say }: CellTools,
): number {
  if (!column) return 0;
  const isSorted = sort.some(({ path }) => path === column.path);
  const isCut = column.widget === 'text';
  const items = (!isCut && column.lookup && model.lookups.get(column.lookup)?.items) || [];
  const labels = items.map(({ Name }) => say(`lookup.${column.lookup}.${Name}`).length * LETTER + 42);
  return Math.max(titleWidth(say(column.title)) + (isSorted ? 22 : 0), ...labels);
}

/** Kinds whose values have any length. */
const fluid: ReadonlySet<FieldKind> = new Set([
  'text',
  'multiline',
  'reference',
  'file',
  'references',
  'json',
  'object',
]);

function isFluid(column: ColumnModel | undefined): boolean {
  // A narrow column of text is a code: cutting it would hide it.
  if (column?.widget === 'text') return true;
  return column !== undefined && fluid.has(column.kind) && (column.width ?? 200) > 120;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The width of an element, as it changes. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
