import { describe, expect, it, vi } from 'vitest';
import { traceLines } from '../expression/traceLines.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { id, line, orderForm, storedOrder } from './testForm.ts';
import type { FormState, OptionsRequest } from './types.ts';

const rulesAt = (form: FormState, path: string) => form.view(path).issues.map(({ rule }) => rule);
const ids = (value: unknown) => (value as DataRecord[]).map((entry) => entry.Id);

describe('values and rules', () => {
  it('opens clean, with computed values in place', () => {
    const form = orderForm({ ...storedOrder, Total: undefined, Guess: undefined });
    expect(form.status()).toEqual({
      dirty: false,
      saving: false,
      submitted: false,
      errorCount: 0,
      recordIssues: [],
      issueChanges: 0,
    });
    expect(form.view('/Total').value).toBe(20);
    expect(form.view('/Guess').value).toBe(40);
  });

  it('propagates a change through row, record and everything computed from them', () => {
    const form = orderForm();
    form.change('/Lines/1/Count', 4);
    expect(form.view('/Lines/1/Sum').value).toBe(40);
    expect(form.view('/Total').value).toBe(50);
    expect(form.view('/Guess').value).toBe(100);
    expect(form.record()).toMatchObject({ Total: 50, Lines: [{ Sum: 10 }, { Sum: 40 }] });
  });

  it('shows, clears, stashes and keeps values as relevance changes', () => {
    const form = orderForm({ ...storedOrder, Kind: 'other', Detail: 'abc', Memo: 'mm', Hidden: 'hh' });
    expect(form.view('/Detail').visible).toBe(true);
    form.change('/Kind', 'plain');
    expect(form.view('/Detail')).toMatchObject({ visible: false, value: undefined });
    expect(form.record()).toMatchObject({
      Detail: null,
      Memo: null,
      Hidden: 'hh',
      $stash: { '/Memo': 'mm' },
    });
    form.change('/Kind', 'other');
    expect(form.record()).toMatchObject({ Detail: null, Memo: 'mm', Hidden: 'hh' });
    expect(form.record().$stash).toBeUndefined();
  });

  it('detects a replaced list of the same length', () => {
    const form = orderForm();
    const lines = form.record().Lines as DataRecord[];
    form.change('/Lines', [...lines].reverse());
    expect(form.status().dirty).toBe(true);
    form.change('/Lines', lines);
    expect(form.status().dirty).toBe(false);
  });

  it('restores stashed values of a stored record', () => {
    const form = orderForm({ ...storedOrder, $stash: { '/Memo': 'mm' } });
    form.change('/Kind', 'other');
    expect(form.view('/Memo').value).toBe('mm');
  });

  it('requires a value while a rule says so, also in rows', () => {
    const form = orderForm({ ...storedOrder, Lines: [line(1, { Price: undefined })] });
    expect(form.view('/Lines/0/Price').required).toBe(false);
    form.change('/Kind', 'priced');
    expect(form.view('/Lines/0/Price').required).toBe(true);
    expect(form.status().errorCount).toBe(1);
  });

  it('locks a field and everything in it, with the reason', () => {
    const form = orderForm();
    form.change('/Locked', true);
    expect(form.view('/Name')).toMatchObject({ editable: false });
    expect(form.view('/Name').reasons).toContainEqual({
      slot: 'editable',
      source: 'rule',
      id: 'locked',
      message: 'order.locked',
    });
    expect(form.view('/Lines/0/Count').editable).toBe(false);
    form.change('/Locked', false);
    expect(form.view('/Lines/0/Count').editable).toBe(true);
  });

  it('explains a rule: its declaration, what it read and what followed', () => {
    const form = orderForm();
    form.change('/Locked', true);
    const explanation = form.explain('/Name', 'locked');
    expect(explanation).toMatchObject({ id: 'locked', pointer: expect.stringMatching(/^\/rules\/\d+$/) });
    expect(explanation?.file).toMatch(/behaviour\.json$/);
    const lines = explanation?.trace ? traceLines(explanation.trace) : [];
    expect(lines).toContainEqual({ text: 'Locked', value: true, kind: 'read', isUnknown: false });
    expect(lines.at(-1)).toMatchObject({ kind: 'part', value: false });
    expect(form.explain('/Name', 'no-such-rule')).toBeUndefined();
  });

  it('lets a person override a computed value and revert it', () => {
    const form = orderForm();
    form.change('/Guess', 7);
    form.change('/Lines/0/Count', 3);
    expect(form.view('/Guess')).toMatchObject({ value: 7, overridden: true });
    expect(form.record().$overrides).toEqual(['/Guess']);
    form.resetDerived('/Guess');
    expect(form.view('/Guess')).toMatchObject({ value: 80, overridden: false });
    expect(form.record().$overrides).toBeUndefined();
  });

  it('hides what the person may not see and does not require it', () => {
    const form = orderForm();
    expect(form.view('/Secret').visible).toBe(false);
  });

  it('is read-only as a whole when the form is locked', () => {
    const form = orderForm(storedOrder, { locked: { slot: 'editable', source: 'policy', id: 'Order.Edit' } });
    expect(form.view('/Kind').editable).toBe(false);
    expect(form.view('/Kind').reasons.map(({ id: reason }) => reason)).toContain('Order.Edit');
  });
});

describe('choices', () => {
  const group = (number: number, brand: number) => ({
    Id: id(number),
    Name: `Group ${number}`,
    BrandId: id(brand),
    Brand: { Id: id(brand), Name: `Brand ${brand}` },
  });

  it('choosing a group sets its brand, with the expanded object', () => {
    const form = orderForm();
    form.change('/GroupId', id(31), group(31, 21));
    expect(form.record()).toMatchObject({
      BrandId: id(21),
      Brand: { Id: id(21), Name: 'Brand 21' },
      Group: { Id: id(31), Name: 'Group 31' },
    });
  });

  it('a brand narrows the groups and clears a group of another brand', () => {
    const form = orderForm();
    const before = form.view('/GroupId').options;
    expect(before).toMatchObject({ entity: 'group', sort: [{ path: 'Name', direction: 'asc' }] });
    form.change('/GroupId', id(31), group(31, 21));
    form.change('/BrandId', id(22), { Id: id(22), Name: 'Brand 22' });
    expect(form.view('/GroupId').value).toBeUndefined();
    expect(form.record()).toMatchObject({ BrandId: id(22), Brand: { Name: 'Brand 22' } });
    expect(form.record().Group).toBeUndefined();
    expect(form.view('/GroupId').options?.filter).toEqual({
      kind: 'compare',
      path: 'BrandId',
      operator: 'eq',
      value: id(22),
    });
  });

  it('clearing the brand offers all choices again and keeps the group', () => {
    const form = orderForm();
    form.change('/GroupId', id(31), group(31, 21));
    form.change('/BrandId', null);
    expect(form.view('/GroupId').value).toBe(id(31));
    expect(form.view('/GroupId').options?.filter).toEqual({ kind: 'constant', value: true });
  });

  it('drops list entries that are no longer on offer', () => {
    const form = orderForm();
    form.change('/GroupIds', [group(31, 21), group(32, 22)]);
    form.change('/BrandId', id(22));
    expect(ids(form.view('/GroupIds').value)).toEqual([id(32)]);
  });

  it('does not run effects for values set by a rule or a load', () => {
    const form = orderForm({
      ...storedOrder,
      GroupId: id(31),
      Group: { Id: id(31), Name: 'G', BrandId: id(21) },
    });
    expect(form.record().BrandId).toBeUndefined();
  });

  it('asks the server when it knows too little of the chosen record', async () => {
    const loadOptions = vi.fn(async (_request: OptionsRequest) => []);
    const form = orderForm(
      { ...storedOrder, GroupId: id(31), Group: { Id: id(31), Name: 'G' } },
      { loadOptions },
    );
    form.change('/BrandId', id(22));
    expect(form.view('/GroupId').value).toBe(id(31));
    await vi.waitFor(() => expect(form.view('/GroupId').value).toBeUndefined());
    expect(loadOptions.mock.calls.filter(([{ entity }]) => entity === 'group')).toHaveLength(1);
  });
});

describe('rows', () => {
  it('state moves with its row', () => {
    const form = orderForm();
    form.change('/Lines/0/Count', -1);
    form.touch('/Lines/0/Count');
    const keys = form.rowKeys('/Lines');
    form.moveRow('/Lines', 0, 1);
    expect(form.rowKeys('/Lines')).toEqual([...keys].reverse());
    expect(form.view('/Lines/1/Count')).toMatchObject({ value: -1, touched: true });
    expect(form.view('/Lines/1/Count').issues).toMatchObject([
      { rule: 'validation.minimum', path: '/Lines/1/Count' },
    ]);
    expect(form.view('/Lines/0/Count')).toMatchObject({ value: 1, touched: false, issues: [] });
  });

  it('flagging a row clears the flag of the others and nothing else', () => {
    const form = orderForm();
    const marks = () => (form.record().Lines as DataRecord[]).map(({ IsMain }) => IsMain === true);
    form.change('/Lines/0/IsMain', true);
    expect(marks()).toEqual([true, false]);
    form.change('/Lines/1/IsMain', true);
    expect(marks()).toEqual([false, true]);
    form.change('/Lines/1/IsMain', false);
    expect(marks()).toEqual([false, false]);
    expect(form.record().Lines).toMatchObject([{ Sum: 10 }, { Sum: 10 }]);
  });

  it('adds a row with its defaults and removes one with all its issues', () => {
    const form = orderForm();
    form.addRow('/Lines', { ItemId: id(1) });
    expect(form.view('/Lines/2/Count').value).toBe(1);
    expect(form.status()).toMatchObject({ dirty: true, errorCount: 2 });
    form.submit();
    expect(rulesAt(form, '/Lines/0/ItemId')).toEqual(['once']);
    form.removeRow('/Lines', 2);
    expect(rulesAt(form, '/Lines/0/ItemId')).toEqual([]);
    expect(form.status()).toMatchObject({ dirty: false, errorCount: 0 });
  });

  it('shows an issue of a row without a field at its list', () => {
    const form = orderForm();
    form.change('/Lines/0/Count', 9);
    form.submit();
    expect(form.view('/Lines').issues).toMatchObject([{ rule: 'first', path: '/Lines/0' }]);
    form.moveRow('/Lines', 0, 1);
    expect(rulesAt(form, '/Lines')).toEqual([]);
  });

  it('keeps relations symmetric, drops them with relevance and restores them', () => {
    const form = orderForm({ ...storedOrder, Lines: [line(1), line(2), line(3)] });
    form.change('/Lines/0/Excluded', [
      { Id: id(2), Name: 'Item 2' },
      { Id: id(3), Name: 'Item 3' },
    ]);
    expect(form.view('/Lines/1/Excluded').value).toEqual([{ Id: id(1), Name: 'Item 1' }]);
    form.change('/Lines/1/IsOptional', false);
    expect(ids(form.view('/Lines/0/Excluded').value)).toEqual([id(3)]);
    expect(form.view('/Lines/1/Excluded')).toMatchObject({ visible: false, value: [] });
    form.change('/Lines/1/IsOptional', true);
    expect(ids(form.view('/Lines/0/Excluded').value)).toEqual([id(3), id(2)]);
    form.change('/Lines/2/Excluded', []);
    expect(ids(form.view('/Lines/0/Excluded').value)).toEqual([id(2)]);
  });

  it('a removed row is dropped from the others and gets its relations back when it returns', () => {
    const form = orderForm({ ...storedOrder, Lines: [line(1), line(2), line(3)] });
    form.change('/Lines/0/Excluded', [{ Id: id(2) }]);
    form.removeRow('/Lines', 1);
    expect(form.view('/Lines/0/Excluded').value).toEqual([]);
    form.addRow('/Lines', line(2));
    expect(ids(form.view('/Lines/2/Excluded').value)).toEqual([id(1)]);
    expect(ids(form.view('/Lines/0/Excluded').value)).toEqual([id(2)]);
  });

  it('sets a list as a whole', () => {
    const form = orderForm();
    form.change('/Lines', [line(7, { Count: 2 })]);
    expect(form.view('/Total').value).toBe(20);
    expect(form.record().Lines).toMatchObject([{ Item: { Name: 'Item 7' }, Sum: 20 }]);
    expect(form.status().dirty).toBe(true);
  });
});

describe('subscriptions', () => {
  it('only listeners of changed parts are called', () => {
    const form = orderForm();
    const heard: string[] = [];
    for (const path of [
      '/Name',
      '/Kind',
      '/Detail',
      '/Total',
      '/Lines',
      '/Lines/0/Count',
      '/Lines/1/Count',
    ]) {
      form.subscribe(path, () => heard.push(path));
    }
    form.change('/Name', 'Ordre');
    expect(heard).toEqual(['/Name']);
    heard.length = 0;
    form.change('/Lines/1/Count', 2);
    expect(heard.sort()).toEqual(['/Lines', '/Lines/1/Count', '/Total']);
  });

  it('the status changes when as many errors are different ones, and not while they are the same', () => {
    const form = orderForm();
    form.change('/Name', '');
    const missing = form.status();
    const heard = vi.fn();
    form.subscribeStatus(heard);
    form.change('/Name', 'much too long');
    expect(form.status().errorCount).toBe(missing.errorCount);
    expect(heard).toHaveBeenCalledOnce();
    expect(form.status()).not.toBe(missing);
    form.change('/Name', 'much too long as well');
    expect(heard).toHaveBeenCalledOnce();
  });

  it('a view is the same object until something in it changes', () => {
    const form = orderForm();
    const before = form.view('/Kind');
    const lines = form.view('/Lines').value;
    form.change('/Name', 'Ordre');
    expect(form.view('/Kind')).toBe(before);
    expect(form.view('/Lines').value).toBe(lines);
    form.change('/Kind', 'priced');
    expect(form.view('/Kind')).not.toBe(before);
  });

  it('a batch is a single step', () => {
    const form = orderForm();
    const heard = vi.fn();
    form.subscribe('/Total', heard);
    form.batch(() => {
      form.change('/Lines/0/Count', 2);
      form.change('/Lines/1/Count', 2);
    });
    expect(heard).toHaveBeenCalledOnce();
    expect(form.view('/Total').value).toBe(40);
  });

  it('structure changes when a field or row appears, not with values', () => {
    const form = orderForm();
    const before = form.structure();
    form.change('/Name', 'Ordre');
    expect(form.structure()).toBe(before);
    form.change('/Kind', 'other');
    expect(form.structure()).not.toBe(before);
  });
});
