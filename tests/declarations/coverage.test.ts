import { describe, expect, it } from 'vitest';
import { type GridBlock, matches } from '#engine';
import { realModel } from './realModel.ts';

const screen = (id: string) => {
  const found = realModel().screens.get(id);
  if (!found) throw new Error(`There is no screen ${id}.`);
  return found;
};
const grid = (id: string, name: string) => screen(id).blocks.find((one) => one.id === name) as GridBlock;
const feature = (...anyOf: string[]) => ({ kind: 'feature', anyOf });

describe('coverage screens', () => {
  it('C-022 C-023 coverage groups: add, edit, and edit of a selected one, with the right to see groups', () => {
    for (const id of ['coverage-groups', 'coverage-group-create', 'coverage-group'])
      expect(screen(id).access).toEqual(feature('Product.CoverageGroups.View'));
    expect(screen('coverage-group').route).toBe('/products/:productId/coverage-groups/:coverageId');
  });

  it('C-024 C-025 coverage items: add, edit, and edit of a selected one, with the right to see items', () => {
    for (const id of ['coverage-items', 'coverage-item-create', 'coverage-item'])
      expect(screen(id).access).toEqual(feature('Product.CoverageItems.View'));
    expect(screen('coverage-item').route).toBe('/products/:productId/coverage-items/:coverageId');
  });

  it('C-210 C-211 rows open with the right to edit, before or after launch', () => {
    for (const name of ['coverage-items', 'coverage-groups'])
      expect(grid('product', name).edit?.form.save.access).toEqual(
        feature('Product.CoverageItems.Edit', 'Product.CoverageItems.Edit.AfterLaunch'),
      );
  });

  it('C-248 the items of the product are loaded from page 1, a thousand at once', () => {
    expect(grid('product', 'coverage-items')).toMatchObject({
      find: '/product/coverageitem',
      pageSize: 1000,
      where: [{ path: 'ProductId', operator: 'eq' }],
    });
  });

  it('R-056 R-302 the product page has the settings of the products in its group', () => {
    expect(grid('product', 'group-settings')).toMatchObject({
      entity: 'product-group-product-setting',
      edit: { form: { save: { access: feature('Product.ProductGroup.Create') } } },
    });
  });
});

describe('the components of a coverage item', () => {
  const rule = realModel()
    .entities.get('coverage-item')
    ?.rules.options.find(({ id }) => id === 'coverage-item.components-active');
  const component = (Category: string, IsActive = true) => ({
    Id: '1',
    IsActive,
    ComponentType: { Category },
  });
  const offered = (ClaimsLayoutTypeId: number) => {
    const filter = rule?.where?.bind({ root: {}, vars: { owner: { ClaimsLayoutTypeId }, record: {} } });
    if (!filter) throw new Error('The rule has no condition.');
    return ['Regular', 'Maintenance'].filter((category) => matches(filter, component(category)));
  };

  it('C-149 are those of the product’s current claims layout', () => {
    expect(offered(0)).toEqual(['Regular', 'Maintenance']);
    expect(offered(1)).toEqual(['Regular']);
    expect(offered(2)).toEqual(['Maintenance']);
    expect(offered(3)).toEqual(['Regular', 'Maintenance']);
    expect(offered(4)).toEqual(['Regular']);
  });

  it('C-186 are active', () => {
    const filter = rule?.where?.bind({ root: {}, vars: { owner: { ClaimsLayoutTypeId: 0 }, record: {} } });
    expect(filter && matches(filter, component('Regular', false))).toBe(false);
  });
});
