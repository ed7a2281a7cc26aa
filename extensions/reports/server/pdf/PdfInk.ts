/** Writes and draws on a page as PDF operators; coordinates start at the top left. */
import type { ShownStyle } from '#extensions/reports/engine';
import type { PdfFonts } from './PdfFonts.ts';

type Pen = { readonly size: number; readonly bold?: boolean; readonly color?: string };

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
  write(text: string, { x, y }: Place, { size, bold, color }: Pen): void {
    if (text === '') return;
    const letters = bold ? this.fonts.bold : this.fonts.plain;
    this.parts.push(
      `BT ${colorOf(color ?? 'black')} rg ${n(x)} ${n(this.height - y)} Td ${letters.show(text, Number(n(size)))} ET`,
    );
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

const n = (value: number): string => String(Math.round(value * 100) / 100);

const names: Readonly<Record<string, string>> = {
  ...{
    black: '#000000',
    white: '#ffffff',
    red: '#ff0000',
    green: '#008000',
    blue: '#0000ff',
    gray: '#808080',
  },
  ...{ grey: '#808080', lightgrey: '#d3d3d3', lightgray: '#d3d3d3', silver: '#c0c0c0', navy: '#000080' },
  ...{
    darkblue: '#00008b',
    steelblue: '#4682b4',
    dimgray: '#696969',
    gainsboro: '#dcdcdc',
    maroon: '#800000',
  },
  ...{ whitesmoke: '#f5f5f5', orange: '#ffa500', darkgreen: '#006400', darkred: '#8b0000' },
};

const isColor = /^#[0-9a-f]{6}$/i;

/** Red, green and blue from 0 to 1; unknown names are black. */
function colorOf(color: string): string {
  const code = names[color.toLowerCase()] ?? color;
  const digits = isColor.test(code) ? code.slice(1) : '000000';
  return [0, 2, 4].map((at) => n(Number.parseInt(digits.slice(at, at + 2), 16) / 255)).join(' ');
}

/** Whether a page can be painted in this colour. */
export const isKnownColor = (color: string): boolean => isColor.test(names[color.toLowerCase()] ?? color);
