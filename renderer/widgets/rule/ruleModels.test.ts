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
  ])('%s', (text) => {
    const tree = parsed(text);
    const built = treeOf(groupOf(tree)) as Tree;
    expect(printTree(built).replaceAll(/[()]/g, '')).toBe(printTree(tree).replaceAll(/[()]/g, ''));
    const again = treeOf(groupOf(parsed(printTree(built)))) as Tree;
    expect(printTree(again)).toBe(printTree(built));
  });

  it('keeps what it cannot show unchanged', () => {
    const group = groupOf(parsed('A = 1 and $contains(B, "x")'));
    expect(group.items.map(({ kind }) => kind)).toEqual(['condition', 'text']);
    expect(printTree(treeOf(group.items[1] as never) as Tree)).toBe('$contains(B, "x")');
  });

  it('reads a share of another operand as a condition', () => {
    const [share, whole] = groupOf(parsed('Fee < Price * 0.07 and Fee >= Least')).items;
    expect(share).toMatchObject({ kind: 'condition', name: 'Fee', share: { of: 'Price', percent: 7 } });
    expect(whole).toMatchObject({ kind: 'condition', share: { of: 'Least', percent: 100 } });
    expect(printTree(treeOf(share as never) as Tree)).toBe('Fee < 0.07 * Price');
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
