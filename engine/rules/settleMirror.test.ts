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
  it('completes a one-sided relation', () => {
    expect(settled([row('a', ['b']), row('b', [])])).toEqual([
      [['b'], []],
      [['a'], []],
    ]);
  });

  it('removes a symmetric relation that was removed on one side', () => {
    const before = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(settled([row('a', []), row('b', ['a'])], before)).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it('stashes relations at the inactive row, and restores them from there', () => {
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

  it('drops a removed row; leaves a new relation to a missing row for a check to refuse', () => {
    const before = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(settled([row('a', ['b', 'c'])], before)).toEqual([[['c'], []]]);
  });

  it('ignores rows without a key, relations to themselves and duplicate keys', () => {
    const rows = [row('a', ['a']), row(undefined, ['a']), row('a', ['b']), row('b', [])];
    expect(settled(rows)).toEqual(rows.map(({ ids, stash }) => [ids, stash]));
  });

  it('returns the same lists when nothing changes', () => {
    const ids = ['b'];
    expect(settleMirror([row('a', ids), row('b', ['a'])])[0]?.ids).toBe(ids);
  });

  it('keeps relations among the rows present symmetric, whatever they were', () => {
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
