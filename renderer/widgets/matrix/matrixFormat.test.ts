import { expect, it } from 'vitest';
import { matrixFormat } from './matrixFormat.ts';

const read = (kind: 'currency' | 'percent' | 'number', text: string) =>
  matrixFormat({ kind, locale: 'en-CA', minimum: 0 }).read(text);

it('refuses a number with the sign of another unit, without a value', () => {
  const wrong = [
    ['currency', '20%'],
    ['currency', '20 %'],
    ['percent', '$20'],
    ['number', '20%'],
    ['number', '$20'],
  ] as const;
  for (const [kind, text] of wrong)
    expect(read(kind, text)).toEqual({
      issue: { level: 'error', message: 'ui.matrix.unit', params: { text } },
    });
  expect(read('currency', '$20')).toEqual({ value: 20 });
  expect(read('percent', '20 %')).toEqual({ value: 20 });
});

it('reports too many decimals with the message of other fields', () => {
  expect(read('currency', '1.234').issue).toMatchObject({
    message: 'validation.scale',
    params: { count: 2 },
  });
  expect(read('percent', '1.23456').issue).toMatchObject({
    message: 'validation.scale',
    params: { count: 4 },
  });
});
