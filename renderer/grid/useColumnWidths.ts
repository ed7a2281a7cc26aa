import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ColumnModel, FieldKind, GridSnapshot } from '#engine';
import { cellText } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import { shareWidth, type WidthNeed } from './shareWidth.ts';
import type { GridTable } from './useGridTable.ts';

export type ColumnWidths = {
  readonly widthOf: (id: string) => number;
  /** The whole table, without the actions column. */
  readonly total: number;
};

/** The widths of columns in the room there is. Once a person has set a width, every column keeps its own. */
export function useColumnWidths(
  scroller: RefObject<HTMLElement | null>,
  table: GridTable,
  options: { snapshot: GridSnapshot; reserved: number; tools: CellTools },
): ColumnWidths {
  const { snapshot, reserved, tools } = options;
  const room = useWidth(scroller) - reserved;
  const columns = table.getVisibleLeafColumns();
  const isPersonal = Object.keys(snapshot.widths).length > 0;
  const needOf = ({ columnDef: { meta, size = 180 } }: TableColumn): WidthNeed => {
    const least = leastWidth(meta?.column, snapshot, tools);
    return { wanted: size, least, isText: isFluid(meta?.column) };
  };
  const shared = isPersonal
    ? columns.map((column) => column.getSize())
    : shareWidth(columns.map(needOf), room);
  const widths = new Map(columns.map(({ id }, index) => [id, shared[index] ?? 0]));
  return { widthOf: (id) => widths.get(id) ?? 0, total: sum([...widths.values()]) };
}

type TableColumn = ReturnType<GridTable['getVisibleLeafColumns']>[number];

/** Of a letter of a title, and of a value: pixels on average. */
const titleLetter = 6.4;
const letter = 7;

/** Room for a title that does not sort, with the air around it. */
export const titleWidth = (title: string): number => title.length * titleLetter + 28;

/**
 * Room for the title with its sort mark, for a whole day or moment, and for the longest word of a lookup: words are
 * longer in one language.
 */
function leastWidth(column: ColumnModel | undefined, { sort }: GridSnapshot, tools: CellTools): number {
  if (!column) return 0;
  const isSorted = sort.some(({ path }) => path === column.path);
  const title = titleWidth(tools.say(column.title)) + (isSorted ? 22 : 0);
  return Math.max(title, valueWidth(column, tools));
}

function valueWidth(column: ColumnModel, tools: CellTools): number {
  const { model, say } = tools;
  if (column.kind === 'date' || column.kind === 'datetime')
    return Math.max(...longDays.map((day) => cellText(day, column, tools).length)) * letter + 26;
  const isCut = column.widget === 'text';
  const items = (!isCut && column.lookup && model.lookups.get(column.lookup)?.items) || [];
  return Math.max(
    0,
    ...items.map(({ Name, tone }) => {
      // A badge has a frame of its own.
      const air = tone || column.options.tones ? 42 : 26;
      return say(`lookup.${column.lookup}.${Name}`).length * letter + air;
    }),
    // A narrow column of text is a code, as wide as it was declared.
    column.kind === 'text' && !isFluid(column) ? (column.width ?? 0) : 0,
  );
}

/** The days with the longest names of months, in one language or the other. */
const longDays = ['2026-09-28T22:58:00Z', '2026-07-28T22:58:00Z', '2026-02-28T22:58:00Z'];

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
