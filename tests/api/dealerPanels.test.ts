/** The panels of a dealer's administration: contents, rights, and the effect of a lock. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { businessAddress, type Profiles, startProfiles } from './support/dealers.ts';

const every = '00000000-0000-0000-0000-000000000000';
const northline = '22b32d85-cc61-5af7-9011-9dafa0e3b3fe';

describe('the panels of a dealer', () => {
  let on: Profiles;
  beforeAll(async () => {
    on = await startProfiles([
      ...panels.flatMap(({ view, edit }) => [
        { id: `sees ${view}`, features: [view] },
        { id: `all but ${view}`, features: ['*'], except: [view] },
        { id: `edits ${edit}`, features: [view, edit] },
        { id: `all but ${edit}`, features: ['*'], except: [edit] },
      ]),
      { id: 'sees Dealer.LienHolders.View', features: ['Dealer.LienHolders.View'] },
    ]);
    return () => on.app.store.close();
  });

  const panels = [
    {
      ids: 'H-373 H-374 finance',
      view: 'Dealer.Finance.View',
      edit: 'Dealer.Finance.Edit',
      sent: { AccountingVendorId: 'V-88', IsFinancingProgramsEnabled: false },
    },
    {
      ids: 'H-375 H-376 tire storage',
      view: 'Dealer.TireStorage.View',
      edit: 'Dealer.TireStorage.Edit',
      sent: { OffersTireStorage: true, TireStorageCapacity: 250, TireStorageRate: 74.5 },
    },
    {
      ids: 'H-365 H-366 claims',
      view: 'Dealer.Claims.View',
      edit: 'Dealer.Claims.Edit',
      sent: { ClaimPaymentTypeId: 3 },
    },
    {
      ids: 'H-377 H-378 labour rates',
      view: 'Dealer.LabourRates.View',
      edit: 'Dealer.LabourRates.Edit',
      sent: { DealerLabourRates: [{ LabourRateTypeId: 1, Rate: 120.25, EffectiveDate: '2026-12-01' }] },
    },
    {
      ids: 'H-379 H-380 extension agreements',
      view: 'Dealer.ExtensionAgreement.View',
      edit: 'Dealer.ExtensionAgreement.Edit',
      sent: { DealerExtensionAgreements: [{ EffectiveStartDate: '2026-12-01', OnBoardingMethodId: 2 }] },
    },
    {
      ids: 'H-122 H-390 external applications',
      view: 'Dealer.ExternalApp.View',
      edit: 'Dealer.OrganizationFields.Edit',
      sent: { DealerDmsSystems: [{ DmsSystemId: 6 }] },
    },
    {
      ids: 'H-369 H-370 group',
      view: 'Dealer.Group.View',
      edit: 'Dealer.Group.Edit',
      sent: { GroupId: 'be1bbf0e-4aa0-553c-8719-8eea124858ed' },
    },
  ] as const;

  it.each(panels)('$ids: seen and changed with separate permissions', async ({ view, edit, sent }) => {
    const { Id } = await on.activeDealer();
    const path = `/profile/dealer/${Id}`;
    const put = async (role: string) => (await on.as(role))('PUT', '/profile/dealer', { Id, ...sent });
    const names = Object.keys(sent);

    expect((await put(`sees ${view}`)).status).toBe(403);
    expect((await put(`all but ${edit}`)).status).toBe(422);
    for (const name of names)
      expect((await on.admin('GET', path)).body[name], name).not.toEqual(sent[name as keyof typeof sent]);
    const answer = await put(`edits ${edit}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await (await on.as(`sees ${view}`))('GET', path)).body).toMatchObject(sent);
    const { body } = await (await on.as(`all but ${view}`))('GET', path);
    expect(body.TradingName).toBeTruthy();
    for (const name of names) expect(body, name).not.toHaveProperty(name);
  });

  it('H-416 a lock closes finance, tire storage and claims, and only the lock opens them', async () => {
    const { Id } = await on.activeDealer();
    const put = (body: DataRecord) => on.admin('PUT', '/profile/dealer', { Id, ...body });
    expect((await put({ IsLocked: true })).status).toBe(200);
    for (const { ids, sent } of panels) {
      const { status, body } = await put(sent);
      if (!/finance|tire|claims/.test(ids)) {
        expect(status, ids).toBe(200);
        continue;
      }
      expect(status, ids).toBe(422);
      expect(on.messages({ body })).toContain('The dealer is locked and cannot be changed.');
    }
    const status = await on.admin('PUT', `/profile/dealer/${Id}/status`, { Name: 'Inactive' });
    expect(status.body.Message).toContain('The dealer is locked and cannot be changed.');
    expect((await put({ IsLocked: false })).status).toBe(200);
    expect((await put({ ClaimPaymentTypeId: 1 })).status).toBe(200);
  });

  it('H-126 H-127 H-128 H-654 a new dealer has a payment for each reward, by cheque, to the dealership', async () => {
    const { Id } = await on.dealer();
    const read = async () => (await on.admin('GET', `/profile/dealer/${Id}`)).body;
    const line = (name: string) => ({
      RewardType: { Name: name },
      PaymentType: { Name: 'Cheque' },
      IssueTo: { Name: 'Dealership' },
    });
    expect(await read()).toMatchObject({
      IsFinancingProgramsEnabled: true,
      DealerProgramPayments: ['Dealer', 'FSM', 'DAP'].map(line),
    });
    await on.activate(Id);
    const put = (DealerProgramPayments: readonly DataRecord[]) =>
      on.admin('PUT', '/profile/dealer', { Id, DealerProgramPayments });
    const paid = { RewardTypeId: 3, PaymentTypeId: 1, IssueToId: 1 };
    await put([paid, { RewardTypeId: 1, PaymentTypeId: 2, IssueToId: 2 }]);
    expect((await read()).DealerProgramPayments).toMatchObject([
      line('DAP'),
      { RewardType: { Name: 'Dealer' }, PaymentType: { Name: 'DirectDeposit' }, IssueTo: { Name: 'Person' } },
    ]);
    expect(on.messages(await put([paid, paid]))).toContain(
      'Each reward can appear only once. Remove one of the rows.',
    );
    expect((await put([{ ...paid, RewardTypeId: 4 }])).status).toBe(422);
  });

  it('H-124 H-655 taxes of claims, on parts and on labour, are GST, PST, HST or QST', async () => {
    const { Id } = await on.activeDealer();
    const put = (PartsTaxTypeRates: readonly DataRecord[]) =>
      on.admin('PUT', '/profile/dealer', {
        Id,
        ApplicableTaxTypeRatesForClaim: {
          PartsTaxTypeRates,
          LabourTaxTypeRates: [{ TaxTypeId: 'HST', Rate: 13 }],
        },
      });
    const all = ['GST', 'PST', 'HST', 'QST'];
    const answer = await put(all.map((TaxTypeId) => ({ TaxTypeId, Rate: 9.975 })));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { body } = await on.admin('GET', `/profile/dealer/${Id}`);
    expect(body.ApplicableTaxTypeRatesForClaim).toMatchObject({
      PartsTaxTypeRates: all.map((Code) => ({ Rate: 9.975, TaxType: { Code } })),
      LabourTaxTypeRates: [{ Rate: 13, TaxType: { Code: 'HST' } }],
    });
    expect((await on.admin('GET', '/profile/lookup/tax-type')).body.Items).toMatchObject(
      all.map((Code) => ({ Code })),
    );
    expect((await put([{ TaxTypeId: 'VAT', Rate: 5 }])).status).toBe(422);
    expect((await put([{ TaxTypeId: 'GST', Rate: 101 }])).status).toBe(422);
    const twice = [5, 6].map((Rate) => ({ TaxTypeId: 'GST', Rate }));
    expect(on.messages(await put(twice))).toContain(
      'Each tax can have only one rate. Remove one of the rows.',
    );
  });

  it('H-151 H-152 a labour rate is for one brand or for all, and answers its start date under both names', async () => {
    const { Id } = await on.activeDealer();
    const put = (...DealerLabourRates: readonly DataRecord[]) =>
      on.admin('PUT', '/profile/dealer', { Id, DealerLabourRates });
    const own = {
      BrandId: northline,
      LabourRateTypeId: 1,
      LabourRateTypeSubclassId: 2,
      Rate: 149.95,
      EffectiveDate: '2026-12-01',
      EffectiveEndDate: '2027-11-30',
    };
    const answer = await put(own, { LabourRateTypeId: 2, Rate: 130, EffectiveStartDate: '2026-12-02' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { DealerLabourRates } = (await on.admin('GET', `/profile/dealer/${Id}`)).body;
    expect(DealerLabourRates).toMatchObject([
      {
        ...own,
        Brand: { Code: 'NLM' },
        LabourRateType: { Name: 'Retail' },
        LabourRateTypeSubclass: { Name: 'HourlyRetail' },
        EffectiveStartDate: '2026-12-01',
      },
      { EffectiveDate: '2026-12-02', EffectiveStartDate: '2026-12-02' },
    ]);
    expect(DealerLabourRates[1].BrandId ?? null).toBeNull();
    expect(on.messages(await put({ ...own, EffectiveEndDate: '2026-11-30' }))).toContain(
      'The end date is before the effective date. Choose a later end date.',
    );
    expect((await put({ ...own, Rate: -1 })).status).toBe(422);
    const both = await put({ ...own, EffectiveStartDate: '2026-10-01' });
    expect(both.body.DealerLabourRates[0]).toMatchObject({
      EffectiveDate: '2026-12-01',
      EffectiveStartDate: '2026-12-01',
    });
  });

  it('H-149 H-150 H-227 H-228 H-229 an extension agreement, and what happens at its end', async () => {
    const { Id } = await on.activeDealer();
    const chosen = '/DealerExtensionAgreements/0/OffBoardingMethodId';
    const put = async (agreement: DataRecord) => {
      const $overrides = agreement.OffBoardingMethodId ? [chosen] : [];
      const sent = { Id, DealerExtensionAgreements: [agreement], $overrides };
      const answer = await on.admin('PUT', '/profile/dealer', sent);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const [stored] = (await on.admin('GET', `/profile/dealer/${Id}`)).body.DealerExtensionAgreements;
      const empty = { ProductTypeId: null, EffectiveEndDate: null };
      return { ...empty, OffBoardingMethodId: null, OffBoardingMethodOtherReason: null, ...stored };
    };
    const types = (await on.admin('GET', '/product/producttypes')).body.Items;
    const sent = {
      BrandId: northline,
      ProductTypeId: types[0].Id,
      EffectiveStartDate: '2026-01-01',
      OnBoardingMethodId: 2,
    };
    expect(await put(sent)).toMatchObject({
      ...sent,
      Brand: { Code: 'NLM' },
      ProductType: { Name: types[0].Name },
      OnBoardingMethod: { Name: 'Remote' },
      EffectiveEndDate: null,
      OffBoardingMethodId: null,
    });
    expect(await put({ ...sent, ProductTypeId: null })).toMatchObject({ ProductTypeId: null });
    const ended = { ...sent, EffectiveEndDate: '2026-12-31' };
    expect(await put(ended)).toMatchObject({ OffBoardingMethod: { Name: 'EndOfTerm' } });
    const other = { ...ended, OffBoardingMethodId: 3, OffBoardingMethodOtherReason: 'Sold' };
    expect(await put(other)).toMatchObject({
      OffBoardingMethod: { Name: 'Other' },
      OffBoardingMethodOtherReason: 'Sold',
    });
    expect(await put({ ...other, OffBoardingMethodId: 2 })).toMatchObject({
      OffBoardingMethodId: 2,
      OffBoardingMethodOtherReason: null,
    });
    expect(await put({ ...other, EffectiveEndDate: null })).toMatchObject({
      OffBoardingMethodId: null,
      OffBoardingMethodOtherReason: null,
    });
  });

  it('lienholders are searched within 50 km of the dealer, within 100, or in the whole country (H-646 H-647)', async () => {
    const { Items: ranges } = (await on.admin('GET', '/profile/lienholderranges')).body;
    expect(ranges.map(({ Id, DisplayName }: DataRecord) => [Id, DisplayName])).toEqual([
      [50000, '50 KMs'],
      [100000, '100 KMs'],
      [-1, 'National'],
    ]);
    // A degree of latitude is 111.2 km; the dealer is in Ottawa, at 45.4.
    const { Id } = await on.dealer();
    const degrees = { near: 0.4, far: 0.8, further: 1.2 };
    for (const [name, north] of Object.entries(degrees))
      await local(name, {
        ...businessAddress,
        Coordinates: { Latitude: 45.4112 + north, Longitude: -75.6981 },
      });
    await local('beside, by its town', { ...businessAddress, City: 'OTTAWA' });
    await local('nowhere', { ...businessAddress, City: 'No such town' });
    const found = async (more: string, ask = on.admin) => {
      const { status, body } = await ask('GET', `/profile/dealer/${Id}/lienholdersnear${more}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.Items.map(({ TradingName }: DataRecord) => TradingName);
    };
    expect(await found('')).toEqual(['beside, by its town', 'near']);
    expect(await found('?range=50000')).toEqual(['beside, by its town', 'near']);
    expect(await found('?range=100000')).toEqual(['beside, by its town', 'near', 'far']);
    const all = await found('?range=-1');
    expect(all.slice(0, 4)).toEqual(['beside, by its town', 'near', 'far', 'further']);
    expect(all.at(-1)).toBe('nowhere');
    expect(all).toContain('Caisse de Beauce');
    const refused = await on.admin('GET', `/profile/dealer/${Id}/lienholdersnear?range=none`);
    expect([refused.status, refused.body.Parameter]).toEqual([400, 'range']);
    const stranger = await (await on.as('sees Dealer.LienHolders.View'))(
      'GET',
      `/profile/dealer/${every}/lienholdersnear`,
    );
    expect(stranger.status).toBe(404);
  });

  it('those who look after dealers find the products to assign, without the menu of products', async () => {
    const products = await on.as('profiles');
    expect((await products('GET', '/product')).status).toBe(403);
    const { status, body } = await products('GET', '/profile/productchoices?pageSize=0');
    expect([status, body.Items.length > 0]).toEqual([200, true]);
    const states = new Set(
      body.Items.map(({ ProductStateType }: DataRecord) => (ProductStateType as DataRecord).Name),
    );
    expect([...states]).toEqual(['Active']);
    expect((await (await on.as('finance-manager'))('GET', '/profile/productchoices')).status).toBe(403);
  });

  it('a dealer is offered exactly the acceptable products, and is told why there are none', async () => {
    const { Id } = await on.dealer();
    const path = `/profile/dealer/${Id}/productchoices?pageSize=0`;
    const offered = async (): Promise<readonly DataRecord[]> => (await on.admin('GET', path)).body.Items;
    expect((await on.admin('GET', path)).body).toEqual({
      Items: [],
      TotalItems: 0,
      Reason: 'The dealer has no brands yet. Add one under Brands; then you can add its products here.',
    });
    const french = await on.admin('GET', path, undefined, { 'accept-language': 'fr-CA' });
    expect(french.body.Reason).toMatch(/^Le concessionnaire n’a pas encore de marque/);
    const all = (await on.admin('GET', '/profile/productchoices?pageSize=0')).body
      .Items as readonly DataRecord[];
    const [first, second] = [...new Set(all.map(({ BrandId }) => BrandId))];
    expect((await on.admin('POST', `/profile/dealer/${Id}/brand`, { BrandId: first })).status).toBe(201);
    const names = (records: readonly DataRecord[]) => records.map((one) => one.Id).sort();
    const ofFirst = all.filter(({ BrandId }) => BrandId === first);
    expect(names(await offered())).toEqual(names(ofFirst));
    const product = `/profile/dealer/${Id}/product`;
    const add = (ProductId: unknown) => on.admin('POST', product, { ProductId, LowMarkupSplit: 10 });
    const other = all.find(({ BrandId }) => BrandId === second);
    expect((await add(other?.Id)).status).toBe(422);
    for (const { Id: chosen } of await offered()) expect((await add(chosen)).status).toBe(201);
    expect((await on.admin('GET', path)).body).toMatchObject({
      Items: [],
      Reason: 'The dealer already has every active product of its brands.',
    });
    // The person's own search without a match is not the dealer's reason.
    const search = `${path}&FilterProperty=Name&FilterOperator=contains&FilterValue=zzz`;
    expect((await on.admin('GET', search)).body).toEqual({ Items: [], TotalItems: 0 });
    const elsewhere = await on.admin('GET', `/profile/dealer/${every}/productchoices`);
    expect(elsewhere.status).toBe(404);
    const role = await on.as('finance-manager');
    expect((await role('GET', path)).status).toBe(403);
  });

  it('several products are added in one act, all of them or none, with each refusal at its item', async () => {
    const { Id } = await on.dealer();
    const all = (await on.admin('GET', '/profile/productchoices?pageSize=0')).body
      .Items as readonly DataRecord[];
    const [brand, otherBrand] = [...new Set(all.map(({ BrandId }) => BrandId))];
    expect((await on.admin('POST', `/profile/dealer/${Id}/brand`, { BrandId: brand })).status).toBe(201);
    const own = all.filter(({ BrandId }) => BrandId === brand).map((one) => String(one.Id));
    const foreign = String(all.find(({ BrandId }) => BrandId === otherBrand)?.Id);
    const add = (ProductId: unknown, more: DataRecord = { LowMarkupSplit: 10 }, ask = on.admin) =>
      ask('POST', `/profile/dealer/${Id}/products`, { ProductId, ...more });
    const held = async () => (await on.admin('GET', `/profile/dealer/${Id}/product`)).body.TotalItems;
    const paths = ({ body }: { readonly body: DataRecord }) =>
      (body.ValidationErrors as readonly DataRecord[]).map(({ Path }) => Path);

    const mixed = await add([own[0], foreign, 'no id', own[1]]);
    expect([mixed.status, paths(mixed)]).toEqual([422, ['/ProductId/1', '/ProductId/2']]);
    const refused = await add([own[0], foreign, own[1]]);
    expect([refused.status, paths(refused), await held()]).toEqual([422, ['/ProductId/1'], 0]);
    // A finding about what they share is told once.
    const shared = await add(own.slice(0, 2), { LowMarkupSplit: 'much' });
    expect([shared.status, paths(shared), await held()]).toEqual([422, ['/LowMarkupSplit'], 0]);
    for (const none of [[], undefined, own[0]])
      expect([(await add(none)).status, await held()]).toEqual([422, 0]);
    expect((await add(Array.from({ length: 501 }, () => own[0]))).status).toBe(422);
    expect((await add(own, undefined, await on.as('finance-manager'))).status).toBe(403);

    const made = await add([...own, own[0]]);
    expect([made.status, made.body.TotalItems, await held()]).toEqual([201, own.length, own.length]);
    expect(paths(await add(own.slice(0, 2)))).toEqual(['/ProductId/0', '/ProductId/1']);
  });

  async function local(TradingName: string, address: DataRecord): Promise<void> {
    const sent = { TradingName, LienholderTypeId: 3, GreatPlainsVendorId: 'V-1', Addresses: [address] };
    const { status, body } = await on.admin('POST', '/profile/lienholder', sent);
    expect(status, JSON.stringify(body)).toBe(201);
    for (const Name of ['Operational', 'Active'])
      await on.admin('PUT', `/profile/lienholder/${body.Id}/status`, { Name });
  }
});
