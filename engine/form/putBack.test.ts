/** Undoing the removal of a row restores its values, emptied and overridden fields, position and checks. */
import { expect, it } from 'vitest';
import { id, line, orderForm, storedOrder } from './testForm.ts';

const three = { ...storedOrder, Lines: [line(1), line(2), line(3)] };

it('returns to its place with entered and cleared values, and the form is as clean as before', () => {
  const form = orderForm(three);
  const back = form.removeRow('/Lines', 1);
  expect(form.view('/Total').value).toBe(20);
  back();
  expect(form.record().Lines).toEqual(three.Lines);
  expect(form.status()).toMatchObject({ dirty: false, errorCount: 0 });
  // A default must not replace what a person has emptied.
  form.change('/Lines/1/Count', null);
  form.change('/Lines/1/Price', 7);
  form.removeRow('/Lines', 1)();
  expect(form.view('/Lines/1/Count').value ?? null).toBeNull();
  expect(form.view('/Lines/1/Price').value).toBe(7);
});

it('returns only once, and at the end if the list has become shorter', () => {
  const form = orderForm(three);
  const back = form.removeRow('/Lines', 2);
  form.removeRow('/Lines', 0);
  back();
  back();
  const items = (form.record().Lines as { ItemId: string }[]).map(({ ItemId }) => ItemId);
  expect(items).toEqual([id(2), id(3)]);
});

it('gets its checks and relations back', () => {
  const form = orderForm({ ...storedOrder, Lines: [line(1), line(2)] });
  form.change('/Lines/0/Excluded', [{ Id: id(2) }]);
  form.change('/Lines/1/ItemId', id(1));
  form.submit();
  const before = form.status().errorCount;
  expect(before).toBeGreaterThan(0);
  const back = form.removeRow('/Lines', 1);
  expect(form.status().errorCount).toBe(0);
  back();
  expect(form.status().errorCount).toBe(before);
  expect(form.view('/Lines/1/ItemId').issues).toMatchObject([{ rule: 'once' }]);
});

it('returns as a new row if the record was saved without it meanwhile', () => {
  const form = orderForm({ ...storedOrder, Lines: [line(1, { Id: id(11) }), line(2, { Id: id(12) })] });
  const back = form.removeRow('/Lines', 1);
  form.saved({ ...storedOrder, Revision: 4, Lines: [line(1, { Id: id(11) })] });
  back();
  expect(form.record().Lines).toMatchObject([{ Id: id(11) }, { ItemId: id(2), Price: 10 }]);
  expect((form.record().Lines as { Id?: string }[])[1]?.Id).toBeUndefined();
  expect(form.status().dirty).toBe(true);
});
