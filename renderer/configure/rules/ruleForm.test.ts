import { expect, it } from 'vitest';
import { emptyRule, formOfRule, ruleChangeOf, valueAtName, withCheck, withValue } from './ruleForm.ts';

const fee = {
  ...emptyRule('product'),
  check: 'InspectionFee < 0.05 * DapMaximum',
  message: { 'en-CA': 'The fee is too high.', 'fr-CA': 'Les frais sont trop élevés.' },
  at: ['InspectionFee'],
};

it('makes a change once check and message are given; by default it waits for the compared fields', () => {
  expect(ruleChangeOf({ ...fee, message: { 'en-CA': 'The fee is too high.' } })).toBeUndefined();
  expect(ruleChangeOf({ ...fee, check: '' })).toBeUndefined();
  const change = ruleChangeOf(fee);
  expect(change).toMatchObject({
    name: 'product.the-fee-is-too-high',
    when: '$has(InspectionFee) and $has(DapMaximum)',
    level: 'error',
  });
  expect(ruleChangeOf({ ...fee, looked: 'always' })).not.toHaveProperty('when');
  expect(ruleChangeOf(formOfRule(change as never))).toEqual(change);
});

it('stores example values where rules read them, also in referenced records', () => {
  expect(withValue({ A: 1, B: 2 }, 'A', null)).toEqual({ B: 2 });
  const named = withValue({ A: 1 }, 'Brand.Name', 'X');
  expect(named).toEqual({ A: 1, Brand: { Name: 'X' } });
  expect(valueAtName(named, 'Brand.Name')).toBe('X');
  expect(valueAtName(named, 'Maker.Name')).toBeUndefined();
  expect(withValue(named, 'Brand.Name', '')).toEqual({ A: 1 });
});

it('shows the message at the first field of the check, until others are chosen', () => {
  const fields = [{ path: 'InspectionFee' }, { path: 'BrandId', expand: { as: 'Brand' } }] as never;
  const typed = withCheck(emptyRule('product'), 'InspectionFee < 0.05 * DapMaximum', fields);
  expect(typed.at).toEqual(['InspectionFee']);
  expect(withCheck(typed, "Brand.Name != 'X'", fields).at).toEqual(['BrandId']);
  expect(withCheck({ ...typed, at: [] }, "Brand.Name != 'X'", fields).at).toEqual([]);
});
