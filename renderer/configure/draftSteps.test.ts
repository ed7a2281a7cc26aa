import { expect, it } from 'vitest';
import { applyEdits, type Change } from '#engine';
import { noSteps, redoing, stepBetween, stepsOf, undoing, withoutStep, withStep } from './draftSteps.ts';

const title = (en: string) => ({ 'en-CA': en, 'fr-CA': en });

/** A change of each kind that the pages of the configurator save at once, and what they make of it. */
const saved: readonly (readonly [string, Change | undefined, Change | undefined])[] = [
  ['an item of a list', undefined, { kind: 'lookup', name: 'colour.Red', id: 9, title: title('Red') }],
  ['a removed item', { kind: 'lookup', name: 'colour.Red', id: 9, title: title('Red') }, undefined],
  ['a shipped item', undefined, { kind: 'lookup', name: 'colour.Blue', remove: true }],
  ['a granted feature', undefined, { kind: 'role', name: 'viewer', add: ['A'] }],
  [
    'a revoked feature',
    { kind: 'role', name: 'viewer', add: ['A', 'B'] },
    { kind: 'role', name: 'viewer', add: ['B'] },
  ],
  [
    'an order',
    { kind: 'place', name: 's.b.column.X', screen: 's', block: 'b', as: 'column', field: 'X', after: 'A' },
    { kind: 'place', name: 's.b.column.X', screen: 's', block: 'b', as: 'column', field: 'X', after: 'C' },
  ],
  [
    'a column',
    undefined,
    { kind: 'place', name: 's.b.column.X', screen: 's', block: 'b', as: 'column', field: 'X', remove: true },
  ],
  ['a text', { kind: 'message', name: 'ui.x', text: title('x') }, undefined],
  ['a title', undefined, { kind: 'adjust', name: 'column.s.b.X', title: title('x') }],
] as Change[][] as never;

const other = { kind: 'role', name: 'other', add: ['Z'] } as Change;

it.each(saved)('%s is undone and redone, and nothing else of the draft', (_name, was, is) => {
  const before = [other, ...(was ? [was] : [])];
  const after = [other, ...(is ? [is] : [])];
  const step = stepBetween(before, after);
  if (!step) throw new Error('no step');
  const undone = applyEdits(after, undoing(step));
  expect(undone).toEqual({ changes: before, conflicts: [] });
  expect(applyEdits(undone.changes, redoing(step))).toEqual({ changes: after, conflicts: [] });
});

it('what another window made of the same change is a conflict', () => {
  const one = { kind: 'lookup', name: 'colour.Red', id: 9, title: title('Red') } as Change;
  const step = stepBetween([], [one]);
  if (!step) throw new Error('no step');
  const theirs = { ...one, title: title('Crimson') } as Change;
  expect(applyEdits([theirs], undoing(step)).conflicts).toHaveLength(1);
});

it('a refused step is forgotten, a new one ends what could be redone, and none outlives its release', () => {
  const [first, second] = [stepBetween([], [other]), stepBetween([other], [])];
  if (!first || !second) throw new Error('no step');
  expect(stepBetween([other], [other])).toBeUndefined();
  const steps = withStep({ past: [first], future: [first] }, second);
  expect(steps).toEqual({ past: [first, second], future: [] });
  expect(withoutStep(steps, first).past).toEqual([second]);
  expect(stepsOf({ ...steps, release: 3 }, 3).past).toHaveLength(2);
  expect(stepsOf({ ...steps, release: 3 }, 4)).toEqual(noSteps);
});
