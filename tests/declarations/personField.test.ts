/** A person field that a configurator adds is like one of the files. */
import { describe, expect, it } from 'vitest';
import { type Change, checkOverlay, type GridBlock } from '#engine';
import { compiledOnce } from '../support/parseOnce.ts';
import { realDeclarations } from './realModel.ts';

const title = { 'en-CA': 'Owner', 'fr-CA': 'Responsable' };
const field = (more: object) =>
  ({ kind: 'field', name: 'product.OwnerId', type: 'person', title, ...more }) as Change;
const check = (...changes: readonly Change[]) => checkOverlay(realDeclarations().set, changes, compiledOnce);

describe('a person field of an overlay', () => {
  it('limits whom it names, starts with the creator and has a filter with the people it offers', () => {
    const account = { roles: ['admin'], feature: 'User.Manage', default: 'creator' };
    const place = { kind: 'place', name: 'products.products.filter.OwnerId', screen: 'products' };
    const { findings, compilation } = check(field({ account }), {
      ...place,
      block: 'products',
      as: 'filter',
      field: 'OwnerId',
    } as Change);
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    const product = compilation.model.entities.get('product');
    expect(product?.fieldByPath.get('OwnerId')).toMatchObject({
      kind: 'person',
      account,
      expand: { as: 'Owner', fields: ['Id', 'DisplayName', 'IsActive'] },
      ref: { entity: 'user', find: '/person/product.OwnerId' },
    });
    expect(product?.defaults.map(({ field: path }) => path)).toContain('OwnerId');
    const filters = [...(compilation.model.screens.get('products')?.blocks ?? [])]
      .filter((block): block is GridBlock => block.kind === 'grid')
      .flatMap((block) => block.filters);
    expect(filters.find(({ path }) => path === 'OwnerId')).toMatchObject({
      ...{ operator: 'in', optionsFrom: '/person/product.OwnerId?inactive=true', label: 'DisplayName' },
    });
  });

  it('is refused with roles and features that do not exist, and with words of other types', () => {
    for (const more of [
      { account: { roles: ['nobody-has-this'] } },
      { account: { feature: 'No.Such' } },
      { account: { default: 'somebody' } },
      { account: { roles: [] } },
      { maxLength: 5 },
      { reference: 'product' },
    ])
      expect(check(field(more)).findings.length, JSON.stringify(more)).toBeGreaterThan(0);
    expect(check({ ...field({}), type: 'text', account: {} } as Change).findings.length).toBeGreaterThan(0);
  });
});
