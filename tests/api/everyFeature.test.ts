/**
 * Each feature that the specifications name for a screen, tested both ways: with that feature alone the
 * screen opens and its records are read; with every other feature, neither.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '#engine';
import { mayOpen } from '../../renderer/data/mayOpen.ts';
import { type Running, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

type Row = {
  readonly ids: string;
  readonly feature: string;
  /** Addresses of screens that only this feature opens. */
  readonly screens: readonly string[];
  /** Lists that need it; P is a product. */
  readonly reads?: readonly string[];
};

const rows: readonly Row[] = [
  {
    ids: 'C-020 C-021',
    feature: 'Product.Plan.View',
    screens: ['/products/P/plans', '/products/P/plans/add', '/products/P/plans/1'],
    reads: ['/product/plan'],
  },
  {
    ids: 'C-022 C-023',
    feature: 'Product.CoverageGroups.View',
    screens: [
      '/products/P/coverage-groups',
      '/products/P/coverage-groups/add',
      '/products/P/coverage-groups/1',
    ],
    reads: ['/product/coveragegroup'],
  },
  {
    ids: 'C-024 C-025',
    feature: 'Product.CoverageItems.View',
    screens: ['/products/P/coverage-items', '/products/P/coverage-items/add', '/products/P/coverage-items/1'],
    reads: ['/product/coverageitem'],
  },
  {
    ids: 'C-027 R-309',
    feature: 'Product.Parameters.View',
    screens: ['/products/P/parameters', '/products/P/parameters/1'],
  },
  { ids: 'C-029', feature: 'Product.New.Create', screens: ['/products/new'] },
  {
    ids: 'C-036',
    feature: 'Product.ProductDocuments.Edit',
    screens: ['/products/P/documents', '/products/P/documents/add'],
  },
  { ids: 'C-040', feature: 'Product.Menu', screens: ['/products'] },
  {
    ids: 'C-046 R-317',
    feature: 'ProductRelationship.View',
    screens: ['/product-relationships', '/product-relationships/1'],
    reads: ['/productrelationship'],
  },
  { ids: 'C-045 C-047 R-318', feature: 'ProductRelationship.Edit', screens: ['/product-relationships/new'] },
  { ids: 'C-042', feature: 'Product.ProductType.View', screens: ['/product-types', '/product-types/1'] },
  { ids: 'C-044', feature: 'Product.ProductGroup.View', screens: ['/product-groups', '/product-groups/1'] },
  {
    ids: 'C-051 R-311',
    feature: 'Product.EligibilityCriteria.Edit',
    screens: [
      '/products/P/eligibility/add',
      '/products/P/plans/1/eligibility/add',
      '/products/P/coverage-items/1/eligibility/add',
    ],
  },
  {
    ids: 'C-052 R-310',
    feature: 'Product.EligibilityCriteria.View',
    screens: [
      '/products/P/eligibility',
      '/products/P/plans/1/eligibility',
      '/products/P/coverage-items/1/eligibility',
    ],
  },
  {
    ids: 'C-054 R-312',
    feature: 'Product.EligibilityCode.Edit',
    screens: ['/products/P/eligibility-codes/add'],
  },
  {
    ids: 'C-056 R-314',
    feature: 'Product.Options.Edit',
    screens: ['/products/P/options', '/products/P/plans/1/options', '/products/P/coverage-items/1/options'],
  },
  {
    ids: 'C-057 R-313',
    feature: 'Product.Options.View',
    screens: [
      '/products/P/options/1',
      '/products/P/plans/1/options/1',
      '/products/P/coverage-items/1/options/1',
    ],
  },
  {
    ids: 'C-059 R-316',
    feature: 'Product.LimitsofLiability.View',
    screens: ['/products/P/limits-of-liability', '/products/P/limits-of-liability/1'],
    reads: ['/products/limitofliability'],
  },
  { ids: 'H-014', feature: 'Profile.Menu', screens: ['/profile', '/profile?typeid=3'] },
];

describe('a screen and its data need the feature named for them', () => {
  let app: Running;
  let model: Model;

  beforeAll(async () => {
    const roles = rows.flatMap(({ feature }) => [
      [`only ${feature}`, { features: [feature] }],
      [`all but ${feature}`, { features: ['*'], except: [feature] }],
    ]);
    const added = withRoles(Object.fromEntries(roles));
    model = added.compilation.model;
    app = await startApp({ store: 'memory', added });
  });

  it.each(rows)('$ids: $feature', async ({ feature, screens, reads = [] }) => {
    for (const [role, may] of [
      [`only ${feature}`, true],
      [`all but ${feature}`, false],
    ] as const) {
      const ask = await app.as(role);
      const { Features } = (await ask('GET', '/session')).body;
      expect(Features.includes(feature), role).toBe(may);
      for (const address of screens)
        expect(mayOpen(model, address, Features), `${role}: ${address}`).toBe(may);
      for (const path of reads) {
        const { status } = await ask('GET', `${path}?pageSize=1`);
        expect(status, `${role}: GET ${path}`).toBe(may ? 200 : 403);
      }
    }
  });

  it('C-038 the page of a product needs a login and no feature', async () => {
    expect(mayOpen(model, '/products/1', [])).toBe(true);
    const [only] = rows;
    const ask = await app.as(`only ${only?.feature}`);
    const admin = await app.as('admin');
    const { Items } = (await admin('GET', '/product?pageSize=1')).body;
    expect((await ask('GET', `/product/${Items[0].Id}`)).status).toBe(200);
    expect((await (await app.as())('GET', `/product/${Items[0].Id}`)).status).toBe(401);
  });
});
