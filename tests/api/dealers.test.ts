/** Dealers over HTTP: their own calls, who may open and change what in which status, and approval. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { mayOpen } from '../../renderer/data/mayOpen.ts';
import { businessAddress, type Profiles, startProfiles } from './support/dealers.ts';
import { model } from './support/startApp.ts';

const creators = [
  'Profile.CreateOrganizationFeature',
  'Profile.ApproveOrganizationFeature',
  'Profile.AddNewProfile',
];
const readers =
  'Profile.View Profile.CreateOrganizationFeature Profile.ManageBrandHierarchyFeature Profile.Status.View Dealer.Group.View Dealer.Contact.View Dealer.Products.View Dealer.LienHolders.View Dealer.Finance.View Dealer.TireStorage.View Dealer.ExternalApp.View Dealer.Claims.View Dealer.LabourRates.View Dealer.ExtensionAgreement.View Dealer.PaymentMethods.View'.split(
    ' ',
  );
const other = ['Dealer.Finance.View', 'Dealer.Finance.Edit'];

describe('dealers', () => {
  let on: Profiles;
  beforeAll(async () => {
    on = await startProfiles([
      { id: 'reads', features: ['*.View'] },
      { id: 'other edit', features: other },
      ...[
        'Dealer.OrganizationFields.Edit',
        'Dealer.Classification.Edit',
        'Dealer.AnyStatus.TradingName.Edit',
        'Dealer.AnyStatus.LegalName.Edit',
      ].map((id) => ({ id, features: [...other, id] })),
      { id: 'brands', features: ['Dealer.Products.*'] },
      {
        id: 'brands and regions',
        features: ['Dealer.Products.*', 'Dealer.AnyStatus.RegionTerritoryDDM.Edit'],
      },
    ]);
    return () => on.app.store.close();
  });

  const put = async (role: string, body: DataRecord) => (await on.as(role))('PUT', '/profile/dealer', body);
  const read = async (id: string) => (await on.admin('GET', `/profile/dealer/${id}`)).body;

  it('H-015 H-016 H-017 H-018 H-353 H-354 H-355 H-357 any one of the features of a screen opens it, and no other does', () => {
    const dealer = '/profile/dealer/2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
    const all = [...model.features.keys()];
    for (const feature of all) {
      expect(mayOpen(model, '/profile/dealer', [feature]), feature).toBe(creators.includes(feature));
      expect(mayOpen(model, dealer, [feature]), feature).toBe(readers.includes(feature));
    }
    for (const feature of [...creators, ...readers]) expect(all).toContain(feature);
  });

  it('H-434 H-435 H-436 H-440 is created, changed and found by id and by type of account', async () => {
    const { Id } = await on.dealer({ AccountTypeId: 4 });
    await on.activate(Id);
    const answer = await put('admin', { Id, AccountFriendlyId: 'R-77' });
    expect(answer.body.ExecutionResult).toEqual({ IsSuccess: true, Message: [] });
    const found = await on.admin('GET', `/profile/dealer/dealerbyid/${Id}`);
    expect(found.body).toMatchObject({
      Id,
      AccountFriendlyId: 'R-77',
      AccountType: { Name: 'RepairFacility' },
    });
    const { Items } = (await on.admin('GET', '/profile/dealer/dealersbyaccounttype/4?pageSize=0')).body;
    expect(Items.map((dealer: DataRecord) => dealer.Id)).toContain(Id);
    expect(Items.every(({ AccountTypeId }: DataRecord) => AccountTypeId === 4)).toBe(true);
    expect((await (await on.as('reads'))('POST', '/profile/dealer', {})).status).toBe(403);
  });

  it('H-121 the block of a dealer', async () => {
    const Id = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
    const [specialist] = (await on.admin('GET', '/profile/dealerservicespecialists')).body.Items;
    const [group] = (await on.admin('GET', '/profile/dealergroups')).body.Items;
    const own = {
      GroupId: group.Id,
      ManufacturerAffiliationId: 1,
      DealerClassificationId: 1,
      DealerServiceSpecialistUserProfileId: specialist.Id,
      SystemLocationId: 1,
    };
    expect((await put('admin', { Id, ...own })).status).toBe(200);
    const { body } = await on.admin('GET', `/profile/${Id}`);
    const names =
      'Id IsLocked AccountType IsFinancingProgramsEnabled TradingName LegalName BusinessNumber BusinessProvince Group ManufacturerAffiliation DealerClassification DealerServiceSpecialistUserProfile ClaimPaymentType SystemLocationId SystemLocation DealerDmsSystems DealerBrands DealerProducts DealerLoanProducts DealerLicenses DealerAgreements DealerExtensionAgreements DealerLabourRates DealerLienholders DealerProgramPayments PaymentMethods ApplicableTaxTypeRatesForClaim AntiTheftLicenseExpiryDate CreditLicenseExpiryDate WarrantyLicenseExpiryDate';
    for (const name of names.split(' ')) expect(body.Dealer, name).toHaveProperty(name);
    const { DealerBrands, DealerProducts, DealerLoanProducts } = body.Dealer;
    expect(DealerBrands).toMatchObject([{ Brand: { Code: 'NLM' } }]);
    const codes = (list: readonly { Product: DataRecord }[]) =>
      list.map(({ Product }) => Product.Code).sort();
    expect(codes(DealerProducts)).toEqual(['NLM-LPP-10', 'NLM-MBP-30', 'NLM-REP-20']);
    expect(codes(DealerLoanProducts)).toEqual(['NLM-LPP-10']);
    const { Dealer } = (
      await (
        await on.as('other edit')
      )('GET', '/profile/2b1ca49b-997d-5fc0-a607-edbbb5b188d9')
    ).body;
    for (const name of ['DealerBrands', 'DealerProducts', 'DealerLabourRates', 'Notes'])
      expect(Dealer, name).not.toHaveProperty(name);
  });

  it('H-204 an existing dealer is saved with any permission to edit, and not without one', async () => {
    const { Id } = await on.activeDealer();
    expect((await put('reads', { Id, AccountingVendorId: 'V-1' })).status).toBe(403);
    expect((await put('other edit', { Id, AccountingVendorId: 'V-1' })).status).toBe(200);
  });

  it('a dealer has each of its panels (H-004)', async () => {
    const Id = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
    const { body } = await on.admin('GET', `/profile/dealer/${Id}`);
    const own =
      'Addresses Contacts ServiceBrands ProfileStatus Notes DealerDmsSystems DealerLabourRates DealerExtensionAgreements DealerProgramPayments ApplicableTaxTypeRatesForClaim OffersTireStorage ClaimPaymentType PaymentMethods';
    const lists =
      'brand product license agreement users lienholder training conference dealershipsalehistory profitperretail paymentmethods/paymentcard paymentmethods/bankaccount history note';
    for (const name of own.split(' ')) expect(body, name).toHaveProperty(name);
    const paths = lists.split(' ').map((name) => `/profile/dealer/${Id}/${name}`);
    const others = ['thirdparty', 'oem'].map((name) => `/profile/dealer/${name}product/${Id}`);
    for (const path of [...paths, ...others]) {
      const answer = await on.admin('GET', path);
      expect([answer.status, Array.isArray(answer.body.Items)], path).toEqual([200, true]);
    }
  });

  it('an existing dealer is saved in or through approval, or while active, and not in other statuses (H-203)', async () => {
    const { Id } = await on.dealer();
    let saves = 0;
    const save = async () => {
      saves += 1;
      return (await put('admin', { Id, AccountingVendorId: `V-${saves}` })).status;
    };
    expect(await save()).toBe(422);
    await on.admin('POST', `/profile/dealer/${Id}/workflow`, {});
    expect(await save(), 'in approval').toBe(200);
    await on.admin('POST', `/profile/dealer/${Id}/workflow/approve`, {});
    expect(await save(), 'approved').toBe(200);
    const [active] = (
      await on.admin(
        'GET',
        '/profile/dealer?pageSize=1&FilterProperty=ProfileStatus.Name&FilterOperator=eq&FilterValue=Active',
      )
    ).body.Items;
    const other = { Id: active.Id, AccountingVendorId: 'V-9' };
    await on.app.store.update('dealer', active.Id, { HasActiveOrFinishedWorkflow: false });
    expect((await put('admin', other)).status, 'active').toBe(200);
    await on.admin('PUT', `/profile/dealer/${active.Id}/status`, { Name: 'Inactive' });
    expect((await put('admin', { ...other, AccountingVendorId: 'V-10' })).status, 'no longer').toBe(422);
  });

  it.each([
    ['H-202', 'LegalName', 'Dealer.AnyStatus.LegalName.Edit'],
    ['H-394', 'TradingName', 'Dealer.AnyStatus.TradingName.Edit'],
  ])('%s %s changes while new or operational, afterwards with %s', async (_, name, feature) => {
    const { Id } = await on.dealer();
    await on.admin('POST', `/profile/dealer/${Id}/workflow`, {});
    expect((await put('other edit', { Id, [name]: 'While new' })).status).toBe(200);
    await on.admin('PUT', `/profile/dealer/${Id}/status`, { Name: 'Operational' });
    expect((await put('other edit', { Id, [name]: 'While operational' })).status).toBe(200);
    await on.admin('PUT', `/profile/dealer/${Id}/status`, { Name: 'Active' });
    expect((await put('other edit', { Id, [name]: 'Later' })).status).toBe(422);
    expect((await put(feature, { Id, [name]: 'With permission' })).status).toBe(200);
    expect((await read(Id))[name]).toBe('With permission');
  });

  it.each([
    [
      'H-392',
      'Dealer.OrganizationFields.Edit',
      { BusinessNumber: '1', AccountTypeId: 2, BusinessEntityTypeId: 1, SystemLocationId: 1 },
    ],
    ['H-393', 'Dealer.Classification.Edit', { DealerClassificationId: 2 }],
  ])('%s %s opens its fields', async (_, feature, fields) => {
    const { Id } = await on.activeDealer();
    for (const [name, value] of Object.entries(fields)) {
      expect((await put('other edit', { Id, [name]: value })).status, name).toBe(422);
      expect((await put(feature, { Id, [name]: value })).status, name).toBe(200);
      expect((await read(Id))[name]).toBe(value);
    }
  });

  it('H-395 region and territory of a dealer that is neither new nor operational', async () => {
    const { Id } = await on.activeDealer();
    const [brand] = (await on.admin('GET', '/profile/operationalbrands')).body.Items;
    const path = `/profile/dealer/${Id}/brand`;
    const own = (await on.admin('POST', path, { BrandId: brand.Id })).body;
    const change = async (role: string, body: DataRecord) =>
      (await (await on.as(role))('PUT', path, { Id: own.Id, ...body })).status;
    for (const name of ['RegionName', 'RegionRep', 'TerritoryName', 'TerritoryRep']) {
      expect(await change('brands', { [name]: 'North' }), name).toBe(422);
      expect(await change('brands and regions', { [name]: 'North' }), name).toBe(200);
    }
    expect(await change('brands', { BrandAccountNumber: 'N-9' })).toBe(200);
  });

  it('H-137 a service brand has its merchant code', async () => {
    const { Id } = await on.activeDealer();
    const [brand] = (await on.admin('GET', '/profile/dealerservicebrands')).body.Items;
    const answer = await put('admin', { Id, ServiceBrands: [{ BrandId: brand.Id, MerchantCode: 'M-12' }] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await read(Id)).ServiceBrands).toMatchObject([
      { Brand: { Name: brand.Name }, MerchantCode: 'M-12' },
    ]);
  });

  it('submitting validates the whole dealer first, and opens it for changes', async () => {
    const { Id } = await on.dealer();
    const submit = () => on.admin('POST', `/profile/dealer/${Id}/workflow`, { WorkflowNote: 'Please' });
    await on.app.store.transaction((session) => session.update('dealer', Id, { Addresses: [] }));
    expect(on.messages(await submit())).toEqual(['A business address is required.']);
    expect((await read(Id)).WorkflowState.Name).toBe('None');
    expect((await put('admin', { Id, AccountFriendlyId: 'W-1' })).status).toBe(422);
    await on.app.store.transaction((session) =>
      session.update('dealer', Id, { Addresses: [businessAddress] }),
    );
    expect((await submit()).status).toBe(200);
    expect(await read(Id)).toMatchObject({
      HasActiveOrFinishedWorkflow: true,
      WorkflowState: { Name: 'Submitted' },
      WorkflowNote: 'Please',
    });
    expect((await put('admin', { Id, AccountFriendlyId: 'W-1' })).status).toBe(200);
    expect((await (await on.as('reads'))('POST', `/profile/dealer/${Id}/workflow`, {})).status).toBe(403);
  });

  it('a dealer is saved and submitted in one call, by those who may submit', async () => {
    const { Id } = await on.dealer();
    const more = { AccountFriendlyId: 'W-2', SubmitForWorkflow: true };
    expect((await put('Dealer.OrganizationFields.Edit', { Id, ...more })).status).toBe(422);
    expect(on.messages(await put('admin', { Id, ...more, Addresses: [] }))).toEqual([
      'A business address is required.',
    ]);
    expect((await put('admin', { Id, ...more })).status).toBe(200);
    const state = { HasActiveOrFinishedWorkflow: true, WorkflowState: { Name: 'Submitted' } };
    expect(await read(Id)).toMatchObject({ ...state, AccountFriendlyId: 'W-2' });
    const answer = await on.admin('POST', `/profile/dealer/${Id}/workflow/return`, { WorkflowNote: 'No' });
    expect(answer.body.WorkflowState.Name).toBe('Returned');
    expect((await put('admin', { Id, SubmitForWorkflow: true })).body.WorkflowState.Name).toBe('Submitted');
    await on.admin('POST', `/profile/dealer/${Id}/workflow/approve`, {});
    expect((await put('admin', { Id, AccountFriendlyId: 'W-3' })).body.WorkflowState.Name).toBe('Approved');
  });

  it('H-275 a dealer in Quebec without a business number needs confirmation', async () => {
    const quebec = { ...businessAddress, ProvinceId: 'QC', PostalCode: 'J1H 5M3' };
    const sent = {
      TradingName: 'Q',
      LegalName: 'Q inc.',
      AccountTypeId: 1,
      BusinessProvince: 'QC',
      Addresses: [quebec],
    };
    const asked = await on.admin('POST', '/profile/dealer', sent);
    expect([asked.status, asked.body.Confirmations[0]]).toMatchObject([
      428,
      {
        Message: 'The dealer is in Quebec and has no business number. Proceed?',
        Yes: 'Proceed',
        No: 'Cancel',
      },
    ]);
    const yes = { 'x-confirm': asked.body.Confirmations[0].Token };
    expect((await on.admin('POST', '/profile/dealer', sent, yes)).status).toBe(201);
    expect((await on.admin('POST', '/profile/dealer', { ...sent, BusinessNumber: '1' })).status).toBe(201);
    expect((await on.admin('POST', '/profile/dealer', { ...sent, BusinessProvince: 'ON' })).status).toBe(201);
  });

  it('H-656 funds are CAD, or USD with a business address in the United States', async () => {
    expect((await read((await on.dealer()).Id)).Funds).toBe('CAD');
    const boston = { ...businessAddress, CountryId: 'US', ProvinceId: 'MA', PostalCode: '02110' };
    expect((await read((await on.dealer({ Addresses: [boston] })).Id)).Funds).toBe('USD');
    const billing = { ...boston, AddressTypeId: 2 };
    expect((await read((await on.dealer({ Addresses: [businessAddress, billing] })).Id)).Funds).toBe('CAD');
  });
});
