import { describe, expect, it, vi } from 'vitest';
import { id, orderForm, storedOrder } from './testForm.ts';
import type { FormState } from './types.ts';

const rulesAt = (form: FormState, path: string) => form.view(path).issues.map(({ rule }) => rule);

describe('issues', () => {
  it('are shown where the person has been, and everywhere after a submit', () => {
    const form = orderForm();
    form.change('/Name', 'x');
    expect(form.view('/Name').issues).toEqual([]);
    form.touch('/Name');
    expect(rulesAt(form, '/Name')).toEqual(['validation.minLength']);
    form.change('/Lines/1/Count', -2);
    expect(rulesAt(form, '/Lines/1/Count')).toEqual([]);
    expect(form.submit()).toEqual({ kind: 'invalid', first: '/Name' });
    expect(rulesAt(form, '/Lines/1/Count')).toEqual(['validation.minimum']);
  });

  it('a warning and a confirm do not stop a save', () => {
    const form = orderForm({ ...storedOrder, Kind: 'other', Detail: 'abc' });
    form.change('/Memo', 'too long a memo');
    form.change('/Lines/0/Price', 1000);
    const result = form.submit();
    expect(result.kind).toBe('ready');
    expect(rulesAt(form, '/Memo')).toEqual(['wordy']);
    expect(form.status().recordIssues).toMatchObject([{ rule: 'dear', level: 'confirm', path: '' }]);
  });

  it('from the server appear at their field until it changes', () => {
    const form = orderForm();
    form.applyServerIssues([
      { Key: 'Code', Value: 'This code is taken.', Rule: 'order.code.unique', Path: '/Code' },
      { Key: 'Lines.0.ItemId', Value: 'No such item.' },
      { Key: '', Value: 'Not today.', Path: '' },
    ]);
    expect(form.view('/Code').issues).toMatchObject([
      { rule: 'order.code.unique', message: 'This code is taken.' },
    ]);
    expect(form.view('/Lines/0/ItemId').issues).toMatchObject([{ message: 'No such item.' }]);
    expect(form.status().recordIssues).toMatchObject([{ message: 'Not today.' }]);
    form.change('/Code', 'B');
    expect(form.view('/Code').issues).toEqual([]);
    expect(form.status().recordIssues).toEqual([]);
    expect(form.view('/Lines/0/ItemId').issues).toHaveLength(1);
    expect(form.submit().kind).toBe('ready');
  });

  it('asks the server about a unique value when the field is left', async () => {
    const taken = {
      rule: 'order.code.unique',
      path: '/Code',
      level: 'error',
      message: 'order.code.unique',
      params: {},
    } as const;
    const checkRemote = vi.fn(async () => [taken]);
    const form = orderForm(storedOrder, { checkRemote });
    form.touch('/Name');
    expect(checkRemote).not.toHaveBeenCalled();
    form.change('/Code', 'A');
    form.touch('/Code');
    await vi.waitFor(() => expect(form.view('/Code').issues).toEqual([taken]));
    form.change('/Code', 'AB');
    expect(form.view('/Code').issues).toEqual([]);
  });

  it('ignores an answer about a value that has changed since', async () => {
    let answer: (issues: never[]) => void = () => undefined;
    const taken = { rule: 'order.code.unique', path: '/Code', level: 'error', message: 'm', params: {} };
    const checkRemote = () =>
      new Promise<never[]>((resolve) => {
        answer = resolve;
      });
    const form = orderForm(storedOrder, { checkRemote });
    form.change('/Code', 'A');
    form.touch('/Code');
    form.change('/Code', 'AB');
    answer([taken] as never[]);
    await Promise.resolve();
    await Promise.resolve();
    expect(form.view('/Code').issues).toEqual([]);
  });
});

describe('saving', () => {
  it('sends writable fields, references as ids, cleared fields as null', () => {
    const form = orderForm({
      ...storedOrder,
      Start: '2026-01-01',
      BrandId: id(21),
      Brand: { Id: id(21), Name: 'B' },
    });
    form.change('/Start', '');
    form.change('/Lines/0/Excluded', [{ Id: id(2), Name: 'Item 2' }]);
    const result = form.submit();
    expect(result.kind === 'ready' && result.payload).toEqual({
      Id: id(1),
      Revision: 3,
      Name: 'Order',
      Kind: 'plain',
      Start: null,
      BrandId: id(21),
      Guess: 40,
      Lines: [
        { ItemId: id(1), Count: 1, Price: 10, IsOptional: true, IsMain: null, Excluded: [id(2)] },
        { ItemId: id(2), Count: 1, Price: 10, IsOptional: true, IsMain: null, Excluded: [id(1)] },
      ],
    });
  });

  it('is dirty by comparison: restoring a value makes it clean', () => {
    const form = orderForm();
    form.change('/Name', 'Ordre');
    form.change('/Lines/0/Count', 2);
    expect(form.status().dirty).toBe(true);
    form.change('/Name', 'Order');
    form.change('/Lines/0/Count', 1);
    expect(form.status().dirty).toBe(false);
    form.moveRow('/Lines', 0, 1);
    expect(form.status().dirty).toBe(true);
    form.moveRow('/Lines', 0, 1);
    expect(form.status().dirty).toBe(false);
  });

  it('reverts to the stored values', () => {
    const form = orderForm();
    const heard = vi.fn();
    form.subscribe('/Name', heard);
    form.change('/Name', 'x');
    form.submit();
    form.reset();
    expect(form.view('/Name')).toMatchObject({ value: 'Order', issues: [] });
    expect(form.status()).toMatchObject({ dirty: false, submitted: false, errorCount: 0 });
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('keeps edits made while the save was in progress', () => {
    const form = orderForm();
    form.change('/Name', 'Ordre');
    form.change('/Kind', 'priced');
    form.submit();
    form.change('/Kind', 'other');
    form.saved({ ...storedOrder, Name: 'ORDRE', Kind: 'priced', Revision: 4 });
    expect(form.record()).toMatchObject({ Name: 'ORDRE', Kind: 'other', Revision: 4 });
    expect(form.stored()).toMatchObject({ Kind: 'priced' });
    expect(form.status()).toMatchObject({ dirty: true, submitted: false });
    form.change('/Kind', 'priced');
    expect(form.status().dirty).toBe(false);
  });

  it('names the fields changed on both sides, and merges them by choice', () => {
    const form = orderForm();
    form.change('/Name', 'Mine');
    form.change('/Kind', 'mine');
    const current = { ...storedOrder, Name: 'Theirs', Code: 'T', Revision: 4 };
    expect(form.conflict(current)).toEqual([
      { path: '/Name', base: 'Order', mine: 'Mine', theirs: 'Theirs', both: true },
      { path: '/Kind', base: 'plain', mine: 'mine', theirs: 'plain', both: false },
      { path: '/Code', base: undefined, mine: undefined, theirs: 'T', both: false },
    ]);
    form.merge(current, { '/Name': 'theirs' });
    expect(form.record()).toMatchObject({ Name: 'Theirs', Kind: 'mine', Code: 'T', Revision: 4 });
    expect(form.status().dirty).toBe(true);
  });

  it('an error at a field that is not placed still prevents saving', () => {
    const form = orderForm({ ...storedOrder, Name: 'x' }, { placed: ['Kind', 'Lines'] });
    expect(form.view('/Name').visible).toBe(false);
    expect(form.view('/Lines/0/Count').visible).toBe(true);
    expect(form.submit()).toEqual({ kind: 'invalid', first: '/Name' });
  });
});
