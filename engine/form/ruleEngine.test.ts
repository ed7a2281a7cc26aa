/** One rule engine, two ways to run it: what is typed into a form, and what is saved one change after the other. */
import { describe, expect, it } from 'vitest';
import { evaluateRecord } from '../rules/evaluateRecord.ts';
import { listedIds } from '../rules/mirrorEntries.ts';
import { valueAt, withValueAt } from '../rules/pointers.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { context, id, line, order, orderForm, storedOrder, validators } from './testForm.ts';

type Door = {
  readonly change: (pointer: string, value: unknown) => void;
  readonly removeRow: (index: number) => void;
  readonly record: () => DataRecord;
};

function typed(start: DataRecord): Door {
  const form = orderForm(start);
  return {
    change: (pointer, value) => form.change(pointer, value),
    removeRow: (index) => form.removeRow('/Lines', index),
    record: form.record,
  };
}

function saved(start: DataRecord): Door {
  let record = start;
  const save = (next: DataRecord) => {
    const around = { ...context, action: 'update', previous: record };
    record = evaluateRecord(order, next, around, validators).record;
  };
  save(start);
  return {
    change: (pointer, value) => save(withValueAt(record, pointer, value)),
    removeRow: (index) =>
      save({ ...record, Lines: (record.Lines as readonly unknown[]).filter((_, at) => at !== index) }),
    record: () => record,
  };
}

const named = (item: number) => ({ Id: id(item), Name: `Item ${item}` });
const related: DataRecord = {
  ...storedOrder,
  Lines: [line(1, { Excluded: [named(2)] }), line(2, { Excluded: [named(1)] })],
};
const excluded = (door: Door) =>
  (door.record().Lines as readonly DataRecord[]).map(({ Excluded }) => listedIds(Excluded));
const stashed = (door: Door, pointer: string) =>
  listedIds((door.record().$stash as DataRecord | undefined)?.[pointer]);
const at = (door: Door, pointer: string) => valueAt(door.record(), pointer) ?? undefined;

describe.each([
  ['typed', typed],
  ['saved', saved],
] as const)('rules over what is %s', (_, open) => {
  it.each([
    ['clear', '/Detail', undefined, undefined],
    ['stash', '/Memo', undefined, 'memo'],
    ['keep', '/Hidden', 'memo', 'memo'],
  ])(
    'retain %s: what happens to a value while it does not matter, and after',
    (_retain, pointer, off, on) => {
      const door = open({ ...storedOrder, Kind: 'other' });
      door.change(pointer, 'memo');
      door.change('/Kind', 'plain');
      expect(at(door, pointer)).toBe(off);
      door.change('/Kind', 'other');
      expect(at(door, pointer)).toBe(on);
      expect(door.record().$stash).toBeUndefined();
    },
  );

  it('computes what is read by what is computed, and keeps the value of a rule that fails', () => {
    const door = open(storedOrder);
    door.change('/Lines/0/Price', 20);
    expect([at(door, '/Lines/0/Sum'), at(door, '/Total'), at(door, '/Guess')]).toEqual([20, 30, 60]);
    door.change('/Lines/0/Price', 'free');
    expect(at(door, '/Total')).toBe(30);
  });

  it('keeps relations mutual: what is added and what is taken away on one side', () => {
    const door = open({ ...storedOrder, Lines: [line(1), line(2), line(3)] });
    door.change('/Lines/0/Excluded', [named(2), named(3)]);
    expect(excluded(door)).toEqual([[id(2), id(3)], [id(1)], [id(1)]]);
    door.change('/Lines/1/Excluded', []);
    expect(excluded(door)).toEqual([[id(3)], [], [id(1)]]);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('relations come back on both sides once both rows have come back, in any order', (first, second) => {
    const door = open(related);
    for (const isOptional of [false, true]) {
      door.change(`/Lines/${first}/IsOptional`, isOptional);
      door.change(`/Lines/${second}/IsOptional`, isOptional);
    }
    expect(excluded(door)).toEqual([[id(2)], [id(1)]]);
    expect(door.record().$stash).toBeUndefined();
  });

  it('relations wait at the other row while that one does not relate', () => {
    const door = open(related);
    door.change('/Lines/0/IsOptional', false);
    door.change('/Lines/1/IsOptional', false);
    door.change('/Lines/0/IsOptional', true);
    expect(excluded(door)).toEqual([[], []]);
    expect([0, 1].map((row) => stashed(door, `/Lines/${row}/Excluded`))).toEqual([[], [id(1)]]);
  });

  it('relations are forgotten with a row that has gone meanwhile', () => {
    const door = open(related);
    door.change('/Lines/0/IsOptional', false);
    door.removeRow(1);
    door.change('/Lines/0/IsOptional', true);
    expect(excluded(door)).toEqual([[]]);
  });

  it('remembered relations come with a stored record as ids, and come back', () => {
    const door = open({
      ...storedOrder,
      Lines: [line(1, { IsOptional: false }), line(2)],
      $stash: { '/Lines/0/Excluded': [id(2)] },
    });
    door.change('/Lines/0/IsOptional', true);
    expect(excluded(door)).toEqual([[id(2)], [id(1)]]);
  });
});

it('relations that come back in a form have their names, and it is as it was before', () => {
  const form = orderForm(related);
  for (const isOptional of [false, true]) form.change('/Lines/0/IsOptional', isOptional);
  expect(form.record().Lines).toEqual(related.Lines);
  expect(form.status().dirty).toBe(false);
});

it('relations that a record remembers as ids come back into a form with their names', () => {
  const form = orderForm({
    ...storedOrder,
    Lines: [line(1, { IsOptional: false }), line(2)],
    $stash: { '/Lines/0/Excluded': [id(2)] },
  });
  form.change('/Lines/0/IsOptional', true);
  expect([0, 1].map((row) => form.view(`/Lines/${row}/Excluded`).value)).toEqual([[named(2)], [named(1)]]);
});
