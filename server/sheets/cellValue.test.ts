import { expect, it } from 'vitest';
import type { FieldKind, FieldModel, Model, SheetCell } from '#engine';
import { cellValue } from './cellValue.ts';

const take = (kind: FieldKind, cell: SheetCell, notation: 'point' | 'comma' = 'point') =>
  cellValue(
    { model: { lookups: new Map() } as unknown as Model, field: { kind } as FieldModel, notation },
    cell,
  );

it('parses numbers in the notation of their column', () => {
  const english = ['1,250.50', '$1,250', '-3.5', '+7', '1,000,000', '(4.50)', '.5', '2,125'];
  expect(english.map((text) => take('money', text))).toEqual([1250.5, 1250, -3.5, 7, 1e6, -4.5, 0.5, 2125]);
  const french = [
    '1 250,50 $',
    '1\u00a0250',
    '1\u202f250,5\u00a0$',
    '0,125',
    '12,3456',
    '\u22125,5',
    '2,125',
  ];
  expect(french.map((text) => take('money', text, 'comma'))).toEqual([
    1250.5, 1250, 1250.5, 0.125, 12.3456, -5.5, 2.125,
  ]);
  expect(take('money', 1999.9)).toBe(1999.9);
  expect(take('money', ' ')).toBeNull();
});

it('leaves non-numbers and other units for the field to refuse', () => {
  for (const text of [
    '0x1F',
    '1e5',
    'Infinity',
    '1.250,50',
    '1,25,000',
    '12 34',
    '1,250,5',
    '5$5',
    '--1',
    'n/a',
  ])
    expect(take('money', text)).toBe(text);
  expect(take('money', '5 %')).toBe('5 %');
  expect(take('percent', '5 %')).toBe(5);
  expect(take('percent', '$5')).toBe('$5');
  const percent = { kind: 'number', value: 5, unit: '%', text: '5%' } as const;
  expect([take('percent', percent), take('money', percent), take('text', percent)]).toEqual([5, '5%', '5%']);
});

it('accepts dates and booleans as displayed, and nothing that only starts like one', () => {
  const day = { kind: 'date', value: '2026-11-22', text: '22/11/2026' } as const;
  expect([take('date', day), take('text', day), take('integer', day)]).toEqual([
    '2026-11-22',
    '22/11/2026',
    '22/11/2026',
  ]);
  expect(take('date', '2026-11-22 and more')).toBe('2026-11-22 and more');
  expect([take('date', '2026-11-22T10:00:00'), take('date', '22/11/2026')]).toEqual([
    '2026-11-22',
    '22/11/2026',
  ]);
});
