import { describe, expect, it } from 'vitest';
import { realModel } from './realModel.ts';

const entity = (id: string) => realModel().entities.get(id);
const names = (id: string) =>
  new Set(entity(id)?.fields.flatMap(({ name, expand }) => (expand ? [name, expand.as] : [name])));
const field = (id: string, path: string) => entity(id)?.fieldByPath.get(path);

describe('entities have the fields of the specification', () => {
  it('C-113 R-155 plan', () => {
    for (const name of [
      'Id',
      'ProductId',
      'Name',
      'SourceName',
      'SortOrder',
      'IsFree',
      'PlanCoverageItems',
      'PlanCoverageGroups',
    ])
      expect(names('plan')).toContain(name);
  });

  it('C-114 R-156 plan coverage item', () => {
    expect(field('plan', 'PlanCoverageItems.CoverageItemId')?.expand).toMatchObject({ as: 'CoverageItem' });
    expect(field('plan', 'PlanCoverageItems.CoverageItemId')?.expand?.fields).toEqual(
      expect.arrayContaining(['Id', 'Name']),
    );
    expect(field('plan', 'PlanCoverageItems.IsOptional')?.kind).toBe('boolean');
    for (const list of ['ExcludedCoverageItems', 'IncludedCoverageItems'])
      expect(field('plan', `PlanCoverageItems.${list}`)).toMatchObject({
        kind: 'references',
        ref: { entity: 'coverage-item' },
      });
  });

  it('C-115 R-157 plan coverage group', () => {
    const group = field('plan', 'PlanCoverageGroups.CoverageGroupId');
    expect(group?.expand?.as).toBe('CoverageGroup');
    expect(group?.expand?.fields).toEqual(expect.arrayContaining(['Id', 'Name', 'CoverageItems']));
    expect(field('plan', 'PlanCoverageGroups.IsOptional')?.kind).toBe('boolean');
  });

  it('C-106 the product group of a product has Id, Name and Brand', () => {
    expect(field('product', 'ProductGroupId')?.expand).toMatchObject({ as: 'ProductGroup' });
    expect(field('product', 'ProductGroupId')?.expand?.fields).toEqual(
      expect.arrayContaining(['Id', 'Name', 'Brand']),
    );
  });

  it('C-105 C-107 type and state of a product have Id and DisplayName', () => {
    expect(field('product', 'ProductTypeId')?.expand?.fields).toEqual(
      expect.arrayContaining(['Id', 'DisplayName']),
    );
    expect(field('product', 'ProductStateTypeId')?.expand?.fields).toEqual(['Id', 'Name', 'DisplayName']);
  });

  it('C-109 other settings', () => {
    for (const name of 'IsDapEligible IsNcpEligible DapMaximum IsEftEligible IsCcEftEligible IsDealerRewardsApplicable IsBmrApplicable IsTransferable IsAmendable IsCancellable IsCancellationFeeTaxable IsCancellableAfterFreeLookDays IsCfrbEligible VideoLink CancellationFee CancellationPenaltyMonths CancellationPenaltyIntervals ShopSupplyPercent FreeLookDays'.split(
      ' ',
    ))
      expect(names('product')).toContain(name);
  });

  it('C-112 coverage group', () => {
    for (const name of ['Id', 'Name', 'SourceName', 'Price', 'ProductId', 'CoverageItems'])
      expect(names('coverage-group')).toContain(name);
  });

  it('C-117 component', () => {
    for (const name of ['Id', 'Name', 'IsActive', 'ComponentType'])
      expect(names('component')).toContain(name);
    expect(field('component', 'ComponentTypeId')?.expand?.fields).toContain('Category');
  });

  it('C-120 product type', () => {
    for (const name of [
      'Name',
      'DisplayName',
      'ProductTypeCategory',
      'Description',
      'RateCardRequired',
      'AppearsOnContactReport',
      'SortOrder',
    ])
      expect(names('product-type')).toContain(name);
  });

  it('C-195 C-196 C-197 lengths of name, code and version', () => {
    expect(field('product', 'Name')).toMatchObject({ required: true, limits: { maxLength: 256 } });
    expect(field('product', 'Code')).toMatchObject({ required: true, limits: { maxLength: 256 } });
    expect(field('product', 'Version')).toMatchObject({ required: true, limits: { maxLength: 16 } });
  });

  it('C-198 C-199 required fields of a product, which do not include the group', () => {
    const required = entity('product')
      ?.fields.filter((one) => one.required)
      .map(({ name }) => name);
    expect(new Set(required)).toEqual(
      new Set([
        'Name',
        'Code',
        'Version',
        'BrandId',
        'ProductTypeId',
        'UnderwriterId',
        'QuoteExpiryInDays',
        'Description',
        'LaunchDate',
      ]),
    );
  });

  it('C-162 C-163 R-201 R-202 plans are ordered within their product', () => {
    expect(entity('plan')?.order).toEqual({ field: 'SortOrder', within: ['ProductId'] });
  });
});
