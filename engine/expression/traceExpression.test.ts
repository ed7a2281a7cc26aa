import { describe, expect, it } from 'vitest';
import { parseExpression } from './parseExpression.ts';
import { traceExpression } from './traceExpression.ts';
import type { Tree } from './tree.ts';

const trace = (text: string, root: object) =>
  traceExpression(parseExpression(text).tree as Tree, { scope: { root, vars: { today: '2026-11-21' } } });

describe('traceExpression', () => {
  it('returns the value of every part', () => {
    const { value, steps } = trace('Term + 12 <= 60 and Type = "New"', { Term: 36, Type: 'New' });
    expect(value).toBe(true);
    expect(steps.map((step) => step.value)).toEqual([36, 12, 48, 60, true, 'New', 'New', true, true]);
  });

  it.each([
    ['Term <= 60 and Cpo', { Cpo: false }, false, false, []],
    ['Term <= 60 or Cpo', { Cpo: true }, true, false, []],
    ['Term <= 60 and Cpo', { Cpo: true }, undefined, true, ['Term']],
    ['Policy.Term <= 60 or Cpo', {}, undefined, true, ['Policy.Term', 'Cpo']],
    ['$not(Cpo)', {}, undefined, true, ['Cpo']],
    ['$has(Cpo) and Term > 1', {}, false, false, []],
    ['$default(Term, 12) = 12', {}, true, false, []],
    ['Cpo ? Term > 1 : Term > 2', { Term: 3 }, undefined, true, ['Cpo']],
    ['Cpo ? Term > 1 : Other', { Cpo: true, Term: 3 }, true, false, []],
    ['($limit := Max; Term <= $limit)', { Term: 3 }, undefined, true, ['Max']],
    ['Type in ["New", "Used"]', { Type: 'Used' }, true, false, []],
  ])('%s over %j', (text, root, value, isUnknown, missing) => {
    const found = trace(text, root);
    expect({ value: found.value, isUnknown: found.isUnknown, missing: found.missing }).toEqual({
      value,
      isUnknown,
      missing,
    });
  });

  it('says why a part cannot be computed and leaves the verdict open', () => {
    const found = trace('$addDays(Day, 1) = "x" or Cpo', { Day: 'soon', Cpo: false });
    expect(found.isUnknown).toBe(true);
    expect(found.error).toContain('date');
  });
});
