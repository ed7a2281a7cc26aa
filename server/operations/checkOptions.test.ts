import { expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import type { RecordQuery, StoreSession } from '../store/types.ts';
import { checkOptions, type OptionsCheck } from './checkOptions.ts';

/** A part must be one that the items of the same maker refer to. */
const rule = {
  id: 'thing.part',
  field: 'PartId',
  from: 'part',
  onInvalid: 'error',
  through: { entity: 'item', field: 'Parts', by: { MakerId: 'MakerId' } },
};
const items: Readonly<Record<string, readonly string[]>> = { one: ['p1'], two: ['p2'] };
const session = {
  find: async ({ filter }: RecordQuery) => {
    const maker = /"value":"(one|two)"/.exec(JSON.stringify(filter))?.[1] ?? '';
    return { items: [{ Parts: items[maker] }], total: 1 };
  },
} as unknown as StoreSession;

const found = (record: DataRecord, previous?: DataRecord, options: object = rule) =>
  checkOptions(session, {
    plan: { entity: { rules: { options: [options] } } },
    record,
    previous,
    context: { model: { entities: new Map([['part', {}]]) } },
    issues: [],
  } as unknown as OptionsCheck).then((issues) => issues.map(({ path }) => path));

it('a choice through the records of another maker is checked again, even if unchanged', async () => {
  const before = { PartId: 'p1', MakerId: 'one' };
  expect(await found({ PartId: 'p1', MakerId: 'two' }, before)).toEqual(['/PartId']);
  expect(await found({ PartId: 'p2', MakerId: 'two' }, before)).toEqual([]);
});

it('a choice that stood before may stay while nothing it depends on has changed', async () => {
  const before = { PartId: 'gone', MakerId: 'one', Name: 'a' };
  expect(await found({ ...before, Name: 'b' }, before)).toEqual([]);
  expect(await found(before)).toEqual(['/PartId']);
});

it('members of an object are checked like other fields', async () => {
  const inside = {
    ...rule,
    field: 'Item.PartId',
    through: { ...rule.through, by: { MakerId: 'Item.MakerId' } },
  };
  const of = (Item: DataRecord) => found({ Item }, undefined, inside);
  expect(await of({ PartId: 'p1', MakerId: 'one' })).toEqual([]);
  expect(await of({ PartId: 'p1', MakerId: 'two' })).toEqual(['/Item/PartId']);
});
