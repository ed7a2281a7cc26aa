import { expect, it, onTestFinished } from 'vitest';
import type { DataRecord } from '#engine';
import { contractEntity, contractModel } from './contractModel.ts';
import type { OpenStore } from './fixture.ts';
import { id } from './fixture.ts';

const part = {
  Label: { type: 'string' },
  Cost: { type: 'integer' },
  Bits: { type: 'array', items: { $ref: '#/$defs/Bit' } },
};
const bit = { Name: { type: 'string' }, Weight: { type: 'integer' } };

/** The suite's model with rows of these columns. */
function modelOf(columns: { part: object; bit: object; size: object }) {
  const item = contractEntity('item');
  const $defs = {
    Part: { type: 'object', properties: columns.part },
    Bit: { type: 'object', properties: columns.bit },
  };
  const Size = { type: 'object', properties: columns.size };
  return contractModel([{ ...item, properties: { ...item.properties, Size }, $defs }]);
}

const size = { Width: { type: 'number' }, Label: { type: 'string' } };
const whole = modelOf({ part, bit, size });
const less = modelOf({
  part: { Label: part.Label, Bits: part.Bits },
  bit: { Name: bit.Name },
  size: { Width: size.Width },
});

/** Columns of rows that are removed from the declarations, and restored. */
export function describeHidden(open: OpenStore): void {
  const parts = [
    { Label: 'a', Cost: 1, Bits: [{ Name: 'x', Weight: 10 }] },
    { Label: 'b', Cost: 2, Bits: [] },
    { Label: 'b', Cost: 3, Bits: [] },
  ];
  /** The record after a save without the columns, once they are restored. */
  const after = async (save: (shown: DataRecord) => DataRecord): Promise<DataRecord> => {
    const store = await open();
    onTestFinished(() => store.close());
    await store.migrate(whole);
    await store.insert('item', { Id: id(1), Parts: parts, Size: { Width: 1, Label: 'wide' } });
    await store.migrate(less);
    const shown = (await store.get('item', id(1))) as DataRecord;
    expect(shown).toMatchObject({ Size: { Width: 1 } });
    expect(shown.Parts).toEqual([
      { Label: 'a', Bits: [{ Name: 'x' }] },
      { Label: 'b', Bits: [] },
      { Label: 'b', Bits: [] },
    ]);
    await store.update('item', id(1), save(shown));
    await store.migrate(whole);
    return (await store.get('item', id(1))) as DataRecord;
  };
  const costs = ({ Parts }: DataRecord) =>
    (Parts as DataRecord[]).map(({ Label, Cost, Bits }) => [Label, Cost, Bits]);

  it('a column of rows that was removed is restored with its values, whatever was saved meanwhile', async () => {
    const record = await after(({ Parts, Size }) => ({ Parts, Size: { ...(Size as object), Width: 2 } }));
    expect(record.Parts).toEqual(parts);
    expect(record.Size).toEqual({ Width: 2, Label: 'wide' });
  });

  it('also if rows were moved, removed and added', async () => {
    const [a, b] = parts.map(({ Label, Bits }) => ({ Label, Bits }));
    expect(costs(await after(() => ({ Parts: [b, { Label: 'new', Bits: [] }, a] })))).toEqual([
      ['b', 2, []],
      ['new', undefined, []],
      ['a', 1, [{ Name: 'x', Weight: 10 }]],
    ]);
  });

  it('and if rows were changed without changing their number', async () => {
    const changed = [
      { Label: 'a', Bits: [{ Name: 'x' }, { Name: 'y' }] },
      { Label: 'c', Bits: [] },
      { Label: 'b', Bits: [] },
    ];
    expect(costs(await after(() => ({ Parts: changed })))).toEqual([
      ['a', 1, [{ Name: 'x', Weight: 10 }, { Name: 'y' }]],
      ['c', 2, []],
      ['b', 3, []],
    ]);
  });

  it('an emptied list is empty, and an unsaved one stays unchanged', async () => {
    expect((await after(() => ({ Parts: [], Size: null }))).Parts).toEqual([]);
    expect((await after(() => ({ Name: 'other' }))).Parts).toEqual(parts);
  });

  it('thousands of equal rows are matched quickly', async () => {
    const store = await open();
    onTestFinished(() => store.close());
    await store.migrate(whole);
    const many = Array.from({ length: 20_000 }, (_, Cost) => ({ Label: 'same', Cost, Bits: [] }));
    await store.insert('item', { Id: id(1), Parts: many });
    await store.migrate(less);
    const Parts = many.map(({ Label }) => ({ Label }));
    await store.update('item', id(1), { Parts });
    await store.migrate(whole);
    expect((await store.get('item', id(1)))?.Parts).toEqual(many);
  });
}
