import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MirrorRow, type Relations, settleMirror } from './settleMirror.ts';

const row = (key: unknown, ids: readonly unknown[], more: Partial<MirrorRow> = {}): MirrorRow => ({
  key,
  ids,
  relevant: true,
  stash: [],
  ...more,
});
const settled = (rows: readonly MirrorRow[], previous?: Relations) =>
  settleMirror(rows, previous).map(({ ids, stash }) => [ids, stash]);

describe('settleMirror', () => {
  it('completes a relation that is one-sided', () => {
    expect(settled([row('a', ['b']), row('b', [])])).toEqual([
      [['b'], []],
      [['a'], []],
    ]);
  });

  it('takes away what was mutual and has been taken away on one side', () => {
    const before = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(settled([row('a', []), row('b', ['a'])], before)).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it('remembers at the row that no longer takes part, and restores from there', () => {
    const before = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    const off = settleMirror([row('a', ['b']), row('b', [], { relevant: false })], before);
    expect(off).toEqual([
      { ids: [], stash: [] },
      { ids: [], stash: ['a'] },
    ]);
  });

  it('drops a row that is gone; leaves a new relation to nothing for a check to refuse', () => {
    const before = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(settled([row('a', ['b', 'c'])], before)).toEqual([[['c'], []]]);
  });

  it('leaves rows alone that stand for nothing, for themselves or for a thing that is there already', () => {
    const rows = [row('a', ['a']), row(undefined, ['a']), row('a', ['b']), row('b', [])];
    expect(settled(rows)).toEqual(rows.map(({ ids, stash }) => [ids, stash]));
  });

  it('gives back the very lists that do not change', () => {
    const ids = ['b'];
    expect(settleMirror([row('a', ids), row('b', ['a'])])[0]?.ids).toBe(ids);
  });

  it('leaves relations among the rows present mutual, whatever they were', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const rows = fc.uniqueArray(
      fc.record({
        key,
        ids: fc.uniqueArray(key),
        relevant: fc.boolean(),
        stash: fc.uniqueArray(key),
      }),
      { selector: (one) => one.key },
    );
    const relations = fc.option(
      fc.array(fc.tuple(key, fc.uniqueArray(key))).map((entries) => new Map(entries)),
      {
        nil: undefined,
      },
    );
    fc.assert(
      fc.property(rows, relations, (list, previous) => {
        const results = settleMirror(list, previous);
        const idsOf = new Map<unknown, readonly unknown[]>();
        for (const [at, { key: own, relevant }] of list.entries()) {
          if (relevant) idsOf.set(own, results[at]?.ids ?? []);
        }
        const oneSided = [...idsOf].flatMap(([own, ids]) =>
          ids.filter((id) => idsOf.get(id)?.includes(own) === false),
        );
        expect(oneSided).toEqual([]);
      }),
    );
  });
});
