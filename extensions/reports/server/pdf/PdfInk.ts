/** Writes and draws on a page as PDF operators; coordinates start at the top left. */
import colors from 'color-name';
import type { ShownStyle } from '#extensions/reports/engine';
import type { PdfFonts } from './PdfFonts.ts';

type Pen = Pick<ShownStyle, 'bold' | 'italic' | 'line' | 'color' | 'family'> & { readonly size: number };

type Place = { readonly x: number; readonly y: number };
type Area = Place & { readonly width: number; readonly height: number };

export class PdfInk {
  private readonly fonts: PdfFonts;
  private readonly height: number;
  private readonly parts: string[] = [];

  constructor(fonts: PdfFonts, height: number) {
    this.fonts = fonts;
    this.height = height;
  }

  /** `y` is the baseline. */
  write(text: string, { x, y }: Place, { size, bold, italic, line, family, color = 'black' }: Pen): void {
    if (text === '') return;
    const letters = (family ? this.fonts.ofFamily(family) : this.fonts)[bold ? 'bold' : 'plain'];
    const at = `${n(x)} ${n(this.height - y)}`;
    // No italic font is embedded, so upright letters are slanted.
    const place = italic ? `1 0 ${slant} 1 ${at} Tm` : `${at} Td`;
    this.parts.push(`BT ${colorOf(color)} rg ${place} ${letters.show(text, Number(n(size)))} ET`);
    if (!line) return;
    const along = y + size * beside[line];
    const ends = [
      [x, along],
      [x + letters.width(text, size), along],
    ] as const;
    this.stroke(ends, color, size / 16);
  }

  fill({ x, y, width, height }: Area, color: string): void {
    this.parts.push(
      `${colorOf(color)} rg ${n(x)} ${n(this.height - y - height)} ${n(width)} ${n(height)} re f`,
    );
  }

  shape(points: readonly (readonly [number, number])[], color: string): void {
    this.parts.push(`${colorOf(color)} rg ${this.path(points)} f`);
  }

  stroke(points: readonly (readonly [number, number])[], color: string, thickness = 0.5): void {
    this.parts.push(`${colorOf(color)} RG ${n(thickness)} w ${this.path(points)} S`);
  }

  /** Those of a box: each side has its own. */
  borders({ x, y, width, height }: Area, borders: ShownStyle['borders'] = {}): void {
    const corner = {
      nw: [x, y],
      ne: [x + width, y],
      se: [x + width, y + height],
      sw: [x, y + height],
    } as const;
    const lines = {
      ...{ top: [corner.nw, corner.ne], right: [corner.ne, corner.se] },
      ...{ bottom: [corner.sw, corner.se], left: [corner.nw, corner.sw] },
    };
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      const found = borders[side];
      if (found) this.stroke(lines[side], found.color, found.width);
    }
  }

  image(name: string, { x, y, width, height }: Area): void {
    this.parts.push(`q ${n(width)} 0 0 ${n(height)} ${n(x)} ${n(this.height - y - height)} cm /${name} Do Q`);
  }

  /** Everything drawn by `draw` is the content of an element of the structure, by its number on the page. */
  marked(tag: string, number: number, draw: () => void): void {
    this.parts.push(`/${tag} <</MCID ${number}>> BDC`);
    draw();
    this.parts.push('EMC');
  }

  /** What only decorates, or repeats on every page: screen readers pass over it. */
  artifact(draw: () => void): void {
    this.parts.push('/Artifact BMC');
    draw();
    this.parts.push('EMC');
  }

  text(): string {
    return this.parts.join('\n');
  }

  private path(points: readonly (readonly [number, number])[]): string {
    return points
      .map(([x, y], index) => `${n(x)} ${n(this.height - y)} ${index === 0 ? 'm' : 'l'}`)
      .join(' ');
  }
}

const slant = 0.21;

/** From the baseline, as a share of the size of the letters. */
const beside = { under: 0.12, through: -0.28, over: -0.9 } as const;

const n = (value: number): string => String(Math.round(value * 100) / 100);

const isColor = /^#(?:[0-9a-f]{2})?([0-9a-f]{6})$/i;

/** Red, green and blue from 0 to 1; unknown names are black. */
function colorOf(color: string): string {
  return (partsOf(color) ?? [0, 0, 0]).map((part) => n(part / 255)).join(' ');
}

/** Whether a page can be painted in this colour. */
export const isKnownColor = (color: string): boolean => partsOf(color) !== undefined;

/** Names are those of .NET and CSS; `#AARRGGBB` begins with an opacity, which is ignored on paper. */
function partsOf(color: string): readonly number[] | undefined {
  const digits = isColor.exec(color)?.[1];
  if (digits) return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  const name = color.toLowerCase();
  return Object.hasOwn(colors, name) ? colors[name as keyof typeof colors] : undefined;
}

/** How the letters of a style are written. */
export function penOf({ bold, italic, line, color, family }: ShownStyle, size: number): Pen {
  return {
    ...{ size, bold: bold ?? false, italic: italic ?? false },
    ...(line ? { line } : {}),
    ...(family ? { family } : {}),
    ...(color && isKnownColor(color) ? { color } : {}),
  };
}

/** The share of the free height of its box that is above a text. */
export const shareAbove = ({ vertical }: ShownStyle): number =>
  vertical === 'bottom' ? 1 : vertical === 'middle' ? 0.5 : 0;
