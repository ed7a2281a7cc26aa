import { expect, it } from 'vitest';
import type { Panel } from '../types.ts';
import { moved, resized } from './places.ts';

const panels: readonly Panel[] = ['a', 'b', 'c'].map((Id) => ({ Id, Kind: 'number', Width: 6, Height: 2 }));
const order = (list: readonly Panel[]) => list.map(({ Id }) => Id).join('');

it('moves a panel, but never beyond the first or last place', () => {
  expect(order(moved(panels, 'a', 1))).toBe('bac');
  expect(order(moved(panels, 'c', -4))).toBe('cab');
  expect(order(moved(panels, 'a', 9))).toBe('bca');
  expect(moved(panels, 'b', 1)).toBe(panels);
  expect(moved(panels, 'none', 0)).toBe(panels);
});

it('sizes panels in whole columns and rows within the page', () => {
  const size = (width: number, height: number) => resized(panels, 'b', { width, height })[1];
  expect(size(20, 9)).toMatchObject({ Width: 12, Height: 6 });
  expect(size(0, -2)).toMatchObject({ Width: 2, Height: 1 });
  expect(size(4.4, 2.6)).toMatchObject({ Width: 4, Height: 3 });
  expect(size(6, 2)).toBe(panels[1]);
});
