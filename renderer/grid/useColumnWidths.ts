import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { type ColumnModel, type GridSnapshot, kinds } from '#engine';
import { kindViews } from '../fields/registry.ts';
import { cellText, isNumeric } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import { shareWidth, type WidthNeed } from './shareWidth.ts';
import type { GridTable } from './useGridTable.ts';

export type ColumnWidths = {
  readonly widthOf: (id: string) => number;
  /** The whole table, without the actions column. */
  readonly total: number;
};

/** What the columns leave room for: the buttons of a row, pixels, and a box to pick it before its first cell. */
type Reserved = { readonly actions: number; readonly isPicked: boolean };

/** The widths of columns in the room there is. Once a person has set a width, every column keeps its own. */
export function useColumnWidths(
  scroller: RefObject<HTMLElement | null>,
  table: GridTable,
  options: { snapshot: GridSnapshot; reserved: Reserved; tools: CellTools },
): ColumnWidths {
  const { snapshot, reserved, tools } = options;
  const room = useWidth(scroller) - reserved.actions;
  const columns = table.getVisibleLeafColumns();
  const isPersonal = Object.keys(snapshot.widths).length > 0;
  const rows = table.getRowModel().rows;
  const held = useMemo(() => heldWidths(columns, rows, tools), [columns, rows, tools]);
  const needOf = ({ id, columnDef: { meta, size = 180 } }: TableColumn): WidthNeed =>
    needIn(meta?.column, {
      size,
      title: titleNeed(meta?.column, snapshot, tools),
      held: held.get(id),
      tools,
    });
  const shared = isPersonal
    ? columns.map((column) => column.getSize())
    : shareWidth(reserved.isPicked ? columns.map(needOf).map(besidePick) : columns.map(needOf), room);
  const widths = new Map(columns.map(({ id }, index) => [id, shared[index] ?? 0]));
  return { widthOf: (id) => widths.get(id) ?? 0, total: sum([...widths.values()]) };
}

const pickWidth = 24;

function besidePick(need: WidthNeed, place: number): WidthNeed {
  if (place > 0) return need;
  const { wanted, least, most } = need;
  const wider = { ...need, lead: pickWidth, wanted: wanted + pickWidth, least: least + pickWidth };
  return most === undefined ? wider : { ...wider, most: most + pickWidth };
}

type TableColumn = ReturnType<GridTable['getVisibleLeafColumns']>[number];

/** Of a letter of a title, and of a value: pixels on average. */
const titleLetter = 6.4;
const letter = 7;

/** Room for a title that does not sort, with the air around it; wide letters take more than most. */
export function titleWidth(title: string): number {
  measureTitle ??= createMeasure('500 12px') ?? (() => 0);
  return Math.max(title.length * titleLetter, Math.ceil(measureTitle(title))) + 28;
}

let measureTitle: ((text: string) => number) | undefined;

/** Room for the title with its sort mark. */
function titleNeed(column: ColumnModel | undefined, { sort }: GridSnapshot, tools: CellTools): number {
  if (!column) return 0;
  const isSorted = sort.some(({ path }) => path === column.path);
  return titleWidth(tools.say(column.title)) + (isSorted ? 22 : 0);
}

type Needing = {
  readonly size: number;
  readonly title: number;
  /** Of what stands in the rows; undefined where that is not written as text, or there are none. */
  readonly held: number | undefined;
  readonly tools: CellTools;
};

/** By what the column holds: a text may be cut, all else is shown whole. */
function needIn(column: ColumnModel | undefined, { size, title, held, tools }: Needing): WidthNeed {
  const isText = isFluid(column);
  if (!column || held === undefined)
    return { wanted: size, least: Math.max(title, column ? unseenWidth(column, tools) : 0), isText };
  const most = Math.max(title, held);
  if (isText) return { wanted: Math.min(size, most), least: title, most, isText };
  // A code that is longer than anybody declared is cut where room is short.
  const whole = kinds[column.kind].normal === 'line' ? Math.min(most, Math.max(title, size)) : most;
  return { wanted: whole, least: whole, most, isText };
}

/** Of what is not there to be measured: a whole day or moment, the longest word of a lookup. */
function unseenWidth(column: ColumnModel, tools: CellTools): number {
  const { model, say } = tools;
  if (kinds[column.kind].day)
    return Math.max(...longDays.map((day) => cellText(day, column, tools).length)) * letter + 26;
  const isCut = column.widget === 'text';
  const items = (!isCut && column.lookup && model.lookups.get(column.lookup)?.items) || [];
  return Math.max(
    0,
    ...items.map(
      ({ Name, tone }) => say(`lookup.${column.lookup}.${Name}`).length * letter + air(column, tone),
    ),
    // A narrow column of text is a code, as wide as it was declared.
    kinds[column.kind].normal === 'line' && !isFluid(column) ? (column.width ?? 0) : 0,
  );
}

/** A badge has a frame of its own, a file its icon; digits that stand below one another are wider than they measure. */
const air = ({ kind, options }: ColumnModel, tone?: string): number =>
  kind === 'file' ? 58 : tone || options.tones ? 42 : isNumeric(kind) ? 32 : 26;

/** More rows are not looked at: the next page may be another anyway. */
const measuredRows = 100;

/** What the widest value of each column takes. */
function heldWidths(
  columns: readonly TableColumn[],
  rows: ReturnType<GridTable['getRowModel']>['rows'],
  tools: CellTools,
): ReadonlyMap<string, number> {
  const measure = createMeasure();
  if (!measure || rows.length === 0) return new Map();
  return new Map(
    columns.flatMap(({ id, columnDef: { meta } }) => {
      const column = meta?.column;
      if (!column || kindViews[column.kind].isDrawn) return [];
      const isBadge = column.lookup && tools.model.lookups.get(column.lookup)?.items.some(({ tone }) => tone);
      const texts = rows.slice(0, measuredRows).map((row) => cellText(row.getValue(id), column, tools));
      const widest = Math.max(...[...new Set(texts)].map(measure));
      return [[id, Math.ceil(widest) + air(column, isBadge ? 'badge' : undefined)] as const];
    }),
  );
}

/** Measures texts in the letters of the page, usually of the weight names have; undefined where nothing can be measured. */
function createMeasure(weight = '500 13px'): ((text: string) => number) | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  const { fontFamily } = getComputedStyle(document.body);
  context.font = `${weight} ${fontFamily}`;
  // Digits stand below one another on the page, as wide as the widest; a canvas knows only narrow ones.
  return (text) => context.measureText(text.replace(/\d/g, '0')).width;
}

/** The days with the longest names of months, in one language or the other. */
const longDays = ['2026-09-28T22:58:00Z', '2026-07-28T22:58:00Z', '2026-02-28T22:58:00Z'];

/** Kinds whose values have any length. */
function isFluid(column: ColumnModel | undefined): boolean {
  // A narrow column of text is a code: cutting it would hide it.
  if (column?.widget === 'text') return true;
  return column !== undefined && kindViews[column.kind].isFluid === true && (column.width ?? 200) > 120;
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
