import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type FormulaScope, scopeAt, scopeOfOwn } from './formulaScope.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const rows = [['a', 1]] as const;
const around: FormulaScope = {
  saying: { locale: 'en-CA', today: '2026-11-24', now: '', globals: {}, parameters: new Map() },
  fields: new Map([['Name', 0]]),
  row: undefined,
  extents: [{ name: 'rows', rows }],
};

it('replaces the row and the value of a scope, and keeps the rest', () => {
  const extents = [...around.extents, { name: 'group', rows }];
  const of = scopeAt(around, { row: rows[0], extents, isDetail: true });
  expect(of).toEqual({ ...around, row: rows[0], extents, isDetail: true });
  expect(scopeAt(of, { row: undefined })).toEqual({ ...of, row: undefined });
  expect(scopeOfOwn(of, 5)).toEqual({ ...of, own: 5 });
});

it('allocates no scope in old space, where the garbage of a long report would pile up', () => {
  const count = 50_000;
  const make = () => {
    for (let at = 0; at < count; at += 1) scopeOfOwn(scopeAt(around, { row: rows[0], isDetail: true }), at);
  };
  make();
  collect();
  const before = oldSpace();
  make();
  // A scope that was made by spreading leaves 8 MB.
  expect(oldSpace() - before).toBeLessThan(4_000_000);
});

const oldSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
