/** The lookups of the profiles: every call answers its list to those signed in, and refuses others. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const northline = '22b32d85-cc61-5af7-9011-9dafa0e3b3fe';
const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

/** Row, path, and names in its list. */
const lists: readonly (readonly [string, string, readonly string[]])[] = [
  ['H-453', 'profile/profiletypes', ['Dealer', 'Employee', 'Brand', 'OwningCompany']],
  ['H-455', 'profile/operationalbrands', ['Northline Motors']],
  ['H-456', 'profile/dealerservicebrands', ['Northline Motors']],
  ['H-457', 'profile/brandsLight', ['Northline Motors']],
  ['H-458', 'profile/brandaccounttypes', ['Franchise']],
  ['H-460', 'profile/brandclassifications', ['Manufacturer']],
  ['H-461', 'profile/languages', ['EnglishCanada', 'FrenchCanada']],
  ['H-462', 'profile/canadianprovinces', ['Ontario', 'Quebec']],
  ['H-463', 'profile/provinces', ['Ontario', 'NewYork']],
  ['H-464', 'profile/addresstypes', ['Business']],
  ['H-465', `profile/departments/${dealer}`, ['Sales']],
  ['H-466', `profile/positions/${dealer}`, ['DealerPrincipal']],
  ['H-467', 'profile/titles', ['Dr']],
  ['H-468', 'profile/genders', ['Female']],
  ['H-469', 'profile/dealergroups', ['Summit Auto Group']],
  ['H-471', 'profile/expertiselevels', ['Expert']],
  ['H-472', 'profile/accounttypes', ['RoadsideProvider']],
  ['H-473', 'profile/dealerclassifications', ['A']],
  ['H-474', 'profile/claimpaymenttypes', ['Cheque']],
  ['H-475', 'profile/dealerstatuses', ['New', 'Operational', 'Active']],
  ['H-476', 'profile/statuses', ['Inactive', 'Closed', 'Legacy']],
  ['H-477', 'profile/lookup/address-type', ['Business']],
  ['H-478', 'profile/dmssystems', ['CdkDrive']],
  ['H-479', 'profile/systembrand', ['Dominion Classic']],
  ['H-480', `profile/hierarchynodes/${northline}`, ['Ontario', 'Simcoe']],
  ['H-483', 'profile/businessmanagertrainingtypes', ['Onboarding']],
  ['H-484', 'profile/trainingproviders', ['Internal']],
  ['H-485', 'profile/labourratetypes', ['Retail']],
  ['H-486', 'profile/labourratetype/1/subclasses', ['FlatRate']],
  ['H-487', 'profile/licensetypes', ['AntiTheft', 'Credit', 'Warranty']],
  ['H-490', 'profile/extensionagreement/onboardingtypes', ['Training']],
  ['H-491', 'profile/extensionagreement/offboardingtypes', ['Other']],
  ['H-492', 'profile/programpayment/paymenttypes', ['Cheque']],
  ['H-493', 'profile/programpayment/issueto', ['Dealership']],
  ['H-157 H-494', 'profile/lienholdertypes', ['Local', 'LGM Financing']],
  ['H-495', 'product/producttypes', ['GAP']],
  ['H-496', 'lienholdergroup/allgroups', ['Confederation Bank']],
  ['H-497', 'theme', ['Blue', 'Graphite']],
  ['H-498', 'theme/current', ['Blue']],
  ['H-505', 'profile/lienholder/producttypes', ['GAP']],
  ['H-506', 'profile/lienholder/operationalbrands', ['Northline Motors']],
  ['H-508', 'product/thirdpartyproducttypes', ['GAP']],
  ['H-447', 'profile/dealer/manufactureraffiliations', ['Import']],
  ['H-529', 'profile/businessentitytypes', ['Corporation']],
  ['H-502', 'profile/employees/rolefeature/dss/', ['Marc-André Roy']],
  ['H-504', 'profile/dealerservicespecialists', ['Marc-André Roy']],
  ['H-470', 'profile/oemreps', ['Helen Osei']],
];

describe.each(appStores)('lookups of the profiles, %s store', (kind) => {
  let app: Running;
  let [viewer, nobody] = [] as unknown as [Ask, Ask];

  beforeAll(async () => {
    app = await startApp({ store: kind });
    [viewer, nobody] = await Promise.all([app.as('viewer'), app.as()]);
    return () => app.store.close();
  });

  it.each(lists)('%s GET %s', async (_, path, names) => {
    const answer = await viewer('GET', `/${path}?pageSize=0`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const found = answer.body.Items.map((item: Record<string, string>) => item.DisplayName ?? item.Name);
    const known = answer.body.Items.map((item: Record<string, string>) => item.Name ?? item.DisplayName);
    expect([...found, ...known]).toEqual(expect.arrayContaining([...names]));
    expect(answer.body.TotalItems).toBe(answer.body.Items.length);
    expect((await nobody('GET', `/${path}`)).status).toBe(401);
  });

  it('H-452 clients cache lookups: unchanged ones are not sent again', async () => {
    const first = await viewer('GET', '/profile/provinces');
    const tag = first.headers.get('etag') ?? '';
    expect((await viewer('GET', '/profile/provinces', undefined, { 'if-none-match': tag })).status).toBe(304);
  });

  it('H-453 one profile type by its number or its name', async () => {
    for (const named of ['1', 'dealer'])
      expect((await viewer('GET', `/profile/profiletypes/${named}`)).body).toMatchObject({
        Id: 1,
        Name: 'Dealer',
      });
    expect((await viewer('GET', '/profile/profiletypes/99')).status).toBe(404);
  });

  it('H-454 one brand', async () => {
    const { body } = await viewer('GET', `/profile/brand/${northline}`);
    expect(body).toMatchObject({ Id: northline, Name: 'Northline Motors', Code: 'NLM' });
  });

  it('H-459 a brand can be deleted unless products have it', async () => {
    expect((await viewer('GET', `/profile/candeletebrand/${northline}`)).body).toEqual({ CanDelete: false });
    const admin = await app.as('admin');
    const made = await admin('POST', '/profile/brand', {
      Name: 'Passing',
      Code: 'PSG',
      Addresses: [
        {
          AddressTypeId: 1,
          AddressLine1: '1 Main Street',
          City: 'Regina',
          CountryId: 'CA',
          ProvinceId: 'SK',
          PostalCode: 'S4P 3Y2',
        },
      ],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const asked = await viewer('GET', `/profile/candeletebrand/${made.body.Id}`);
    expect(asked.body).toEqual({ CanDelete: true });
    expect((await viewer('GET', `/profile/brand/${made.body.Id}`)).status).toBe(200);
  });

  it('H-477 an undeclared lookup is not found', async () => {
    expect((await viewer('GET', '/profile/lookup/nonsense')).status).toBe(404);
  });

  it('H-481 the hierarchy of a dealer in an organization', async () => {
    const { body } = await viewer('GET', `/profile/hierarchynodes/${northline}/dealer/${dealer}/hierarchy`);
    expect(body.Items.map(({ Name }: { Name: string }) => Name)).toEqual(['Simcoe']);
  });

  it('H-482 the products of a brand', async () => {
    const { body } = await viewer('GET', `/profile/products/${northline}?pageSize=0`);
    expect(body.TotalItems).toBeGreaterThan(0);
    expect(new Set(body.Items.map(({ BrandId }: { BrandId: string }) => BrandId))).toEqual(
      new Set([northline]),
    );
  });

  it('H-489 region and territory of an account of a brand', async () => {
    const { body } = await viewer('GET', `/profile/brand/${northline}/location/NL-4410`);
    expect(body).toMatchObject({
      Region: 'Ontario',
      RegionRep: 'Dana Whitfield',
      Territory: 'Simcoe',
      TerritoryRep: 'Arif Rahman',
    });
    expect((await viewer('GET', `/profile/brand/${northline}/location/none`)).status).toBe(404);
  });

  it('H-314 H-499 H-517 local lienholders by name, from two characters', async () => {
    const { body } = await viewer('GET', '/profile/dealer/lienholders/local?tradingName=prai');
    expect(body.Items.map(({ TradingName }: { TradingName: string }) => TradingName)).toEqual([
      'Prairie Credit Union, Brandon',
      'Prairie Credit Union, Regina',
    ]);
    const short = await viewer('GET', '/profile/dealer/lienholders/local?tradingName=p');
    expect(short.status).toBe(400);
    expect(short.body.Message).toContain('2 to');
  });

  it('H-500 H-519 addresses of lienholders by name', async () => {
    const { body } = await viewer('GET', '/profile/dealer/getlienholderaddresses?name=Confederation');
    expect(body.Items[0]).toMatchObject({
      TradingName: 'Confederation Bank',
      Addresses: [{ City: 'Toronto' }],
    });
  });

  it('H-553 the address of a lienholder by institution and branch', async () => {
    const ask = (query: string) => viewer('GET', `/profile/dealer/getlienholderaddress?${query}`);
    const { body } = await ask('institution=001&branch=00011');
    expect(body.Items).toMatchObject([
      { TradingName: 'Confederation Bank', Addresses: [{ City: 'Toronto' }] },
    ]);
    expect((await ask('institution=001&branch=99999')).body.Items).toEqual([]);
    expect((await ask('institution=001')).status).toBe(400);
  });

  it('H-501 H-518 one lienholder', async () => {
    const { body } = await viewer('GET', '/profile/dealer/lienholders/local?tradingName=prai');
    const [{ Id }] = body.Items;
    expect((await viewer('GET', `/profile/dealer/lienholder/${Id}`)).body).toMatchObject({ Id });
  });

  it('H-503 banks: the reply has BankCodes', async () => {
    const { body } = await viewer('GET', '/profile/banks');
    expect(body.BankCodes).toEqual(body.Items);
    expect(body.BankCodes[0]).toMatchObject({ Id: '001', DisplayName: 'Confederation Bank' });
  });

  it('H-313 H-437 H-438 H-448 dealers by name need 3 to 30 characters', async () => {
    const names = async (path: string) =>
      (await viewer('GET', path)).body.Items.map(({ TradingName }: { TradingName: string }) => TradingName);
    expect(await names('/profile/dealer/dealersbytradingnamesearch/northline')).toEqual([
      'Northline of Barrie',
    ]);
    expect(await names('/profile/dealer/dealersbytradingname/northline')).toEqual([]);
    expect(await names('/profile/dealer/dealersbytradingname/Northline of Barrie')).toHaveLength(1);
    expect(await names('/profile/dealers/1182044')).toEqual(['Northline of Barrie']);
    for (const text of ['no', 'x'.repeat(31)])
      for (const path of ['dealer/dealersbytradingname', 'dealer/dealersbytradingnamesearch', 'dealers'])
        expect((await viewer('GET', `/profile/${path}/${text}`)).status).toBe(400);
  });

  it('H-444 other dealers by name', async () => {
    const { body } = await viewer('GET', `/profile/associateddealersbyname/${dealer}/cascadia`);
    expect(body.TotalItems).toBe(1);
    const own = await viewer('GET', `/profile/associateddealersbyname/${dealer}/northline`);
    expect(own.body.TotalItems).toBe(0);
  });
});
