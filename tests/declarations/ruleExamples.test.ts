/**
 * Examples of a rule: every value that decides the verdict can be filled in, and the browser agrees with the
 * publication.
 */
import { expect, it } from 'vitest';
import { type Change, checkOverlay, type DataRecord, type Model, type RuleChange } from '#engine';
import { judge } from '../../renderer/configure/rules/judge.ts';
import { exampleReads, formOfRule, withValue } from '../../renderer/configure/rules/ruleForm.ts';
import { inspection } from '../support/inspection.ts';
import { compiledOnce } from '../support/parseOnce.ts';
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

type Example = { readonly title: string; readonly record: object; readonly holds: boolean };

const tried = (change: RuleChange, examples: readonly Example[]) => {
  const shipped = inspection.filter(({ kind }) => kind !== 'rule');
  const placed = [...shipped, ...hiddenTwice, { ...change, examples }];
  const { findings, compilation } = checkOverlay(realDeclarations().set, placed as Change[], compiledOnce);
  const errors = findings.filter(({ level }) => level === 'error');
  return { model: compilation.model, errors };
};

const offered = (change: RuleChange, model: Model) => {
  const entity = model.entities.get('product');
  return entity ? exampleReads(formOfRule(change), entity) : [];
};

it('every field its verdict depends on can be filled in: those of conditions, and inputs of computed ones', () => {
  const { model } = tried(rule({}), []);
  const names = offered(rule({}), model);
  expect([...names].sort()).toEqual(['InspectionBase', 'InspectionFee', 'InspectionRequired']);
  const brand = rule({ check: "Brand.Name != 'X'", at: ['BrandId'], when: 'IsPromotion = true' });
  expect(offered(brand, model)).toEqual(expect.arrayContaining(['Brand.Name', 'IsPromotion']));
});

const given: Readonly<Record<string, object>> = {
  nothing: {},
  irrelevant: { InspectionBase: 500 },
  'relevant and low': { InspectionRequired: true, InspectionFee: 5, InspectionBase: 10 },
  'relevant and high': { InspectionRequired: true, InspectionFee: 5, InspectionBase: 500 },
  'half hidden': { InspectionRequired: false, InspectionFee: 5, InspectionBase: 500 },
};

it.each(['error', 'warning'] as const)(
  'the browser reports the same about examples as a publication: %s',
  (level) => {
    const change = rule({ level });
    const form = formOfRule(change);
    const records = Object.entries(given).map(([title, values]) => ({
      title,
      record: Object.entries(values).reduce<DataRecord>(
        (one, [name, value]) => withValue(one, name, value),
        {},
      ),
    }));
    // Each claimed both ways: a publication refuses exactly the claim that the browser contradicts.
    const claims = records.flatMap(({ title, record }) =>
      [true, false].map((holds) => ({ title: `${title}: ${holds}`, record, holds })),
    );
    const { model, errors } = tried(change, claims);
    const contradicted = claims.flatMap(({ record, holds }, at) =>
      judge(form, record, model) === holds ? [] : [`/examples/${at}`],
    );
    expect(contradicted).toHaveLength(records.length);
    expect(errors.map(({ at }) => at)).toEqual(contradicted);
  },
);

it('an unreadable rule has no verdict', () => {
  const { model } = tried(rule({}), []);
  expect(judge(formOfRule(rule({ check: 'InspectionTotal <' })), {}, model)).toBeUndefined();
});
