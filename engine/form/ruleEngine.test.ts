/** One rule engine in two modes: incremental edits in a form, and complete saves one after another. */
import { describe, expect, it } from 'vitest';
import { evaluateRecord } from '../rules/evaluateRecord.ts';
import { listedIds } from '../rules/mirrorEntries.ts';
import { valueAt, withValueAt } from '../rules/pointers.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { context, id, line, order, orderForm, storedOrder, validators } from './testForm.ts';

type Subject = {
  readonly change: (pointer: string, value: unknown) => void;
  readonly removeRow: (index: number) => void;
  readonly record: () => DataRecord;
};

function typed(start: DataRecord): Subject {
  const form = orderForm(start);
  return {
    change: (pointer, value) => form.change(pointer, value),
    removeRow: (index) => form.removeRow('/Lines', index),
    record: form.record,
  };
}

function saved(start: DataRecord): Subject {
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
const excluded = (subject: Subject) =>
  (subject.record().Lines as readonly DataRecord[]).map(({ Excluded }) => listedIds(Excluded));
const stashed = (subject: Subject, pointer: string) =>
  listedIds((subject.record().$stash as DataRecord | undefined)?.[pointer]);
const at = (subject: Subject, pointer: string) => valueAt(subject.record(), pointer) ?? undefined;

describe.each([
  ['typed', typed],
  ['saved', saved],
] as const)('rules in a %s record', (_, open) => {
  it.each([
    ['clear', '/Detail', undefined, undefined],
    ['stash', '/Memo', undefined, 'memo'],
    ['keep', '/Hidden', 'memo', 'memo'],
  ])(
    'retain %s: what happens to a value while it does not matter, and after',
    (_retain, pointer, off, on) => {
      const subject = open({ ...storedOrder, Kind: 'other' });
      subject.change(pointer, 'memo');
      subject.change('/Kind', 'plain');
      expect(at(subject, pointer)).toBe(off);
      subject.change('/Kind', 'other');
      expect(at(subject, pointer)).toBe(on);
      expect(subject.record().$stash).toBeUndefined();
    },
  );

  it('computes values from computed values, and keeps the value of a rule that fails', () => {
    const subject = open(storedOrder);
    subject.change('/Lines/0/Price', 20);
    expect([at(subject, '/Lines/0/Sum'), at(subject, '/Total'), at(subject, '/Guess')]).toEqual([20, 30, 60]);
    subject.change('/Lines/0/Price', 'free');
    expect(at(subject, '/Total')).toBe(30);
  });

  it('keeps relations symmetric after additions and removals on one side', () => {
    const subject = open({ ...storedOrder, Lines: [line(1), line(2), line(3)] });
    subject.change('/Lines/0/Excluded', [named(2), named(3)]);
    expect(excluded(subject)).toEqual([[id(2), id(3)], [id(1)], [id(1)]]);
    subject.change('/Lines/1/Excluded', []);
    expect(excluded(subject)).toEqual([[id(3)], [], [id(1)]]);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('relations return on both sides once both rows are back, in any order', (first, second) => {
    const subject = open(related);
    for (const isOptional of [false, true]) {
      subject.change(`/Lines/${first}/IsOptional`, isOptional);
      subject.change(`/Lines/${second}/IsOptional`, isOptional);
    }
    expect(excluded(subject)).toEqual([[id(2)], [id(1)]]);
    expect(subject.record().$stash).toBeUndefined();
  });

  it('relations are stashed at the other row while one is inactive', () => {
    const subject = open(related);
    subject.change('/Lines/0/IsOptional', false);
    subject.change('/Lines/1/IsOptional', false);
    subject.change('/Lines/0/IsOptional', true);
    expect(excluded(subject)).toEqual([[], []]);
    expect([0, 1].map((row) => stashed(subject, `/Lines/${row}/Excluded`))).toEqual([[], [id(1)]]);
  });

  it('relations of a removed row are forgotten', () => {
    const subject = open(related);
    subject.change('/Lines/0/IsOptional', false);
    subject.removeRow(1);
    subject.change('/Lines/0/IsOptional', true);
    expect(excluded(subject)).toEqual([[]]);
  });

  it('stashed relations of a stored record are ids, and are restored', () => {
    const subject = open({
      ...storedOrder,
      Lines: [line(1, { IsOptional: false }), line(2)],
      $stash: { '/Lines/0/Excluded': [id(2)] },
    });
    subject.change('/Lines/0/IsOptional', true);
    expect(excluded(subject)).toEqual([[id(2)], [id(1)]]);
  });
});

it('restored relations in a form have their names, and it is as before', () => {
  const form = orderForm(related);
  for (const isOptional of [false, true]) form.change('/Lines/0/IsOptional', isOptional);
  expect(form.record().Lines).toEqual(related.Lines);
  expect(form.status().dirty).toBe(false);
});

it('relations stashed as ids are restored in a form with their names', () => {
  const form = orderForm({
    ...storedOrder,
    Lines: [line(1, { IsOptional: false }), line(2)],
    $stash: { '/Lines/0/Excluded': [id(2)] },
  });
  form.change('/Lines/0/IsOptional', true);
  expect([0, 1].map((row) => form.view(`/Lines/${row}/Excluded`).value)).toEqual([[named(2)], [named(1)]]);
});
