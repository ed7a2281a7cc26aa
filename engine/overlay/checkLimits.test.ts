import { expect, it } from 'vitest';
import { checkChanges } from './checkChanges.ts';
import type { Change, FieldChange } from './types.ts';

const title = { 'en-CA': 'Code', 'fr-CA': 'Code' };
const saidOf = (change: Change) => checkChanges({ files: [] }, [change]).map(({ at, code }) => [at, code]);
const field = (words: Partial<FieldChange>): Change => ({
  kind: 'field',
  name: 'product.Code2',
  type: 'text',
  title,
  ...words,
});
const adjust = (words: object): Change => ({ kind: 'adjust', name: 'field.product.Name', was: {}, ...words });

it('reports every pattern that is invalid or cannot be matched in bounded time', () => {
  const row = (pattern: string) =>
    field({
      type: 'rows',
      fields: [
        { name: 'A', type: 'text', title },
        { name: 'B', type: 'text', title, pattern },
      ],
    });
  for (const [pattern, code] of [
    ['(', 'pattern-broken'],
    ['^(?=a)a$', 'pattern-unsupported'],
    ['^(a)\\1$', 'pattern-unsupported'],
    ['(a{1000}){1000}', 'pattern-large'],
  ] as const) {
    expect(saidOf(field({ pattern }))).toEqual([['/pattern', code]]);
    expect(saidOf(adjust({ pattern }))).toEqual([['/pattern', code]]);
    expect(saidOf(row(pattern))).toEqual([['/fields/1/pattern', code]]);
  }
  expect(saidOf(field({ pattern: '^[A-Z]+(-[A-Z]+)*$', shape: title }))).toEqual([]);
});

it('reports limits that contradict each other', () => {
  const crossed = { minLength: 9, maxLength: 3 };
  expect(saidOf(field(crossed))).toEqual([['/minLength', 'limits-crossed']]);
  expect(saidOf(adjust(crossed))).toEqual([['/minLength', 'limits-crossed']]);
  const rows = field({ type: 'rows', fields: [{ name: 'A', type: 'text', title, ...crossed }] });
  expect(saidOf(rows)).toEqual([['/fields/0/minLength', 'limits-crossed']]);
});
