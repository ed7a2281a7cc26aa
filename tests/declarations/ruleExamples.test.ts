/** Examples of a rule: what can be filled in decides the verdict, and the browser says what a publication will say. */
import { expect, it } from 'vitest';
import { type Change, checkOverlay, type Model, type RuleChange } from '#engine';
import { judge } from '../../renderer/configure/rules/judge.ts';
import { exampleReads, formOfRule, withValue } from '../../renderer/configure/rules/ruleForm.ts';
import { inspection } from '../support/inspection.ts';
import { parseOnce } from '../support/parseOnce.ts';
import { realDeclarations } from './realModel.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const hiddenTwice: readonly Change[] = [
  {
    kind: 'field',
    name: 'product.InspectionBase',
    type: 'money',
    title: texts('Base'),
    visible: 'InspectionFee > 1',
  },
  {
    kind: 'field',
    name: 'product.InspectionTotal',
    type: 'money',
    title: texts('Total'),
    computed: { value: 'InspectionBase * 2' },
  },
];
const rule = (more: Partial<RuleChange>): RuleChange => ({
  kind: 'rule',
  name: 'product.inspection-total-low',
  check: 'InspectionTotal < 100',
  at: ['InspectionTotal'],
  level: 'error',
  message: texts('Too much.'),
  ...more,
});

const tried = (change: RuleChange, record: object, holds: boolean) => {
  const shipped = inspection.filter(({ kind }) => kind !== 'rule');
  const placed = [...shipped, ...hiddenTwice, { ...change, examples: [{ title: 'One', record, holds }] }];
  const { findings, compilation } = checkOverlay(realDeclarations().set, placed as Change[], {
    parse: parseOnce,
  });
  const errors = findings.filter(({ level }) => level === 'error');
  return { model: compilation.model, accepted: errors.length === 0, errors };
};

const offered = (change: RuleChange, model: Model) => {
  const entity = model.entities.get('product');
  return entity ? exampleReads(formOfRule(change), entity) : [];
};

it('every field its verdict hangs on can be filled in: of conditions, and of what goes into computed ones', () => {
  const { model } = tried(rule({}), {}, true);
  const names = offered(rule({}), model);
  expect([...names].sort()).toEqual(['InspectionBase', 'InspectionFee', 'InspectionRequired']);
  const brand = rule({ check: "Brand.Name != 'X'", at: ['BrandId'], when: 'IsPromotion = true' });
  expect(offered(brand, model)).toEqual(expect.arrayContaining(['Brand.Name', 'IsPromotion']));
});

it.each([
  ['nothing', {}],
  ['irrelevant', { InspectionBase: 500 }],
  ['relevant and low', { InspectionRequired: true, InspectionFee: 5, InspectionBase: 10 }],
  ['relevant and high', { InspectionRequired: true, InspectionFee: 5, InspectionBase: 500 }],
  ['half hidden', { InspectionRequired: false, InspectionFee: 5, InspectionBase: 500 }],
])('the browser says of an example what a publication says: %s', (_, given) => {
  const record = Object.entries(given).reduce((one, [name, value]) => withValue(one, name, value), {});
  for (const level of ['error', 'warning'] as const) {
    const change = rule({ level });
    const { model, errors } = tried(change, record, true);
    const said = judge(formOfRule(change), record, model);
    expect(said).toBe(errors.length === 0);
    expect(tried(change, record, !said).errors).toHaveLength(1);
  }
});

it('a rule that cannot be read is no verdict', () => {
  const { model } = tried(rule({}), {}, true);
  expect(judge(formOfRule(rule({ check: 'InspectionTotal <' })), {}, model)).toBeUndefined();
});
