/** Draws a chart of a report. */
import { chartShapes } from '#extensions/reports/engine';
import type { PdfFonts } from './PdfFonts.ts';
import type { PdfInk } from './PdfInk.ts';

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Distinguishable in greyscale. */
export const palette = [
  '#1f4e8c',
  '#d98324',
  '#3b8f6b',
  '#9b3d6e',
  '#6a7f1f',
  '#5b5ea6',
  '#b5533c',
  '#4a4a4a',
];

export function drawChart(
  ink: PdfInk,
  { plain, bold }: PdfFonts,
  chart: Parameters<typeof chartShapes>[0],
  { x, y, width, height }: Area,
): void {
  const title = chart.title === '' ? 0 : 16;
  ink.write(
    chart.title,
    { x: x + (width - bold.width(chart.title, 10)) / 2, y: y + 11 },
    { size: 10, bold: true },
  );
  const moved = (points: readonly (readonly [number, number])[]) =>
    points.map(([px, py]) => [x + px, y + title + py] as const);
  for (const shape of chartShapes(chart, { width, height: height - title })) {
    if (shape.kind === 'label') {
      const wide = plain.width(shape.text, 7);
      const back = shape.anchor === 'end' ? wide : shape.anchor === 'middle' ? wide / 2 : 0;
      ink.write(shape.text, { x: x + shape.at[0] - back, y: y + title + shape.at[1] }, { size: 7 });
    } else if (shape.kind === 'rule') ink.stroke(moved(shape.points), '#d0d0d0', 0.4);
    else if (shape.kind === 'area')
      ink.shape(moved(shape.points), palette[shape.series % palette.length] ?? 'black');
    else ink.stroke(moved(shape.points), palette[shape.series % palette.length] ?? 'black', 1.5);
  }
}
