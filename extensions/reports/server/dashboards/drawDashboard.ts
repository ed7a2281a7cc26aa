/** A dashboard as texts, frames and charts at their places, in points: the same in a picture and in a PDF. */
import { type DataRecord, type FieldKind, formatMessage, kinds, type SheetValue } from '#engine';
import { type ChartData, formatPlain, type Placed } from '#extensions/reports/engine';
import type { SheetSaying } from '#server/extension';
import { rowsOf } from '../reportRecords.ts';

export type DrawnDashboard = {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Placed[];
};

export type DrawnPanel = { readonly panel: DataRecord; readonly data: DataRecord };

export type Box = Placed['box'];

/** What is said below the name, such as as of when it is and its filters. */
export type Titled = {
  readonly name: string;
  readonly lines: readonly string[];
  readonly saying: SheetSaying;
};

const [width, margin, gap, rowHeight, head] = [1000, 24, 12, 150, 64];

/** On one page, however high. */
export function drawDashboard(
  panels: readonly DrawnPanel[],
  { name, lines, saying }: Titled,
): DrawnDashboard {
  const places = placesOf(panels.map(({ panel }) => panel));
  const rows = Math.max(1, ...places.map(({ row, tall }) => row + tall));
  const column = (width - 2 * margin - 11 * gap) / 12;
  const top = head + Math.max(0, lines.length - 1) * 14;
  const items = panels.flatMap((drawn, at) => {
    const place = places[at];
    if (!place) return [];
    const box = {
      left: margin + place.column * (column + gap),
      top: top + place.row * (rowHeight + gap),
      width: place.wide * column + (place.wide - 1) * gap,
      height: place.tall * rowHeight + (place.tall - 1) * gap,
    };
    return drawPanel(drawn, box, saying);
  });
  const titles = [
    write(name, { left: margin, top: 14, width: width - 2 * margin, height: 26 }, { size: 20, bold: true }),
    ...lines.map((line, at) =>
      note(line, { left: margin, top: 42 + at * 14, width: width - 2 * margin, height: 14 }),
    ),
  ];
  return { width, height: top + rows * (rowHeight + gap) - gap + margin, items: [...titles, ...items] };
}

/** A panel with its frame. */
export const drawPanel = (drawn: DrawnPanel, box: Box, saying: SheetSaying): readonly Placed[] => [
  frame(box),
  ...panelItems(drawn, inset(box), saying),
];

export type Place = {
  readonly column: number;
  readonly row: number;
  readonly wide: number;
  readonly tall: number;
};

/** As the page places them: each in the first gap after the one before it. */
export function placesOf(panels: readonly DataRecord[]): readonly Place[] {
  const taken = new Set<string>();
  let [row, column] = [0, 0];
  return panels.map(({ Width, Height }) => {
    const [wide, tall] = [Math.min(12, Number(Width ?? 6)), Number(Height ?? 2)];
    const cells = (x: number, y: number) =>
      Array.from({ length: wide * tall }, (_, at) => `${x + (at % wide)} ${y + Math.floor(at / wide)}`);
    const isFree = () => column + wide <= 12 && cells(column, row).every((cell) => !taken.has(cell));
    while (!isFree()) {
      column += 1;
      if (column + wide > 12) [row, column] = [row + 1, 0];
    }
    for (const cell of cells(column, row)) taken.add(cell);
    const place = { column, row, wide, tall };
    column += wide;
    return place;
  });
}

function panelItems({ panel, data }: DrawnPanel, box: Box, saying: SheetSaying): readonly Placed[] {
  const title = write(String(data.Title ?? ''), { ...box, height: 18 }, { size: 14, bold: true });
  const told = remarks(data, box, saying);
  const foot = told.length * 12;
  const room = { ...box, top: box.top + 24, height: box.height - 24 - foot };
  const drawn = content({ panel, data }, room, saying);
  const first = drawn.length > 0 ? box.top + box.height - foot : room.top;
  const notes = told.map((line, at) => note(line, { ...box, top: first + at * 12, height: 12 }));
  return [title, ...drawn, ...notes];
}

/** What its figures leave out, and what of it is not drawn. */
function remarks(data: DataRecord, { width: wide }: Box, { model, locale }: SheetSaying): readonly string[] {
  const say = (key: string, params?: DataRecord) => formatMessage(model, locale, key, params);
  const reason = data.Closed ? (data.Reason ?? say('dashboard.closed')) : data.Problem;
  const none = rowsIn(data).length === 0 && !reason && data.TotalItems !== undefined && !isUntabled(data);
  const said = [
    ...(reason ? [String(reason)] : []),
    ...(Array.isArray(data.Warnings) ? data.Warnings.map(String) : []),
    ...(none && data.Columns ? [say('dashboard.nothing')] : []),
  ];
  return said.flatMap((line) => wrapped(line, (wide - 4) / noteSize)).slice(0, 4);
}

function content({ panel, data }: DrawnPanel, box: Box, saying: SheetSaying): readonly Placed[] {
  const rows = rowsIn(data);
  if (panel.ReportConfigurationId && panel.Kind === 'number')
    return data.TotalItems === undefined ? [] : [figure(numberIn(data.TotalItems, saying), box)];
  if (isUntabled(data)) {
    const { model, locale } = saying;
    return [figure(formatMessage(model, locale, 'dashboard.rows', { count: data.TotalItems }), box)];
  }
  if (rows.length === 0) return [];
  const columns = rowsOf(data.Columns);
  if (panel.Kind === 'number') return [figure(said(columns[0], rows[0]?.[0], saying), box)];
  if (panel.Kind === 'table' || typeof data.Label !== 'number')
    return table(columns, rows, { box, saying, total: Number(data.TotalItems ?? rows.length) });
  return [{ box, what: { kind: 'chart', chart: chartOf(panel, data, saying) } }];
}

/** A report with rows, but without a table of them, such as letters. */
const isUntabled = (data: DataRecord): boolean =>
  data.Columns !== undefined && rowsIn(data).length === 0 && Number(data.TotalItems) > 0;

function figure(text: string, box: Box): Placed {
  return write(text, { ...box, height: 44 }, { size: 32, bold: true });
}

const numberIn = (value: unknown, { locale }: SheetSaying): string =>
  new Intl.NumberFormat(locale).format(Number(value ?? 0));

type Cells = readonly (readonly SheetValue[])[];

const rowsIn = ({ Rows }: DataRecord): Cells => (Array.isArray(Rows) ? (Rows as Cells) : []);

function table(
  columns: readonly DataRecord[],
  rows: Cells,
  { box, saying, total }: { readonly box: Box; readonly saying: SheetSaying; readonly total: number },
): readonly Placed[] {
  const shown = columns.slice(0, Math.max(1, Math.floor(box.width / 70)));
  const most = Math.max(1, Math.floor(box.height / 16) - 2);
  const texts = [
    shown.map(({ Title }) => String(Title ?? '')),
    ...rows.slice(0, most).map((row) => shown.map((column, at) => said(column, row[at] ?? null, saying))),
  ];
  const widths = columnWidths(texts, box.width);
  const cells = texts.flatMap((line, down) =>
    line.map((text, at) => {
      const before = widths.slice(0, at).reduce((sum, wide) => sum + wide, 0);
      const place = { left: box.left + before, top: box.top + down * 16 };
      return write(
        text,
        { ...place, width: (widths[at] ?? 0) - 4, height: 14 },
        { size: 9, bold: down === 0 },
      );
    }),
  );
  if (total <= most) return cells;
  const more = formatMessage(saying.model, saying.locale, 'dashboard.first', { count: most, total });
  return [...cells, note(more, { ...box, top: box.top + (most + 1) * 16, height: 12 })];
}

/** The room shared by the length of the texts: long ones get more, none less than a short word. */
function columnWidths(texts: readonly (readonly string[])[], wide: number): readonly number[] {
  const needs = (texts[0] ?? []).map((_, at) =>
    Math.min(18, Math.max(3, ...texts.map((line) => lettersWidth(line[at] ?? '') + 1.5))),
  );
  const all = needs.reduce((sum, one) => sum + one, 0);
  return needs.map((one) => (one / all) * wide);
}

/** A map is drawn as bars: what they say is the same. */
function chartOf(panel: DataRecord, data: DataRecord, saying: SheetSaying): ChartData {
  const columns = rowsOf(data.Columns);
  const rows = rowsIn(data);
  const [label, split, value] = [Number(data.Label), data.Split, Number(data.Value)];
  const last = rows.length - 1;
  const labelOf = (row: readonly SheetValue[], at: number) =>
    data.HasOthers === true && at === last ? String(row[label]) : said(columns[label], row[label], saying);
  const isSplit = typeof split === 'number';
  const nameOf = (row: readonly SheetValue[]) =>
    isSplit ? said(columns[split], row[split], saying) : String(columns[value]?.Title ?? '');
  const categories = [...new Set(rows.map(labelOf))];
  const names = [...new Set(rows.map(nameOf))];
  const sum = (name: string, category: string) =>
    rows.reduce(
      (all, row, at) =>
        nameOf(row) === name && labelOf(row, at) === category ? all + Number(row[value] ?? 0) : all,
      0,
    );
  const series = names.map((name) => ({ name, values: categories.map((category) => sum(name, category)) }));
  const chart =
    panel.Kind === 'line' ? 'line' : panel.Kind === 'share' ? 'pie' : panel.Per ? 'column' : 'bar';
  return { chart, title: '', categories, series, isStacked: isSplit };
}

/** A value in the language of the reader. */
function said(
  column: DataRecord | undefined,
  value: SheetValue | undefined,
  { locale }: SheetSaying,
): string {
  if (value === null || value === undefined || value === '') return '–';
  const facts = kinds[String(column?.Kind) as FieldKind];
  if (facts?.unit === 'percent') return `${new Intl.NumberFormat(locale).format(Number(value))} %`;
  if (typeof value === 'number' && facts?.column !== 'integer' && facts?.unit === undefined)
    return formatPlain(Math.round(value * 100) / 100, 'number', { locale });
  return formatPlain(value, facts?.sheet?.format ?? 'text', { locale });
}

const inset = ({ left, top, width: wide, height }: Box): Box => ({
  ...{ left: left + 12, top: top + 10, width: wide - 24, height: height - 20 },
});

export const ink = { frame: '#c9ced8', note: '#555d6b' };

function frame(box: Box): Placed {
  const side = { color: ink.frame, width: 0.8 };
  const borders = { top: side, right: side, bottom: side, left: side };
  return { box, what: { kind: 'shape', style: { borders } } };
}

type Look = { readonly size: number; readonly bold?: boolean; readonly color?: string };

/** On one line: what is too long for its box ends in dots. */
export function write(text: string, box: Box, look: Look): Placed {
  const room = box.width / (look.size * (look.bold ? 1.06 : 1));
  const style = { ...look, isFixed: true };
  if (lettersWidth(text) <= room) return { box, what: { kind: 'text', text, style } };
  let kept = text;
  while (kept.length > 1 && lettersWidth(`${kept}…`) > room) kept = kept.slice(0, -1);
  return { box, what: { kind: 'text', text: `${kept.trimEnd()}…`, style } };
}

/** Estimated in em: a picture without fonts cannot measure. */
const lettersWidth = (text: string): number =>
  [...text].reduce(
    (sum, letter) => sum + (thinLetter.test(letter) ? 0.3 : broadLetter.test(letter) ? 0.7 : 0.57),
    0,
  );
const thinLetter = /[ijlI.,:;'’|!()\s]/;
const broadLetter = /[A-ZÀ-Þmw@%…0-9-]/;

const noteSize = 8;
export const note = (text: string, box: Box): Placed => write(text, box, { size: noteSize, color: ink.note });

function wrapped(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && lettersWidth(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
