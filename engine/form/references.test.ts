import { describe, expect, it, vi } from 'vitest';
import type { DataRecord } from '../types/modelTypes.ts';
import { id, orderForm, storedOrder } from './testForm.ts';
import type { OptionsRequest } from './types.ts';

const group = (number: number, brand: number) => ({
  Id: id(number),
  Name: `Group ${number}`,
  BrandId: id(brand),
});

describe('references', () => {
  const records: Readonly<Record<string, readonly DataRecord[]>> = {
    brand: [{ Id: id(21), Name: 'B', Code: 'b' }],
    group: [group(31, 21), group(32, 22)],
    item: [{ Id: id(7), Name: 'Item 7', Code: 'i' }],
  };
  const answering = () =>
    vi.fn(async ({ entity, filter }: OptionsRequest) => {
      const wanted = filter.kind === 'compare' ? (filter.value as readonly unknown[]) : [];
      return (records[entity] ?? []).filter(({ Id }) => wanted.includes(Id));
    });

  it('are completed by the server where only ids came: chosen, prefilled, in rows, in a list', async () => {
    const loadOptions = answering();
    const form = orderForm({ Name: 'New', BrandId: id(21), Lines: [] }, { loadOptions, isNew: true });
    form.change('/GroupIds', [id(31), { Id: id(32), Name: 'Group 32' }]);
    form.addRow('/Lines', { ItemId: id(7) });
    await form.ready();
    const { Brand, GroupIds, Lines } = form.record() as Record<string, DataRecord[]>;
    expect(Brand).toEqual({ Id: id(21), Name: 'B' });
    expect(GroupIds?.map(({ BrandId }) => BrandId)).toEqual([id(21), id(22)]);
    expect(Lines?.[0]?.Item).toEqual({ Id: id(7), Name: 'Item 7' });
    expect(form.ready()).toBeUndefined();
    expect(loadOptions.mock.calls.map(([{ entity }]) => entity)).toEqual(['brand', 'group', 'item']);
  });

  it('keep what answers include of a chosen record, and are requested once', async () => {
    const loadOptions = answering();
    const form = orderForm(storedOrder, { loadOptions });
    form.change('/BrandId', id(21), { Id: id(21), Name: 'B', Code: 'b' });
    form.change('/GroupId', id(31), group(31, 21));
    form.change('/GroupId', null);
    form.change('/GroupId', id(31));
    expect(form.record()).toMatchObject({ Brand: { Id: id(21), Name: 'B' }, Group: { BrandId: id(21) } });
    expect(Object.keys(form.record().Brand as DataRecord)).toEqual(['Id', 'Name']);
    expect(loadOptions).not.toHaveBeenCalled();
  });

  it('stay as given when the server does not answer', async () => {
    const loadOptions = vi.fn(async () => Promise.reject(new Error('offline')));
    const form = orderForm(storedOrder, { loadOptions });
    form.change('/BrandId', id(21));
    await form.ready();
    expect(form.view('/BrandId').value).toBe(id(21));
    expect(form.status().dirty).toBe(true);
  });
});
