import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../model/types.ts';
import { id, line, orderForm, storedOrder } from './testForm.ts';
import type { FormState } from './types.ts';

const named = (item: number) => ({ Id: id(item), Name: `Item ${item}` });
const related = () =>
  orderForm({
    ...storedOrder,
    Lines: [line(1, { Excluded: [named(2)] }), line(2, { Excluded: [named(1)] })],
  });
const excluded = (form: FormState) =>
  (form.record().Lines as readonly DataRecord[]).map(({ Excluded }) => Excluded);

describe('relations that are put aside', () => {
  it.each([
    [0, 1],
    [1, 0],
  ])('come back on both sides once both rows have come back, in any order', (first, second) => {
    const form = related();
    for (const isOptional of [false, true]) {
      form.change(`/Lines/${first}/IsOptional`, isOptional);
      form.change(`/Lines/${second}/IsOptional`, isOptional);
    }
    expect(excluded(form)).toEqual([[named(2)], [named(1)]]);
    expect(form.record().$stash).toBeUndefined();
    expect(form.status().dirty).toBe(false);
  });

  it('wait at the other row while that one does not relate', () => {
    const form = related();
    form.change('/Lines/0/IsOptional', false);
    form.change('/Lines/1/IsOptional', false);
    form.change('/Lines/0/IsOptional', true);
    expect(excluded(form)).toEqual([[], []]);
    expect(form.record().$stash).toEqual({ '/Lines/1/Excluded': [named(1)] });
  });

  it('are forgotten with a row that has gone meanwhile', () => {
    const form = related();
    form.change('/Lines/0/IsOptional', false);
    form.removeRow('/Lines', 1);
    form.change('/Lines/0/IsOptional', true);
    expect(excluded(form)).toEqual([[]]);
  });

  it('come with a stored record as ids, and come back with their names', () => {
    const form = orderForm({
      ...storedOrder,
      Lines: [line(1, { IsOptional: false }), line(2)],
      $stash: { '/Lines/0/Excluded': [id(2)] },
    });
    form.change('/Lines/0/IsOptional', true);
    expect(excluded(form)).toEqual([[named(2)], [named(1)]]);
  });
});
