import { expect, it } from 'vitest';
import { judge } from './judge.ts';
import { emptyRule, formOfRule, ruleChangeOf, withCheck, withValue } from './ruleForm.ts';

const fee = {
  ...emptyRule('product'),
  check: 'InspectionFee < 0.05 * DapMaximum',
  message: { 'en-CA': 'The fee is too high.', 'fr-CA': 'Les frais sont trop élevés.' },
  at: ['InspectionFee'],
};

it('a rule is a change once it says what must hold and what is said; it waits for what it compares', () => {
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

it('an example is judged as the rule will judge records', () => {
  expect(judge(fee, { InspectionFee: 4, DapMaximum: 100 })).toBe(true);
  expect(judge(fee, { InspectionFee: 5, DapMaximum: 100 })).toBe(false);
  expect(judge(fee, { InspectionFee: 5 })).toBe(true);
  expect(judge({ ...fee, check: 'InspectionFee <' }, {})).toBeUndefined();
  expect(withValue({ A: 1, B: 2 }, 'A', null)).toEqual({ B: 2 });
});

it('the message stands at the field a rule looks at first, until somebody chooses others', () => {
  const fields = [{ path: 'InspectionFee' }, { path: 'BrandId', expand: { as: 'Brand' } }] as never;
  const typed = withCheck(emptyRule('product'), 'InspectionFee < 0.05 * DapMaximum', fields);
  expect(typed.at).toEqual(['InspectionFee']);
  expect(withCheck(typed, "Brand.Name != 'X'", fields).at).toEqual(['BrandId']);
  expect(withCheck({ ...typed, at: [] }, "Brand.Name != 'X'", fields).at).toEqual([]);
});
