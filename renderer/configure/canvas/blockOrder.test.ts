import { expect, it } from 'vitest';
import type { BlockChange } from '#engine';
import { left, moved, placeBeside } from './blockOrder.ts';

const named = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const plain = { blocks: named('a', 'b', 'c'), groups: [] };
// `top` is in no group, so people see it above the tabs, wherever it is declared.
const grouped = { blocks: named('a', 'b', 'c', 'top'), groups: [{ blocks: ['a'] }, { blocks: ['b', 'c'] }] };

it.each([
  [plain, 'b', -1, ''],
  [plain, 'c', -1, 'a'],
  [plain, 'b', 1, 'c'],
  [plain, 'a', -1, undefined],
  [plain, 'c', 1, undefined],
  [plain, 'gone', 1, undefined],
  [grouped, 'a', -1, ''],
  [grouped, 'b', -1, 'top'],
  [grouped, 'top', -1, undefined],
  [grouped, 'top', 1, 'a'],
] as const)('in %o, %s moves by %i after %s', (screen, block, by, after) => {
  expect(placeBeside(screen, block, by)).toBe(after);
});

const change = (name: string, after?: string) =>
  ({ kind: 'block', name, ...(after !== undefined && { after }) }) as BlockChange;
const first = change('page.first', 'form');
const second = change('page.second', 'first');

it('leaves what follows a block where it is', () => {
  const elsewhere = change('other.second', 'first');
  expect(left([first, second, elsewhere], first)).toEqual([change('page.second', 'form')]);
  expect(left([change('page.first'), second], change('page.first'))).toEqual([change('page.second')]);
});

it('never makes two blocks follow each other', () => {
  expect(moved([first, second], first, 'second')).toEqual([
    change('page.second', 'form'),
    change('page.first', 'second'),
  ]);
});
