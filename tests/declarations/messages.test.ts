import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileModel, formatMessage, hasMessage, locales, parseExpression } from '#engine';
import { readDeclarations } from '../../server/node/readDeclarations.ts';
import { realModel } from './realModel.ts';

/** Texts quoted from the specifications, letter by letter, with a plan or a name in place of [0]. */
const quoted: readonly { ids?: string; key: string; params?: Record<string, string>; text: string }[] = [
  { key: 'screen.products', text: 'Products' },
  { key: 'product.create', text: 'Create product' },
  { key: 'product.save-and-configure', text: 'Save & Configure' },
  {
    ids: 'C-202',
    key: 'product.end-in-future',
    text: '<b>Error</b>, Product End Date must be a date in the future.',
  },
  {
    ids: 'C-204',
    key: 'product.end-after-launch',
    text: '<b>Error</b>, Product End Date must be after Launch Date.',
  },
  {
    key: 'product.launch.confirm',
    text: 'Are you sure you want to manually launch the product?',
  },
  { key: 'plan.column.plan', text: 'Plan' },
  { key: 'plan.column.source-name', text: 'Source Name' },
  { key: 'plan.column.sort-order', text: 'Sort Order' },
  { key: 'field.plan.Name', text: 'Plan Name' },
  { key: 'field.plan.SourceName', text: 'Plan Source Name' },
  { ids: 'C-097 R-087 R-089', key: 'field.plan.IsFree', text: 'Zero Dollar Purchase Allowed' },
  { key: 'plan.coverage.add', text: '+ Add Coverage Item or Group' },
  { key: 'plan.coverage.available', text: 'Available Items/Groups' },
  { key: 'plan.coverage.inclusion', text: 'Plan Inclusion' },
  { key: 'plan.column.groups', text: 'Coverage Group(s)' },
  { key: 'plan.column.items', text: 'Coverage Item(s)' },
  { key: 'plan.column.exclusions', text: 'Mutual Exclusion(s)' },
  { key: 'plan.column.inclusions', text: 'Mutual Inclusion(s)' },
  { key: 'plan.column.inclusion', text: 'Plan Inclusion' },
  { key: 'plan.mutuals.none', text: 'None' },
  { key: 'plan.mutuals.exclusion', text: 'Mutual Exclusion' },
  { key: 'plan.mutuals.inclusion', text: 'Mutual Inclusion' },
  { key: 'plan.add', text: 'Add Plan' },
  {
    ids: 'C-175 R-282',
    key: 'plan.coverage.incomplete',
    text: 'Both coverage item and inclusion value must be selected.',
  },
  { ids: 'C-176 R-283', key: 'plan.mutuals.incomplete', text: 'Please complete the required fields.' },
  { ids: 'C-330 R-456', key: 'plan.update.failed', text: 'Could not update plan' },
  { ids: 'C-331 R-457', key: 'plan.create.failed', text: 'New plan could not be added.' },
  { ids: 'C-332 R-458', key: 'plan.remove.failed', text: 'Error occurred removing plan' },
  {
    ids: 'C-351 R-442',
    key: 'plan.remove.confirm',
    params: { name: 'Gold' },
    text: "Are you sure you want to delete the Plan 'Gold'?",
  },
  {
    ids: 'C-181',
    key: 'coverage-group.in-use',
    params: { names: 'Gold, Silver' },
    text: 'The coverage group cannot be deleted as it is used in the following: Gold, Silver',
  },
  {
    ids: 'C-185',
    key: 'coverage-item.components-not-mixed',
    text: 'Maintenance and Regular components cannot be defined in the same coverage item',
  },
];

describe('messages', () => {
  for (const { ids, key, params, text } of quoted)
    it(`${ids ? `${ids} ` : ''}'${text}'`, () => {
      expect(formatMessage(realModel(), 'en-CA', key, params)).toBe(text);
    });

  it('C-173 R-280 a duplicate plan name is reported in the person’s language', () => {
    expect(formatMessage(realModel(), 'en-CA', 'plan.name.unique')).toMatch(
      /^A plan with this name already exists/,
    );
    expect(formatMessage(realModel(), 'fr-CA', 'plan.name.unique')).toMatch(
      /^Un plan portant ce nom existe déjà/,
    );
  });

  const examples = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.each(['.', ...examples.map(({ name }) => `examples/${name}`)])(
    '%s has a name for every area of entities on the configuration page',
    async (application) => {
      const { set } = await readDeclarations('.', application);
      const { model } = compileModel(set, { parse: parseExpression });
      const areas = new Set([...model.entities.values()].map(({ area }) => area));
      expect(areas.size).toBeGreaterThan(1);
      const keys = [...areas].map((area) => `configure.area.${area}`);
      const missing = locales.flatMap((locale) => keys.filter((key) => !hasMessage(model, locale, key)));
      expect(missing).toEqual([]);
    },
  );
});
