import { expect, it } from 'vitest';
import type { PdfFonts } from './PdfFonts.ts';
import { isKnownColor, PdfInk, penOf, shareAbove } from './PdfInk.ts';

const letters = { show: (text: string, size: number) => `/F ${size} Tf (${text}) Tj`, width: () => 40 };
const written = (style: Parameters<typeof penOf>[0]) => {
  const ink = new PdfInk({ plain: letters, bold: letters } as unknown as PdfFonts, 100);
  ink.write('x', { x: 10, y: 20 }, penOf(style, 8));
  return ink.text();
};

it('writes upright letters at a place, and lets italic ones lean', () => {
  expect(written({})).toBe('BT 0 0 0 rg 10 80 Td /F 8 Tf (x) Tj ET');
  expect(written({ italic: true })).toBe('BT 0 0 0 rg 1 0 0.21 1 10 80 Tm /F 8 Tf (x) Tj ET');
});

it('draws a line under, through or over the letters in their colour', () => {
  // Down from the baseline at 20: 0.12, -0.28 and -0.9 of 8 points.
  const at = { under: 79.04, through: 82.24, over: 87.2 };
  for (const line of ['under', 'through', 'over'] as const)
    expect(written({ line, color: 'Red' }).split('\n')).toEqual([
      'BT 1 0 0 rg 10 80 Td /F 8 Tf (x) Tj ET',
      `1 0 0 RG 0.5 w 10 ${at[line]} m 50 ${at[line]} l S`,
    ]);
});

it('knows the colours by their names and their codes, and no others', () => {
  expect(['LightGreen', 'rebeccapurple', '#0a0B0c', '#80FF0000'].map(isKnownColor)).toEqual(
    Array(4).fill(true),
  );
  expect(['', 'toString', 'constructor', '#12345', 'Transparent', 'url(x)'].map(isKnownColor)).toEqual(
    Array(6).fill(false),
  );
  expect(written({ color: '#80FF0000' })).toContain('1 0 0 rg');
});

it('places texts at the top, in the middle or at the bottom', () => {
  expect(
    [{}, { vertical: 'middle' }, { vertical: 'bottom' }].map((one) => shareAbove(one as object)),
  ).toEqual([0, 0.5, 1]);
});
