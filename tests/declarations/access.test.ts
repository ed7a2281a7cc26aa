import { describe, expect, it } from 'vitest';
import { realModel } from './realModel.ts';

const held = (role: string) => new Set(realModel().roles.get(role)?.features);
const all = () => [...realModel().features.keys()];

/** Every feature the catalogue and the configuration specification name. */
const named =
  'Pricing.Automated.Adjustment Product.Plan.View Product.Plan.Edit Product.CoverageGroups.View Product.CoverageItems.View Product.CoverageItems.Edit Product.CoverageItems.Edit.AfterLaunch Product.Parameters.View Product.Parameters.Edit Product.New.Create Product.Version.Create Product.Subversion.Create Product.Copy.Create Product.ProductDocuments.Edit Product.Menu Product.ProductType.View Product.ProductGroup.View Product.ProductGroup.Create ProductRelationship.View ProductRelationship.Edit Product.PlanCodes.Upload Product.EligibilityCriteria.View Product.EligibilityCriteria.Edit Product.EligibilityCode.Edit Product.Options.View Product.Options.Edit Product.LimitsofLiability.View Product.LimitsofLiability.Edit.AfterLaunch ProductLienholder.Edit Financing.Program.View Product.OtherConfiguration.Edit Product.FinancingProgram.Edit Product.CertificationProgram.Edit Product.General.Deactivate Product.General.EditActive Product.General.Edit Product.SuperUser.RefreshCache Product.Markup.Edit Product.DeductibleGroups.Edit Product.PPMIntervals.Edit'.split(
    ' ',
  );

describe('access', () => {
  it('C-207 R-294 every named feature exists', () => {
    expect(named.filter((feature) => !realModel().features.has(feature))).toEqual([]);
  });

  it('the administrator holds every feature', () => {
    expect(all().filter((feature) => !held('admin').has(feature))).toEqual([]);
  });

  it('the viewer holds every View and menu feature and no other', () => {
    expect([...held('viewer')].sort()).toEqual(
      all()
        // Lets its holder edit, despite its name.
        .filter((feature) => /\.(View|Menu)$/.test(feature) && feature !== 'PayerPayee.Menu')
        .sort(),
    );
  });

  it('the manager does product work, without exceptions after launch', () => {
    for (const feature of [
      'Product.New.Create',
      'Product.General.Edit',
      'Product.Plan.Edit',
      'Product.General.Deactivate',
    ])
      expect(held('manager')).toContain(feature);
    expect([...held('manager')].filter((feature) => /AfterLaunch|EditActive/.test(feature))).toEqual([]);
  });

  it('the configurator edits no product', () => {
    expect(held('configurator')).toContain('Configuration.Edit');
    expect(
      [...held('configurator')].filter((feature) => /^Product.*\.(Edit|Create|Upload)/.test(feature)),
    ).toEqual([]);
  });

  it('every area has its role', () => {
    expect([...realModel().roles.keys()]).toEqual([
      'admin',
      'manager',
      'pricing',
      'viewer',
      'configurator',
      'profiles',
      'dealer-principal',
      'finance-manager',
      'area-manager',
      'reports',
    ]);
  });
});
