import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { type ColumnModel, type GridSnapshot, holdsFiles, kinds } from '#engine';
import { kindViews } from '../fields/registry.ts';
import { cellText, isNumeric } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import { shareWidth, type WidthNeed } from './shareWidth.ts';
import type { GridTable } from './useGridTable.ts';

export type ColumnWidths = {
  readonly widthOf: (id: string) => number;
  /** Width of the table without the actions column. */
  readonly total: number;
  /** On a phone the columns do not fit, so each row is drawn as a card. */
  readonly isCards: boolean;
};

/** Width of a list in pixels below which rows become cards if the columns do not fit; a phone. */
const cardsBelow = 600;

/** Reserved width: row buttons in pixels, and a checkbox before the first cell. */
type Reserved = { readonly actions: number; readonly isPicked: boolean };

/** Widths of columns for the available room. After a manual resize all columns keep their widths. */
export function useColumnWidths(
  scroller: RefObject<HTMLElement | null>,
  table: GridTable,
  options: { snapshot: GridSnapshot; reserved: Reserved; tools: CellTools },
): ColumnWidths {
  const { snapshot, reserved, tools } = options;
  const width = useWidth(scroller);
  const room = width - reserved.actions;
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
  const total = sum([...widths.values()]);
  const isCards = width > 0 && width < cardsBelow && total > room;
  return { widthOf: (id) => widths.get(id) ?? 0, total, isCards };
}

const pickWidth = 24;

function besidePick(need: WidthNeed, place: number): WidthNeed {
  if (place > 0) return need;
  const { wanted, least, most } = need;
  const wider = { ...need, lead: pickWidth, wanted: wanted + pickWidth, least: least + pickWidth };
  return most === undefined ? wider : { ...wider, most: most + pickWidth };
}

type TableColumn = ReturnType<GridTable['getVisibleLeafColumns']>[number];

/** Average width of a letter in titles and in values, in pixels. */
const titleLetter = 6.4;
const letter = 7;

/** Width of an unsorted title with its padding, in pixels; measured, as wide letters exceed the average. */
export function titleWidth(title: string): number {
  measureTitle ??= createMeasure('500 12px') ?? (() => 0);
  return Math.max(title.length * titleLetter, Math.ceil(measureTitle(title))) + 28;
}

let measureTitle: ((text: string) => number) | undefined;

/** Width of the title with its sort mark. */
function titleNeed(column: ColumnModel | undefined, { sort }: GridSnapshot, tools: CellTools): number {
  if (!column) return 0;
  const isSorted = sort.some(({ path }) => path === column.path);
  return titleWidth(tools.say(column.title)) + (isSorted ? 22 : 0);
}

type Needing = {
  readonly size: number;
  readonly title: number;
  /** Width of the values; undefined if they are not text or there are none. */
  readonly held: number | undefined;
  readonly tools: CellTools;
};

/** The needs by kind of column: texts may be cut, all else is shown whole. */
function needIn(column: ColumnModel | undefined, { size, title, held, tools }: Needing): WidthNeed {
  const isText = isFluid(column);
  if (!column || held === undefined)
    return { wanted: size, least: Math.max(title, column ? unseenWidth(column, tools) : 0), isText };
  const most = Math.max(title, held);
  if (isText) return { wanted: Math.min(size, most), least: title, most, isText };
  // A code wider than declared is cut if room is short.
  const whole = kinds[column.kind].normal === 'line' ? Math.min(most, Math.max(title, size)) : most;
  return { wanted: whole, least: whole, most, isText };
}

/** Estimate without rows: a whole date or time, or the longest word of a lookup. */
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
    // A narrow text column is a code, as wide as declared.
    kinds[column.kind].normal === 'line' && !isFluid(column) ? (column.width ?? 0) : 0,
  );
}

/** Cell padding: badges have a frame, files an icon, and tabular digits are wider than measured. */
const air = ({ kind, options }: ColumnModel, tone?: string): number =>
  holdsFiles({ kind }) ? 58 : tone || options.tones ? 42 : isNumeric(kind) ? 32 : 26;

/** Most rows measured; the next page may differ anyway. */
const measuredRows = 100;

/** The widest value of each column. */
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

/** Measures text in the font of the page, by default in the weight of names; undefined without a canvas. */
function createMeasure(weight = '500 13px'): ((text: string) => number) | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  const { fontFamily } = getComputedStyle(document.body);
  context.font = `${weight} ${fontFamily}`;
  // Tabular digits are all as wide as the widest; a canvas measures proportional ones.
  return (text) => context.measureText(text.replace(/\d/g, '0')).width;
}

/** Dates with the longest month names in either language. */
const longDays = ['2026-09-28T22:58:00Z', '2026-07-28T22:58:00Z', '2026-02-28T22:58:00Z'];

/** Kinds whose values have any length. */
function isFluid(column: ColumnModel | undefined): boolean {
  // A narrow text column is a code, which must not be cut.
  if (column?.widget === 'text') return true;
  return column !== undefined && kindViews[column.kind].isFluid === true && (column.width ?? 200) > 120;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Observes the width of an element. */
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
