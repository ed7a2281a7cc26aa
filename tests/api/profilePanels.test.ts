/**
 * What a dealer or an employee owns besides the profile itself: brands, products, licences, agreements,
 * sales, roles.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import {
  createProfileClients,
  sampleDealer as dealer,
  messagesOf,
  type ProfileClients,
} from './support/profileClients.ts';
import { appStores } from './support/startApp.ts';

const other = '7a7cae21-add6-5872-a65c-dfb116452165';
const [northline, mapleRidge, cascadia] = [
  '22b32d85-cc61-5af7-9011-9dafa0e3b3fe',
  'ad239afb-f63e-5af6-8096-83030ca5c6de',
  '4083d4a0-78e3-5896-8ea8-ca757b686a11',
];

describe.each(appStores)('panels of profiles, %s store', (kind) => {
  let { app, admin, profiles, viewer, manager, items, made, madeProfile, opensWith } = {} as ProfileClients;

  beforeAll(async () => {
    ({ app, admin, profiles, viewer, manager, items, made, madeProfile, opensWith } =
      await createProfileClients(kind));
    return () => app.store.close();
  });

  describe('brands', () => {
    const path = `/profile/dealer/${other}/brand`;

    it('H-136 H-222 H-225 one brand is the primary one: the first, the marked one, or the neighbour of a removed one', async () => {
      const first = await made(path, {
        BrandId: northline,
        BrandAccountNumber: 'N-1',
        RegionName: 'West',
        RegionRep: 'A',
        TerritoryName: 'Okanagan',
        TerritoryRep: 'B',
      });
      expect(first).toMatchObject({ IsPrimary: true, Brand: { Code: 'NLM', Name: 'Northline Motors' } });
      const second = await made(path, { BrandId: mapleRidge, IsPrimary: true });
      const third = await made(path, { BrandId: cascadia });
      const marks = async () =>
        Object.fromEntries((await items(path)).map(({ Id, IsPrimary }) => [Id, IsPrimary]));
      expect(await marks()).toEqual({
        [String(first.Id)]: false,
        [String(second.Id)]: true,
        [String(third.Id)]: false,
      });
      await profiles('PUT', path, { Id: first.Id, IsPrimary: true });
      expect(await marks()).toMatchObject({ [String(first.Id)]: true, [String(second.Id)]: false });
      expect((await profiles('DELETE', `${path}/${first.Id}`)).status).toBe(204);
      expect(Object.values(await marks()).filter(Boolean)).toEqual([true]);
    });

    it('H-439 H-441 H-442 the primary brand of a dealer, and the dealers of a brand', async () => {
      for (const name of ['primarybrandbydealerid', 'primarybrandbydealerprofileid']) {
        const { body } = await viewer('GET', `/profile/dealer/${name}/${dealer}`);
        expect(body.Items).toMatchObject([{ Brand: { Code: 'NLM' }, IsPrimary: true }]);
      }
      const { body } = await viewer('GET', `/profile/dealersbybrand/${northline}`);
      expect(body.Items.map(({ Id }: DataRecord) => Id)).toContain(dealer);
    });

    it('H-513 regions and territories of brands', async () => {
      const { body } = await viewer('POST', '/profile/brand/hierarchy/details', [northline]);
      expect(body.Items.map(({ Name }: DataRecord) => Name)).toEqual(['Ontario', 'Simcoe', 'West']);
      expect((await viewer('POST', '/profile/brand/hierarchy/details', {})).status).toBe(400);
    });

    it('H-387 H-388 H-417 the right to see products of dealers changes no brand', () =>
      opensWith(path, ['Dealer.Products.Edit']));

    it('region and territory of an active dealer need a separate permission', async () => {
      const [{ Id } = {}] = await items(`/profile/dealer/${dealer}/brand`);
      expect(
        (await profiles('PUT', `/profile/dealer/${dealer}/brand`, { Id, RegionName: 'East' })).status,
      ).toBe(200);
    });

    it('the same brand twice is refused', async () => {
      const answer = await profiles('POST', `/profile/dealer/${dealer}/brand`, { BrandId: northline });
      expect(messagesOf(answer)).toEqual(['The dealer already has this brand.']);
    });
  });

  describe('products', () => {
    const path = `/profile/dealer/${dealer}/product`;
    let product: DataRecord;

    beforeAll(async () => {
      const found = await items(
        '/product?pageSize=0&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=Active',
      );
      product = found[0] as DataRecord;
      const flags = { IsDapEligible: true, IsNcpEligible: false, DapMaximum: 100 };
      await app.store.transaction((session) => session.update('product', String(product.Id), flags));
    });

    it('H-301 a product of a brand that the dealer does not sell is refused, and accepted once it does', async () => {
      expect(await refused({})).toContain('Choose a value for Product from the list.');
      const brands = `/profile/dealer/${dealer}/brand`;
      await made(brands, { BrandId: product.BrandId });
      expect(await refused({ LowMarkupSplit: 101 })).not.toContain(
        'Choose a value for Product from the list.',
      );
    });
    const sent = (more: DataRecord = {}) => ({ ProductId: product.Id, LowMarkupSplit: 20, ...more });
    const refused = async (more: DataRecord) => messagesOf(await profiles('POST', path, sent(more)));

    it.each([
      ['H-290', { LowMarkupSplit: null }, 'An enabled product needs a low or a high markup split.'],
      [
        'H-291',
        { IsLowHighSwitchOnQuote: true },
        'With the Low/High switch on quote both markup splits are required.',
      ],
      ['H-293', { DapMarkup: 101 }, 'The DAP markup exceeds the DAP maximum.'],
      ['H-294', { MaxMarkup: 50, MarkupDiscounted: 51 }, 'The markup exceeds the maximum markup.'],
      [
        'H-295',
        { MaxMarkup: 50, NcpMarkup: 51, MarkupDiscounted: 1 },
        'The NCP markup exceeds the maximum markup.',
      ],
      ['H-296', { NcpMarkup: -1, MarkupDiscounted: 1 }, 'The NCP markup cannot be negative.'],
      [
        'H-297',
        { MaxMarkup: 50, NcpMarkup: 30, DapMarkup: 30, MarkupDiscounted: 1 },
        'DAP and NCP together exceed the maximum markup.',
      ],
      ['H-298', { NcpMarkup: 1 }, 'An NCP markup requires a markup override.'],
      ['H-299', { NcpMarkup: 1, MarkupDiscounted: 1 }, 'The product is not NCP-eligible.'],
      ['H-658', { LowMarkupSplit: 101 }, ''],
    ])('%s %o is refused', async (_, more, text) => {
      const found = await refused(more as DataRecord);
      expect(found.length).toBeGreaterThan(0);
      if (text) expect(found).toContain(text);
    });

    it('H-292 a DAP markup of a product that is not DAP-eligible', async () => {
      const flags = { IsDapEligible: false };
      await app.store.transaction((session) => session.update('product', String(product.Id), flags));
      expect(await refused({ DapMarkup: 1 })).toContain('The product is not DAP-eligible.');
    });

    it('H-139 H-140 H-300 a product is added once, with its markups', async () => {
      const more = {
        EffectiveDate: '2026-12-01',
        EndDate: '2027-12-01',
        HighMarkupSplit: 40,
        IsLowHighSwitchOnQuote: true,
        IsLowMarkupSplitDefault: true,
        RemitTaxToLgm: true,
        NcpLow: 1,
        NcpHigh: 2,
        DapLow: 3,
        DapHigh: 4,
        MaxMarkup: 0,
        MarkupDiscounted: 9,
      };
      expect(await made(path, sent(more))).toMatchObject({
        ...more,
        IsEnabled: true,
        Product: {
          Id: product.Id,
          IsDapEligible: false,
          BrandId: product.BrandId,
          ProductTypeId: product.ProductTypeId,
        },
      });
      expect(await refused({})).toEqual(['The dealer already has this product.']);
    });

    it('markups need a separate permission', async () => {
      expect((await viewer('POST', path, sent())).status).toBe(403);
    });

    it('H-302 H-509 H-510 H-511 H-512 products of brands: all, available, loan protection or not', async () => {
      const names = async (name: string) => {
        const { status, body } = await viewer('POST', `/profile/${name}?pageSize=0`, [northline]);
        expect(status, name).toBe(200);
        for (const { BrandId } of body.Items) expect(BrandId).toBe(northline);
        return body.TotalItems as number;
      };
      const all = await names('products/brands');
      const available = await names('availableproducts/brands');
      expect(available).toBeLessThan(all);
      expect(
        (await names('availableloanproducts/brands')) + (await names('availablenonloanproducts/brands')),
      ).toBe(available);
      expect((await viewer('POST', '/profile/products/brands', [])).body.TotalItems).toBe(0);
    });

    it('H-302 no list of products to add offers those of the brand securedrive', async () => {
      const brand = await madeProfile('brand', { Code: 'SecureDrive' });
      const types = await items('/product/producttypes?pageSize=0');
      const active = { ...(await app.store.get('product', product.Id as string)), BrandId: brand.Id };
      const made = [2, 1].map((category, at) => ({
        ...active,
        ...{
          Id: `019aaaaa-0000-7000-8000-00000000000${at}`,
          Code: `SD${at}`,
          Name: `SD ${at}`,
          RootId: null,
        },
        ProductTypeId: types.find(({ ProductTypeCategoryId }) => ProductTypeCategoryId === category)?.Id,
      }));
      expect(await app.store.insertMany('product', made)).toBe(2);
      for (const name of [
        'products',
        'availableproducts',
        'availableloanproducts',
        'availablenonloanproducts',
      ])
        expect((await viewer('POST', `/profile/${name}/brands`, [brand.Id])).body.Items, name).toEqual([]);
      const other = await madeProfile('brand', { Code: 'securedrives' });
      for (const { Id } of made) await app.store.update('product', Id, { BrandId: other.Id });
      for (const name of ['availableloanproducts', 'availablenonloanproducts'])
        expect((await viewer('POST', `/profile/${name}/brands`, [other.Id])).body.Items, name).toHaveLength(
          1,
        );
    });

    it('H-526 the splits of a loan protection', async () => {
      const types = await items('/product/producttypes?pageSize=0');
      const loan = types.find(({ Name }) => Name === 'LPP');
      const { body } = await viewer('GET', `/profile/loanprotectmarkupsplit/${northline}/${loan?.Id}`);
      expect(body).toMatchObject({
        LowMarkupSplits: [{ Percent: 20 }, { Percent: 25 }],
        HighMarkupSplits: [{ Percent: 35 }, { Percent: 40 }],
      });
    });

    it.each([
      ['H-573', 'product/productgroup'],
      ['H-574', 'product/operationalbrands'],
      ['H-575', 'product/underwriter'],
    ])('%s GET %s has Items', async (_, name) => {
      expect((await admin('GET', `/${name}`)).body.Items.length).toBeGreaterThan(0);
    });
  });

  describe.each([
    ['thirdparty', 'Vendor', 'H-555', 'H-556', 'H-557', 'H-558'],
    ['oem', 'BrandName', 'H-559', 'H-560', 'H-561', 'H-562'],
  ] as const)('%s products', (name, field, list, create, update, remove) => {
    const path = `/profile/dealer/${name}product/${dealer}`;

    it(`${list} ${create} ${update} ${remove} H-141 H-142 H-241 H-242 are listed, added, switched and removed`, async () => {
      const sent = {
        ProductName: 'Rust Guard',
        [field]: 'Acme',
        Cost: 10,
        Markup: 5,
        GSTHST: 13.125,
        PSTQST: 9.975,
        Description: 'x',
      };
      const item = await made(path, { ...sent, IsActive: false });
      expect(item).toMatchObject({ ...sent, IsActive: true, IsDeleted: false, DealerId: dealer });
      expect((await profiles('PUT', path, { Id: item.Id, IsActive: false })).body.IsActive).toBe(false);
      expect((await items(path)).map(({ Id }) => Id)).toContain(item.Id);
      const gone = await profiles('PUT', `/profile/dealer/${name}product/delete/${dealer}`, { Id: item.Id });
      expect(gone.status, JSON.stringify(gone.body)).toBe(200);
      expect((await items(path)).map(({ Id }) => Id)).not.toContain(item.Id);
    });

    it('H-383 H-384 are seen and changed with separate permissions', async () => {
      await opensWith(path, ['Dealer.ThirdPartyProduct.Edit']);
      expect((await manager('GET', path)).status).toBe(403);
    });
  });

  describe('agreements', () => {
    const path = `/profile/dealer/${dealer}/agreement`;
    const sent = { Name: 'Addendum', AgreementTypeId: 2, ProductTypeIds: 'a,b' };

    it('H-153 H-217 H-289 H-396 a new one is pending, and has a file if its type requires it', async () => {
      const item = await made(path, sent);
      expect(item).toMatchObject({ ...sent, DealerId: dealer, DealerAgreementStatus: { Name: 'Pending' } });
      expect((await profiles('POST', path, { ...sent, DealerAgreementStatusId: 2 })).status).toBe(422);
      expect(messagesOf(await profiles('POST', path, { ...sent, AgreementTypeId: 1 }))).toEqual([
        'This type of agreement requires a file. Upload it.',
      ]);
      await opensWith(path, ['EditDealerAgreementsFeature']);
    });

    it('H-218 H-219 H-220 H-221 only its status and dates change, and never back', async () => {
      const { Id } = await made(path, sent);
      const put = (body: DataRecord) => profiles('PUT', path, { Id, ...body });
      expect((await put({ Name: 'Other' })).status).toBe(422);
      expect((await put({ SignedDate: '2026-11-01', DealerAgreementStatusId: 2 })).status).toBe(200);
      expect((await put({ SignedDate: '2026-11-02' })).status).toBe(422);
      expect(messagesOf(await put({ DealerAgreementStatusId: 1 }))).toContain(
        'A signed agreement cannot return to pending.',
      );
      expect((await put({ ExpiryDate: '2028-01-01', DealerAgreementStatusId: 3 })).status).toBe(200);
      expect(messagesOf(await put({ ExpiryDate: '2029-01-01' }))).toContain(
        'A terminated agreement cannot be edited.',
      );
      expect((await profiles('DELETE', `${path}/${Id}`)).status).toBe(404);
    });

    it.each([
      ['H-443', `${dealer}/assignableagreements`, 'Product'],
      ['H-446', 'agreementstatuses', 'Terminated'],
      ['H-528', 'agreementdocumenttypes', 'Privacy'],
    ])('%s GET /profile/dealer/%s', async (_, name, item) => {
      const found = await items(`/profile/dealer/${name}`);
      expect(found.map(({ Name }) => Name)).toContain(item);
    });
  });

  describe('sale history', () => {
    const path = `/profile/dealer/${dealer}/dealershipsalehistory`;
    const closed = 'fe867e75-561c-5024-9955-c4542b353a87';
    const sent = { SaleDate: '2026-05-01', DealershipSaleTypeId: 1, PreviousDealerId: closed };

    it('H-169 H-566 H-568 H-569 is listed, added and deleted', async () => {
      const item = await made(`${path}/create`, sent);
      expect(item).toMatchObject({
        SaleDate: '2026-05-01',
        CurrentDealerId: dealer,
        CreatedByUserName: 'profiles',
        CreatedDate: expect.any(String),
        DealershipSaleType: { Name: 'Asset' },
        PreviousDealer: { TradingName: 'Highway Help', AccountFriendlyId: 'D-1005' },
      });
      expect((await items(path)).map(({ Id }) => Id)).toEqual([item.Id]);
      expect((await profiles('DELETE', `${path}/${item.Id}/delete`)).status).toBe(204);
      expect(await items(path)).toEqual([]);
    });

    it('H-567 the types of sales', async () => {
      const found = await items(`/profile/dealer/${dealer}/dealershipsaletypes`);
      expect(found.map(({ Name }) => Name)).toContain('Share');
    });

    it('H-254 H-332 H-333 H-334 requires date and type, and the previous dealer unless it is a share sale', async () => {
      for (const missing of [{ SaleDate: null }, { DealershipSaleTypeId: null }, { PreviousDealerId: null }])
        expect(messagesOf(await profiles('POST', `${path}/create`, { ...sent, ...missing }))).toContain(
          'Please complete the required fields.',
        );
      const share = await made(`${path}/create`, { ...sent, DealershipSaleTypeId: 2 });
      expect(share.PreviousDealerId ?? null).toBeNull();
    });

    it('H-336 H-337 a previous dealer that is not closed needs confirmation', async () => {
      const open = { ...sent, PreviousDealerId: other };
      const asked = await profiles('POST', `${path}/create`, open);
      expect(asked.status).toBe(428);
      expect(asked.body.Confirmations[0].Message).toBe(
        'Original dealership is not closed. Please confirm that you have selected the correct dealership.',
      );
      await made(`${path}/create`, open, { 'x-confirm': asked.body.Confirmations[0].Token });
    });

    it('H-381 H-382 H-621 seen and changed with separate permissions', () =>
      opensWith(`${path}/create`, ['Dealer.DealershipSaleHistory.Edit']));
  });

  it('H-144 H-361 H-563 H-564 H-565 H-662 profit per retail starts with zeros and today', async () => {
    const path = '/profile/dealer/profitperretail';
    const item = await made(path, { DealerId: dealer });
    expect(item).toMatchObject({
      DealerId: dealer,
      PriorPPR: 0,
      ForecastedPPR: 0,
      EffectiveDate: '2026-11-20',
      IsDeleted: false,
      CreatedByUserName: 'profiles',
    });
    expect(await items(`/profile/dealer/${dealer}/profitperretail`)).toHaveLength(2);
    expect((await viewer('POST', path, { DealerId: dealer })).status).toBe(403);
    expect((await profiles('DELETE', `${path}/${item.Id}`)).status).toBe(204);
  });

  it('H-123 H-308 H-371 H-372 a lienholder is added to a dealer once', async () => {
    const [local] = await items('/profile/dealer/lienholders/local?tradingName=prai');
    const path = `/profile/dealer/${dealer}/lienholder`;
    expect(await made(path, { LienholderId: local?.Id })).toMatchObject({
      DealerId: dealer,
      Lienholder: { TradingName: local?.TradingName },
    });
    expect(messagesOf(await profiles('POST', path, { LienholderId: local?.Id }))).toEqual([
      'This lienholder has already been added.',
    ]);
    await opensWith(path, ['Dealer.LienHolders.Edit']);
  });
});
