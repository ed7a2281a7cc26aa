import { expect, it } from 'vitest';
import type { FieldModel, Model } from '#engine';
import { cellValue } from './cellValue.ts';

const money = { kind: 'money' } as FieldModel;
const read = (text: string) => cellValue({} as Model, money, text);

it('reads numbers as they are written in English and in French', () => {
  expect(['1,250.50', '$1,250', '-3.5', '+7', '1,000,000'].map(read)).toEqual([1250.5, 1250, -3.5, 7, 1e6]);
  expect(
    ['1 250,50 $', '1\u00a0250', '1\u202f250,5\u00a0$', '0,125', '12,3456', '\u22125,5'].map(read),
  ).toEqual([1250.5, 1250, 1250.5, 0.125, 12.3456, -5.5]);
  expect(cellValue({} as Model, money, 1999.9)).toBe(1999.9);
  expect(cellValue({} as Model, money, ' ')).toBeNull();
});

it('leaves to the field to refuse what is no number, or could be two', () => {
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
    expect(read(text)).toBe(text);
});
