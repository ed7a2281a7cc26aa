/** A text in a box: its lines as they fit, how high they are, and how they are drawn. */
import type { ShownParagraph, ShownRun, ShownStyle } from '#extensions/reports/engine';
import type { PdfFonts, PdfLetters } from './PdfFonts.ts';
import { type PdfInk, penOf, shareAbove } from './PdfInk.ts';
import { type Piece, wrapRuns } from './wrapRuns.ts';
import { wrapText } from './wrapText.ts';

type Said = {
  readonly text: string;
  readonly paragraphs?: readonly ShownParagraph[];
  readonly style: ShownStyle;
};

/** `usual`: the size and the padding of a text that says nothing of them. */
type Room = {
  readonly width: number;
  /** Of a box that keeps it. */
  readonly height: number;
  readonly most: number;
  readonly usual: Usual;
};
export type Usual = { readonly size: number; readonly padding: number };

/** Baseline from the top of the lines. */
type RichLine = { readonly y: number; readonly x: number; readonly pieces: readonly Piece[] };

export type Block = {
  /** With its padding. */
  readonly height: number;
  readonly padding: NonNullable<ShownStyle['padding']>;
  readonly size: number;
  readonly step: number;
  /** All in the look of the box. */
  readonly lines: readonly string[];
  readonly rich: readonly RichLine[];
};

const leading = 1.25;
/** The share of a line that is above its baseline. */
const ascent = 0.95;

export const lettersOf = (
  fonts: PdfFonts,
  { bold, family }: Pick<ShownStyle, 'bold' | 'family'>,
): PdfLetters => (family ? fonts.ofFamily(family) : fonts)[bold ? 'bold' : 'plain'];

export function measureText(fonts: PdfFonts, said: Said, asked: Room): Block {
  const { style } = said;
  if (!style.isFixed) return measured(fonts, said, asked);
  const { size = asked.usual.size } = style;
  for (const share of shares) {
    const { lineHeight } = style;
    const scaled = { size: size * share, ...(lineHeight ? { lineHeight: lineHeight * share } : {}) };
    const block = measured(fonts, { ...said, style: { ...style, ...scaled } }, asked);
    if (block.height <= asked.height + block.step * overhang)
      return { ...block, height: Math.min(block.height, asked.height) };
  }
  return cut(measured(fonts, said, asked), asked.height);
}

/** Our letters are wider than Arial: a text that fits in Arial fits in ours when it is this much smaller. */
const shares = [1, 0.95, 0.9, 0.86];
/** The share of a last line that may reach beyond its box. */
const overhang = 0.35;

function cut(block: Block, height: number): Block {
  const { padding, step, size, lines, rich } = block;
  const room = height - padding.top - padding.bottom;
  const most = Math.max(1, Math.floor(room / step + overhang));
  const isKept = ({ y }: RichLine, at: number) =>
    at === 0 || y - size * ascent + step * (1 - overhang) <= room;
  const kept = lines.slice(0, most);
  return {
    ...block,
    height: Math.min(block.height, height),
    lines: kept.length < lines.length ? [...kept.slice(0, -1), `${kept.at(-1)}…`] : kept,
    rich: rich.filter(isKept),
  };
}

function measured(fonts: PdfFonts, said: Said, { width, most, usual }: Room): Block {
  const { text, style, paragraphs } = said;
  const { size = usual.size } = style;
  const all = usual.padding;
  const padding = style.padding ?? { top: all, right: all, bottom: all, left: all };
  const room = Math.max(4, width - padding.left - padding.right);
  const step = style.lineHeight ?? size * leading;
  const around = { padding, size, step };
  if (text === '') return { ...around, height: 0, lines: [], rich: [] };
  if (paragraphs) {
    const { lines, height } = richLines(fonts, paragraphs, { style, room, most, size });
    return { ...around, height: height + padding.top + padding.bottom, lines: [], rich: lines };
  }
  const lines = wrapText(text, { letters: lettersOf(fonts, style), size, width: room, most });
  return { ...around, height: lines.length * step + padding.top + padding.bottom, lines, rich: [] };
}

/** A level of a list is as far in as SQL Server Reporting Services has it, its mark a little less. */
const [levelIndent, markIndent] = [30, 12];

type RichRoom = {
  readonly style: ShownStyle;
  readonly room: number;
  readonly most: number;
  readonly size: number;
};

function richLines(
  fonts: PdfFonts,
  paragraphs: readonly ShownParagraph[],
  { style, room, most, size }: RichRoom,
): { readonly lines: readonly RichLine[]; readonly height: number } {
  const lines: RichLine[] = [];
  let y = 0;
  for (const one of paragraphs) {
    y += one.before;
    const left = one.left + one.level * levelIndent;
    const indents = { first: left + one.first, others: left + one.others };
    const widths = {
      first: Math.max(4, room - indents.first - one.right),
      others: Math.max(4, room - indents.others - one.right),
    };
    const measured = one.runs.map((run) => {
      const { size: own = size } = run.style;
      const letters = lettersOf(fonts, run.style);
      return { run, size: own, width: (text: string) => letters.width(text, own) };
    });
    const own = wrapRuns(measured, widths);
    for (const [at, pieces] of own.entries()) {
      if (lines.length >= most) return { lines, height: y };
      const tall = Math.max(
        ...pieces.map((piece) => piece.size),
        pieces.length > 0 ? 0 : (measured[0]?.size ?? size),
      );
      const width = at === 0 ? widths.first : widths.others;
      const filled = pieces.reduce((sum, piece) => Math.max(sum, piece.x + piece.width), 0);
      const align = one.align ?? style.align;
      const free = align === 'right' ? width - filled : align === 'center' ? (width - filled) / 2 : 0;
      const x = (at === 0 ? indents.first : indents.others) + free;
      const step = style.lineHeight ?? tall * leading;
      const marked = at === 0 && one.mark !== undefined ? [markOf(one.mark, measured[0]?.run, tall)] : [];
      lines.push({ x, y: y + tall * ascent + (step - tall * leading) / 2, pieces: [...marked, ...pieces] });
      y += step;
    }
    y += one.after;
  }
  return { lines, height: y };
}

const markOf = (text: string, run: ShownRun | undefined, size: number): Piece => ({
  ...{ text, x: -markIndent, width: 0, size },
  run: { text, style: { ...run?.style, line: undefined } as ShownStyle },
});

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** `linked` is called with the area of each run that leads somewhere. */
export function drawText(
  { fonts, ink }: { readonly fonts: PdfFonts; readonly ink: PdfInk },
  {
    block,
    style,
    align = style.align,
  }: { readonly block: Block; readonly style: ShownStyle; readonly align?: ShownStyle['align'] },
  area: Area,
  linked?: (link: NonNullable<ShownRun['link']>, area: Area) => void,
): void {
  const { padding, size, step } = block;
  const room = area.width - padding.left - padding.right;
  const down = Math.max(0, area.height - block.height) * shareAbove(style);
  const [left, top] = [area.x + padding.left, area.y + padding.top + down];
  if (block.lines.length > 0) {
    const letters = lettersOf(fonts, style);
    const pen = penOf(style, size);
    for (const [index, text] of block.lines.entries()) {
      const free = align === 'right' || align === 'center' ? room - letters.width(text, size) : 0;
      const indent = align === 'center' ? free / 2 : free;
      ink.write(
        text,
        { x: left + indent, y: top + index * step + size * ascent + (step - size * leading) / 2 },
        pen,
      );
    }
  }
  for (const { x, y, pieces } of block.rich)
    for (const { text, run, size: own, ...piece } of pieces) {
      const at = { x: left + x + piece.x, y: top + y };
      ink.write(text, at, penOf(run.style, own));
      if (run.link)
        linked?.(run.link, { x: at.x, y: at.y - own * ascent, width: piece.width, height: own * leading });
    }
}
