import { describe, expect, it } from 'vitest';
import { parseExpression } from '../expression/parseExpression.ts';
import { printTree } from '../expression/printTree.ts';
import { withConditions } from './namedConditions.ts';

const parse = withConditions(
  parseExpression,
  new Map([
    ['shop.open', "State = 'Open' and $not(IsClosed)"],
    ['shop.busy', "$is('shop.open') and Guests > 3"],
    ['shop.loop', "$is('shop.loop')"],
  ]),
);
const printed = (text: string) => {
  const { tree } = parse(text);
  return tree && printTree(tree);
};
const problems = (text: string) => {
  const { problems: found = [] } = parse(text) as { problems?: readonly { message: string }[] };
  return found.map(({ message }) => message);
};

describe('a named condition', () => {
  it('is inlined for this record and for another', () => {
    expect(printed("$is('shop.open')")).toBe('State = "Open" and $not(IsClosed)');
    expect(printed("$not($is('shop.open', $owner.Shop)) or Late")).toBe(
      '$not($owner.Shop.State = "Open" and $not($owner.Shop.IsClosed)) or Late',
    );
    expect(printed("$is('shop.busy', $owner)")).toBe(
      '($owner.State = "Open" and $not($owner.IsClosed)) and $owner.Guests > 3',
    );
  });

  it('keeps the meaning of names inside paths and filters', () => {
    const lists = withConditions(
      parseExpression,
      new Map([['shop.full', '$count(Tables[Seats > 2].(Seats - Taken)) > $.Least']]),
    );
    const { tree } = lists("$is('shop.full', $owner)");
    expect(tree && printTree(tree)).toBe('$count($owner.Tables[Seats > 2].(Seats - Taken)) > $owner.Least');
    const { tree: first } = lists("$is('shop.full', Shops[0])");
    expect(first && printTree(first)).toContain('Shops[0].(');
  });

  it('must exist, be named by a text and not be recursive', () => {
    expect(problems("$is('shop.opne')")).toEqual([
      expect.stringContaining('There is no condition shop.opne'),
    ]);
    expect(problems('$is(Name)')).toEqual([expect.stringContaining('There is no condition')]);
    expect(problems("$is('shop.loop')")).toEqual([expect.stringContaining('asks for itself')]);
    expect(problems("$is('shop.open')")).toEqual([]);
  });
});
