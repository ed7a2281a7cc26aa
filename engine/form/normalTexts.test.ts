import { describe, expect, it } from 'vitest';
import { orderForm } from './testForm.ts';

describe('texts of a form', () => {
  it('C4: are normalized when their field is left or the form is submitted', () => {
    const form = orderForm();
    form.change('/Name', ' \u200bGold  Plan\u00a0');
    expect(form.view('/Name').value).toBe(' \u200bGold  Plan\u00a0');
    form.touch('/Name');
    expect(form.view('/Name').value).toBe('Gold  Plan');
    form.change('/Name', 'Silver ');
    const sent = form.submit();
    expect(sent).toMatchObject({ kind: 'ready', payload: { Name: 'Silver' } });
  });

  it('C4: stored texts that are not normalized do not count as changes', () => {
    const form = orderForm();
    const stored = { ...form.record(), Name: 'Gold ' };
    const old = orderForm(stored);
    old.touch('/Name');
    expect(old.view('/Name').value).toBe('Gold ');
    expect(old.status().dirty).toBe(false);
  });
});
