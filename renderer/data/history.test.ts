import { expect, it } from 'vitest';
import { changedAt, startHistory, stepBack, stepForth, stepTo } from './history.ts';

const typed = (texts: readonly string[], pause: number) =>
  texts.reduce(
    (history, Name, at) => stepTo(history, { Name, Kind: 'a' }, at * pause),
    startHistory({ Name: '', Kind: 'a' }),
  );

it('groups consecutive typing into one step, and starts a new one after a pause', () => {
  expect(typed(['a', 'ab', 'abc'], 100).past).toHaveLength(1);
  expect(typed(['a', 'ab', 'abc'], 5000).past).toHaveLength(3);
  const other = stepTo(typed(['a', 'ab'], 100), { Name: 'ab', Kind: 'b' }, 250);
  expect(other.past).toHaveLength(2);
});

it('undoes and redoes whole values, and drops redo steps after a new change', () => {
  const history = typed(['a', 'b', 'c'], 5000);
  const back = stepBack(stepBack(history));
  expect(back.value.Name).toBe('a');
  expect(stepForth(back).value.Name).toBe('b');
  expect(stepForth(stepForth(stepForth(back))).value.Name).toBe('c');
  const next = stepTo(back, { Name: 'x', Kind: 'a' }, 60_000);
  expect(stepForth(next).value.Name).toBe('x');
  expect(stepBack(stepBack(stepBack(stepBack(next)))).value.Name).toBe('');
});

it('keeps at most two hundred steps, and none without a change', () => {
  let history = startHistory({ Rows: [0] });
  for (let row = 1; row < 400; row += 1) history = stepTo(history, { Rows: [row, row] }, row * 5000);
  expect(history.past).toHaveLength(200);
  expect(stepTo(history, { Rows: [399, 399] }, 1)).toBe(history);
});

it('finds the one place that changed', () => {
  expect(changedAt({ A: [{ B: 'x' }] }, { A: [{ B: 'xy' }] })).toBe('/A/0/B');
  expect(changedAt({ A: [1, 2] }, { A: [1] })).toBe('');
  expect(changedAt({ A: true }, { A: false })).toBe('');
  expect(changedAt({ A: 'x', B: 1 }, { A: 'y', B: 2 })).toBe('');
  expect(changedAt({ A: [{}] }, { A: [{}] })).toBeUndefined();
});
