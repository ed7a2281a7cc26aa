import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { countProven, idsIn, idsOf } from '../../scripts/countProven.mjs';
import { readsOnly } from '../../scripts/readsOnly.mjs';
import { tagsIn } from '../../scripts/storyTags.mjs';

const ledger = [{ id: 'X' }, ...Array.from({ length: 4 }, (_, index) => ({ id: `C-10${index + 1}` }))];
const test = (title: string, status: 'passed' | 'failed' | 'skipped') => ({ title, status });
const proven = (...outcomes: ReturnType<typeof test>[]) =>
  [...countProven({ ledger, outcomes }).exercised].sort();

it('finds every id of a title and nothing that only looks like one', () => {
  expect(idsIn('plans C-101 C-102: order, R-007, H-670')).toEqual(['C-101', 'C-102', 'R-007', 'H-670']);
  expect(idsIn('ABC-101 C-1011 c-101 X-101')).toEqual([]);
});

it('a story proves what its tags say: its title is for people', () => {
  const tags = tagsIn(`
    export default { title: 'Screens/Plans', tags: ['C-104'] };
    export const Moves = { name: 'A plan moves', tags: ['C-101', 'C-102'], play: () => {} };
    export const Quiet = {};
  `);
  const ran = (title: string, status: 'passed' | 'failed') => ({
    ...test(title, status),
    tags: tags.get(title),
  });
  expect(idsOf(ran('A plan moves', 'passed'))).toEqual(['C-104', 'C-101', 'C-102']);
  expect(proven(ran('A plan moves', 'passed'))).toEqual(['C-101', 'C-102', 'C-104']);
  expect(proven(ran('Quiet', 'passed'), ran('A plan moves', 'failed'))).toEqual([]);
  expect(idsOf({ title: 'C-103 no story', tags: undefined })).toEqual(['C-103']);
});

it('counts an id once, however many tests name it', () => {
  expect(proven(test('C-101 a', 'passed'), test('C-101 b', 'passed'))).toEqual(['C-101']);
});

it('takes only passing tests as proof', () => {
  expect(proven(test('C-101 a', 'failed'), test('C-102 b', 'skipped'))).toEqual([]);
});

it('does not count an id as proven if another test of it fails', () => {
  expect(proven(test('C-101 a', 'passed'), test('C-101 b', 'failed'), test('C-102 c', 'passed'))).toEqual([
    'C-102',
  ]);
});

it('lists ids that are in no ledger, whether their test passed or not', () => {
  const outcomes = [test('C-999 a', 'passed'), test('R-001 b', 'failed')];
  const { exercised: none, unknown } = countProven({ ledger, outcomes });
  expect(none.size).toBe(0);
  expect(unknown.map(({ id }) => id)).toEqual(['C-999', 'R-001']);
});

it('counts ids that are only read separately, and those read and exercised once, as exercised', () => {
  const outcomes = [
    { ...test('C-101 C-102 read', 'passed'), reads: true },
    test('C-102 exercised', 'passed'),
    { ...test('C-103 read', 'failed'), reads: true },
  ];
  const { exercised, read } = countProven({ ledger, outcomes });
  expect([[...exercised], [...read]]).toEqual([['C-102'], ['C-101']]);
});

it('counts a decided row as decided, whatever test names it', () => {
  const decisions = { 'C-101': 'ours', 'C-999': 'of no row' };
  const { exercised, decided } = countProven({ ledger, outcomes: [test('C-101 a', 'passed')], decisions });
  expect([[...exercised], [...decided]]).toEqual([[], ['C-101']]);
});

const here = import.meta.dirname;

it('has a decision for every open row, and only for rows of the ledger', () => {
  const rows = readdirSync(here)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(path.join(here, name), 'utf8').split('\n').filter(Boolean))
    .map((row): { id: string; kind: string } => JSON.parse(row));
  const decisions: Record<string, string> = JSON.parse(
    readFileSync(path.join(here, 'decisions.json'), 'utf8'),
  );
  const undecided = rows.filter(({ id, kind }) => kind === 'open' && !decisions[id]);
  expect(undecided.map(({ id }) => id)).toEqual([]);
  const known = new Set(rows.map(({ id }) => id));
  expect(Object.keys(decisions).filter((id) => !known.has(id))).toEqual([]);
});

it('recognizes tests that only read declarations by their imports', () => {
  for (const name of ['entities', 'routes', 'constants', 'messages', 'screens', 'access'])
    expect(readsOnly(`tests/declarations/${name}.test.ts`), name).toBe(true);
  for (const file of [
    'tests/declarations/formCases.test.ts',
    'tests/declarations/cases.test.ts',
    'tests/api/cases.test.ts',
    'tests/e2e/plans.test.ts',
    'engine/matrix/grownMatrix.test.ts',
    'stories/screens/Plans.stories.tsx',
  ])
    expect(readsOnly(file), file).toBe(false);
});
