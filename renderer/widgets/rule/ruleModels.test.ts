import { describe, expect, it } from 'vitest';
import { parseExpression, printTree, type Tree } from '#engine';
import { groupOf, replaceNode, treeOf } from './builderModel.ts';
import { coverageOf } from './ruleCoverage.ts';

const parsed = (text: string) => parseExpression(text).tree as Tree;

describe('the builder and the text show the same rule', () => {
  it.each([
    'Policy.TermMonth <= 60 and Vehicle.CPO',
    'Vehicle.Class in ["Compact", "Truck"] or $not(Vehicle.CPO)',
    '(A = 1 or B = 2) and $not(C = 3 and D = 4)',
    '$has(A) and $empty(B.C)',
    '$not(A > 1)',
    'A != "x" and ($x := B; $x > 1)',
    '$contains(A, "b") or C ? D : E',
    'A',
    '`Term (months)` >= 12',
    'A and (B or (C and $not(D or E)))',
    'Fee < 0.05 * Order.Price and Fee >= Least',
    'Day < $today and Day >= $addDays($today, -30)',
    '$contains(Title, "b") or $startsWith(Order.Title, "c")',
    '$ne(State, $previous.State) and "admin" in $user.Roles',
  ])('%s', (text) => {
    const tree = parsed(text);
    const built = treeOf(groupOf(tree)) as Tree;
    expect(printTree(built).replaceAll(/[()]/g, '')).toBe(printTree(tree).replaceAll(/[()]/g, ''));
    const again = treeOf(groupOf(parsed(printTree(built)))) as Tree;
    expect(printTree(again)).toBe(printTree(built));
  });

  it('keeps what it cannot show unchanged', () => {
    const group = groupOf(parsed('A = 1 and $length(B) > 2'));
    expect(group.items.map(({ kind }) => kind)).toEqual(['condition', 'text']);
    expect(printTree(treeOf(group.items[1] as never) as Tree)).toBe('$length(B) > 2');
  });

  it('reads a share of another operand as a condition', () => {
    const [share, whole] = groupOf(parsed('Fee < Price * 0.07 and Fee >= Least')).items;
    expect(share).toMatchObject({ kind: 'condition', name: 'Fee', share: { of: 'Price', percent: 7 } });
    expect(whole).toMatchObject({ kind: 'condition', share: { of: 'Least', percent: 100 } });
    expect(printTree(treeOf(share as never) as Tree)).toBe('Fee < 0.07 * Price');
  });

  it('shows days, texts, changes and roles as conditions', () => {
    const conditionIn = (text: string) => groupOf(parsed(text)).items[0];
    expect(conditionIn('Day < $today')).toMatchObject({ name: 'Day', comparison: '<', days: 0 });
    expect(conditionIn('Day >= $addDays($today, -30)')).toMatchObject({ comparison: '>=', days: -30 });
    expect(conditionIn('Start <= End')).toMatchObject({ share: { of: 'End', percent: 100 } });
    expect(conditionIn('$startsWith(A, "x")')).toMatchObject({ comparison: 'startsWith', value: 'x' });
    expect(conditionIn('$ne(A, $previous.A)')).toMatchObject({ name: 'A', comparison: 'changed' });
    const role = { name: '$user.Roles', comparison: 'includes', value: 'admin' };
    expect(conditionIn('"admin" in $user.Roles')).toMatchObject(role);
    for (const text of ['$ne(A, $previous.B)', '$ne(A, B)', '$contains(A, B)', 'A < $addDays(B, 1)'])
      expect(conditionIn(text), text).toMatchObject({ kind: 'text' });
  });

  it('a condition without a value adds nothing to the rule', () => {
    const group = groupOf(parsed('A = 1 and B = 2'));
    const [first] = group.items;
    const open = replaceNode(group, first?.id ?? 0, { ...(first as object), value: null } as never);
    expect(printTree(treeOf(open) as Tree)).toBe('B = 2');
    expect(treeOf(replaceNode({ ...group, items: [] }, 0, undefined))).toBe(undefined);
  });
});

describe('coverageOf', () => {
  it('lists outcomes that no example covers', () => {
    const text = 'A = 1 and B';
    const trace = (value: boolean) => ({ At: 0, End: 5, Text: 'A = 1', Value: value, IsUnknown: false });
    const result = (value: boolean) => ({
      IsEligible: value,
      Missing: [],
      Error: null,
      Trace: [trace(value)],
    });
    const coverage = coverageOf(parsed(text), text, [result(true), result(false)]);
    expect(coverage.total).toBe(4);
    expect(coverage.open).toEqual([
      { text: 'B', outcome: true },
      { text: 'B', outcome: false },
    ]);
  });
});
