import { expect, it } from 'vitest';
import { countProven, idsIn } from '../../scripts/countProven.mjs';

const ledger = [{ id: 'X' }, ...Array.from({ length: 4 }, (_, index) => ({ id: `C-10${index + 1}` }))];
const test = (title: string, status: 'passed' | 'failed' | 'skipped') => ({ title, status });
const proven = (...outcomes: ReturnType<typeof test>[]) =>
  [...countProven({ ledger, outcomes }).proven].sort();

it('finds every id of a title and nothing that only looks like one', () => {
  expect(idsIn('plans C-101 C-102: order, R-007, H-670')).toEqual(['C-101', 'C-102', 'R-007', 'H-670']);
  expect(idsIn('ABC-101 C-1011 c-101 X-101')).toEqual([]);
});

it('counts an id once, however many tests name it', () => {
  expect(proven(test('C-101 a', 'passed'), test('C-101 b', 'passed'))).toEqual(['C-101']);
});

it('takes only passing tests as proof', () => {
  expect(proven(test('C-101 a', 'failed'), test('C-102 b', 'skipped'))).toEqual([]);
});

it('does not hold an id proven that another test shows broken', () => {
  expect(proven(test('C-101 a', 'passed'), test('C-101 b', 'failed'), test('C-102 c', 'passed'))).toEqual([
    'C-102',
  ]);
});

it('names ids that are in no ledger, whether their test passed or not', () => {
  const outcomes = [test('C-999 a', 'passed'), test('R-001 b', 'failed')];
  const { proven: none, unknown } = countProven({ ledger, outcomes });
  expect(none.size).toBe(0);
  expect(unknown.map(({ id }) => id)).toEqual(['C-999', 'R-001']);
});
