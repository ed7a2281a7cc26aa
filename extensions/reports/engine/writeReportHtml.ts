/** A page of a report as HTML to read: text and tables only, nothing in it runs or is asked for. */
import type { ShownLink } from './actions.ts';
import { bandsOf, boxAround } from './bands.ts';
import type { ChartData } from './chartData.ts';
import { chartShapes, type Shape } from './chartShapes.ts';
import type { Line } from './line.ts';
import type { Beside, Piece, Placed } from './pieces.ts';
import type { ShownImage } from './shownImage.ts';
import { markText, type ShownRun } from './shownText.ts';
import type { LineCell } from './tableCell.ts';
import type { Box } from './types.ts';

/** What holds a page together: pieces, of a table that goes on its heads again. */
export class HtmlPage {
  private readonly parts: string[] = [];
  private isOpen = false;
  /** So many of the first cells of each line name it. */
  private headers = 0;

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  add(piece: Piece): void {
    if (piece.kind === 'line') this.parts.push(rowOf(piece.line, this.headers));
    else if (piece.kind !== 'pause') {
      this.close();
      if (piece.kind === 'table') this.open(piece);
      else if (piece.kind === 'none') this.parts.push(`<p>${escaped(piece.text)}</p>`);
      else if (piece.kind === 'items') this.items(piece.items);
      else if (piece.kind === 'beside') this.parts.push(besideOf(piece));
    }
  }

  items(items: readonly Placed[]): void {
    this.close();
    this.parts.push(arranged(items.map((one) => ({ box: one.box, html: itemOf(one) }))));
  }

  text(): string {
    this.close();
    return this.parts.join('');
  }

  private open({ heads, headers = 0, isMatrix }: Extract<Piece, { kind: 'table' }>): void {
    const rows = heads.map((line) => headRowOf(line, isMatrix)).join('');
    this.parts.push(`<table${isMatrix ? ' data-matrix' : ''}><thead>${rows}</thead><tbody>`);
    this.isOpen = true;
    this.headers = headers;
  }

  private close(): void {
    if (this.isOpen) this.parts.push('</tbody></table>');
    this.isOpen = false;
  }
}

function itemOf({ what, box, jumps }: Placed): string {
  const jump = jumps?.link;
  if (what.kind === 'chart') return figure(what.chart, box);
  if (what.kind === 'image') return linked(jump, picture(what, box.width));
  // A line across; frames are for paper.
  if (what.kind === 'shape') return what.style.borders?.top && box.height < 1 ? '<hr>' : '';
  if (what.text.trim() === '') return '';
  const tag = (what.style.size ?? 10) >= 14 ? 'h2' : 'p';
  const said = what.toggle ? turning(what.toggle, what.text) : written(what);
  return `<${tag}${looks(what.style)}>${linked(jump, said)}</${tag}>`;
}

function besideOf({ flows }: Beside): string {
  return arranged(
    flows.map(({ box, pieces }) => {
      const page = new HtmlPage();
      for (const piece of Array.isArray(pieces) ? pieces : []) page.add(piece);
      return { box, html: page.text() };
    }),
  );
}

type Boxed = { readonly box: Box; readonly html: string };

/** Beside each other what the definition has beside each other; a narrow screen has it below each other. */
function arranged(items: readonly Boxed[]): string {
  const shown = items.filter(({ html }) => html !== '');
  const bands = bandsOf(shown);
  if (bands.length > 1) return bands.map(arranged).join('');
  const columns = bandsOf(shown.map((one) => ({ box: turned(one.box), own: one })));
  if (columns.length < 2) return shown.map(({ html }) => html).join('');
  const parts = columns.map((column) => {
    const inside = column.map(({ own }) => own);
    const share = Math.max(1, Math.round(boxAround(inside.map(({ box }) => box)).width));
    return `<div data-share="${share}">${arranged(inside)}</div>`;
  });
  return `<div data-beside>${parts.join('')}</div>`;
}

const turned = ({ top, left, width, height }: Box): Box => ({
  ...{ top: left, left: top, width: height, height: width },
});

/** Of a matrix, what is empty is no heading: other headings are above or below it. */
const headRowOf = (line: Line, isMatrix = false): string =>
  `<tr>${line
    .cells()
    .map((cell) =>
      cellOf(cell, isMatrix && cell.text === '' ? undefined : cell.span > 1 ? 'colgroup' : 'col'),
    )
    .join('')}</tr>`;

const rowOf = (line: Line, headers: number): string =>
  `<tr>${line
    .cells()
    .map((cell, at) => cellOf(cell, at < headers && cell.text !== '' ? 'row' : undefined))
    .join('')}</tr>`;

/** `heads`: what it is the heading of. */
function cellOf(cell: LineCell, heads: 'col' | 'colgroup' | 'row' | undefined): string {
  const isNumber = typeof cell.value === 'number' && cell.format !== 'text' && heads !== 'row';
  const style = isNumber && !cell.style.align ? { ...cell.style, align: 'right' as const } : cell.style;
  const span = cell.span > 1 ? ` colspan="${cell.span}"` : '';
  const look = looks(heads === 'col' || heads === 'colgroup' ? { ...style, bold: false } : style);
  if (!heads) return `<td${span}${look}>${inside(cell)}</td>`;
  return `<th${heads === 'col' ? '' : ` scope="${heads}"`}${span}${look}>${inside(cell)}</th>`;
}

function inside(cell: LineCell): string {
  const { text, toggle, sort, image, chart, jumps } = cell;
  if (image) return linked(jumps?.link, picture(image));
  if (chart) return figure(chart, { width: 640, height: 240 });
  if (toggle) return turning(toggle, text);
  if (sort)
    return `<button data-sort="${escaped(sort.name)}" data-direction="${sort.direction ?? ''}">${escaped(text)}</button>`;
  return linked(jumps?.link, written(cell));
}

/** Each run in its own look; paragraphs on lines of their own. */
function written({ text, paragraphs }: Pick<LineCell, 'text' | 'paragraphs'>): string {
  if (!paragraphs) return escaped(text);
  const lines = paragraphs.map(({ mark, level, runs, align }) => {
    const before = mark === undefined ? '' : escaped(markText(mark, level));
    const line = before + runs.map(runOf).join('');
    return align === 'right' || align === 'center' ? `<span data-align="${align}">${line}</span>` : line;
  });
  return lines.join('\n');
}

function runOf({ text, style, link }: ShownRun): string {
  const look = looks({ ...style, align: undefined, padding: undefined });
  const said = look === '' ? escaped(text) : `<span${look}>${escaped(text)}</span>`;
  return linked(link, said);
}

/** As wide as on paper, in pixels. */
const picture = ({ media, data }: ShownImage, width?: number): string =>
  `<img alt="" src="data:${media};base64,${data}"${width ? ` width="${Math.round(width / 0.75)}"` : ''}>`;

/** Nothing is loaded: the viewer opens what the reader chooses. */
function linked(link: ShownLink | undefined, content: string): string {
  if (!link || content === '') return content;
  const filters =
    link.kind === 'report' ? ` data-filters="${escaped(new URLSearchParams(link.filters).toString())}"` : '';
  return `<a data-${link.kind}="${escaped(link.to)}"${filters}>${content}</a>`;
}

const turning = (toggle: LineCell['toggle'], text: string): string =>
  toggle
    ? `<button data-toggle="${escaped(toggle.key)}" aria-expanded="${toggle.isOpen}">${escaped(text)}</button>`
    : escaped(text);

/** Colours of the definition are for paper: a screen has a theme of its own. */
type Look = { readonly [Name in keyof LineCell['style']]?: LineCell['style'][Name] | undefined };

function looks({ align, bold, italic, line, tone, family, padding }: Look): string {
  // Reports indent by padding what is deeper; less is the space that every box has.
  const indent = Math.min(8, Math.floor((padding?.left ?? 0) / 9));
  const own = {
    ...{ family, indent: indent > 0 ? String(indent) : undefined },
    ...{ align: align === 'left' ? undefined : align, bold: bold && '', italic: italic && '' },
    ...{ line, tone: tone?.tone },
  };
  return Object.entries(own)
    .map(([name, value]) =>
      value === undefined || value === false ? '' : ` data-${name}${value && `="${value}"`}`,
    )
    .join('');
}

function figure(
  chart: ChartData,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const caption = chart.title === '' ? '' : `<figcaption>${escaped(chart.title)}</figcaption>`;
  const shapes = chartShapes(chart, { width, height }).map(shapeOf).join('');
  const label = escaped(chart.title === '' ? chart.series.map(({ name }) => name).join(', ') : chart.title);
  return `<figure>${caption}<svg viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-label="${label}">${shapes}</svg></figure>`;
}

const round = (value: number) => Number(value.toFixed(1));

function shapeOf(shape: Shape): string {
  if (shape.kind === 'label') {
    const [x, y] = shape.at;
    return `<text x="${round(x)}" y="${round(y)}" text-anchor="${shape.anchor}">${escaped(shape.text)}</text>`;
  }
  const points = shape.points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
  if (shape.kind === 'rule') return `<polyline data-rule points="${points}"/>`;
  const tag = shape.kind === 'area' ? 'polygon' : 'polyline';
  return `<${tag} data-series="${shape.series % 8}" points="${points}"/>`;
}

const signs: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
