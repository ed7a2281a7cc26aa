/**
 * Reports over records show, order, group and filter by referenced records, whether answers expand them or
 * not, under the rights of the reader.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { rowsOf, type Send, sender } from './support/sheets.ts';
import { type Answer, type Ask, appStores, type Running, startApp } from './support/startApp.ts';
import { textOfPdf } from './support/textOfPdf.ts';
import { withRoles } from './support/withRoles.ts';

const json = { 'content-type': 'application/json' };
const limited = 'limits of liability';

const column = (ReportColumnName: string, more: DataRecord = {}) => ({ ReportColumnName, ...more });
const filter = (Path: string, more: DataRecord = {}) => ({
  ...{ ParameterName: Path.replaceAll('.', ''), Path, ReportFilterTypeId: 9, Operator: 'contains' },
  ...more,
});

for (const kind of appStores)
  describe(`reports through references, ${kind} store`, () => {
    let app: Running;
    let admin: Ask;
    let send: Send;

    beforeAll(async () => {
      app = await startApp({ store: kind });
      admin = await app.as('admin');
      send = await sender(app, 'admin');
    });

    const save = async (
      Name: string,
      DataSet: string,
      {
        columns,
        filters,
      }: { readonly columns: readonly DataRecord[]; readonly filters: readonly DataRecord[] },
    ): Promise<Answer> => {
      const ReportColumns = columns.map((one, OrdinalPosition) => ({
        ...{ IsDefault: true, SortOrder: '0', OrdinalPosition },
        ...one,
      }));
      return admin('POST', '/report/definition', { Name, DataSet, ReportColumns, Parameters: filters });
    };
    const saved = async (...args: Parameters<typeof save>): Promise<string> => {
      const { status, body } = await save(...args);
      expect(status, JSON.stringify(body)).toBe(201);
      return String(body.Id);
    };
    const sheet = async (id: string, chosen: DataRecord, who = send) => {
      const at = `/report/fileviewer?id=${id}&format=EXCEL`;
      const { bytes, status, body } = await who('POST', at, JSON.stringify(chosen), json);
      expect(status, JSON.stringify(body)).toBe(200);
      return (await rowsOf(bytes)).map((row) =>
        row.map((value) => (value as unknown as DataRecord | null)?.value ?? value),
      );
    };
    const view = (id: string, chosen: DataRecord, ask = admin) =>
      ask('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, chosen);
    const all = async (path: string): Promise<readonly DataRecord[]> =>
      (await admin('GET', `${path}?pageSize=0`)).body.Items;

    it('a reference that answers do not expand gives columns, order and filters: page, sheet and PDF', async () => {
      const id = await saved('Licences by town', 'licence', {
        columns: [
          column('DealerId'),
          column('DealerId.City', { SortOrder: '1' }),
          column('DealerId.GroupId'),
          column('DealerId.Province'),
        ],
        filters: [filter('DealerId.City')],
      });
      const dealers = new Map((await all('/profile/dealer')).map((one) => [one.TradingName, one]));
      const [titles, ...rows] = await sheet(id, {});
      expect(titles).toEqual(['Dealer', 'Dealer › City', 'Dealer › Dealer group', 'Dealer › Province']);
      expect(rows.length).toBeGreaterThan(2);
      const cities = rows.map(([, city]) => String(city ?? ''));
      expect(cities).toEqual([...cities].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
      for (const [dealer, city, group] of rows)
        expect([city ?? null, group ?? null]).toEqual([
          dealers.get(dealer)?.City ?? null,
          (dealers.get(dealer)?.Group as DataRecord | undefined)?.Name ?? null,
        ]);
      const wanted = cities.at(-1) ?? '';
      const Filters = { DealerIdCity: wanted };
      const only = await sheet(id, { Filters });
      expect(only.slice(1)).toEqual(rows.filter(([, city]) => city === wanted));
      const page = await view(id, { Filters });
      expect(page.body.TotalItems).toBe(only.length - 1);
      expect(page.body.Html).toContain('Dealer › City');
      expect(page.body.Html).toContain(wanted);
      const pdf = await send(
        'POST',
        `/report/fileviewer?id=${id}&format=PDF`,
        JSON.stringify({ Filters }),
        json,
      );
      expect(await textOfPdf(pdf.bytes)).toContain(wanted);
    });

    it('it groups and counts by it, with a value computed at every read', async () => {
      const grouped = await saved('Sold by town', 'dealer-product', {
        columns: [
          column('DealerId.City', { IsGroup: true, SortOrder: '1' }),
          column('ProductId', { Total: 'count' }),
        ],
        filters: [filter('DealerId.City')],
      });
      const { body } = await view(grouped, {});
      expect(body.Html).toContain('Dealer › City: ');
      const french = await view(grouped, {}, (method, path, sent) =>
        admin(method, path, sent, { 'accept-language': 'fr-CA' }),
      );
      expect(french.body.Html).toContain('Concessionnaire › Ville : ');
      const worked = await saved('Schedules', 'report-configuration', {
        columns: [column('IsFavourite'), column('ReportId.Description'), column('ReportConfigurationName')],
        filters: [filter('ReportId.Description')],
      });
      const rows = await sheet(worked, { Filters: { ReportIdDescription: 'brand, type' } });
      expect(rows).toEqual([
        ['Favourite', 'Report › Description', 'Report'],
        ['No', 'Every product with its brand, type and state.', 'Product portfolio'],
      ]);
    });

    it('a field that a configurator added to the referenced entity is included', async () => {
      const configurator = await app.as('configurator');
      const title = { 'en-CA': 'Zone of sale', 'fr-CA': 'Zone de vente' };
      await configurator('PUT', '/configure/draft/field/dealer.SalesZone', { type: 'text', title });
      const published = await configurator('POST', '/configure/publish', { Note: 'Zones' });
      expect(published.status, JSON.stringify(published.body)).toBe(201);
      const one = (await all('/profile/dealer')).find(
        ({ TradingName }) => TradingName === 'Northline of Barrie',
      );
      const changed = await admin('PUT', '/profile/dealer', { Id: one?.Id, SalesZone: 'Lakes' });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      const id = await saved('Sold by zone', 'dealer-product', {
        columns: [column('DealerId.SalesZone'), column('Dealer.TradingName')],
        filters: [filter('DealerId.SalesZone')],
      });
      const rows = await sheet(id, { Filters: { DealerIdSalesZone: 'lake' } });
      expect(rows[0]).toEqual(['Dealer › Zone of sale', 'Dealer']);
      expect(new Set(rows.slice(1).map((row) => row.join()))).toEqual(new Set(['Lakes,Northline of Barrie']));
    });

    it("data the reader may not see is neither shown nor revealed: others' records, fields, whole entities", async () => {
      const foreign = (await all('/profile/dealer')).find(({ City }) => City === 'Burnaby');
      const [product] = (await all('/product')).filter(
        ({ RoadsideServiceProvider }) => RoadsideServiceProvider === foreign?.Id,
      );
      const roadside = await saved('Roadside', 'product', {
        columns: [column('Name'), column('RoadsideServiceProvider.City')],
        filters: [filter('RoadsideServiceProvider.City')],
      });
      const Filters = { RoadsideServiceProviderCity: 'Burnaby' };
      expect((await sheet(roadside, { Filters })).slice(1)).toContainEqual([product?.Name, 'Burnaby']);
      const principal = await sender(app, 'dealer-principal');
      expect((await sheet(roadside, { Filters }, principal)).length).toBe(1);
      const theirs = await sheet(roadside, {}, principal);
      expect(theirs.length).toBeGreaterThan(1);
      expect(theirs.flat()).not.toContain('Burnaby');

      const groups = await saved('Groups of dealers', 'dealer-product', {
        columns: [column('ProductId'), column('DealerId.GroupId.Name', { SortOrder: '1' })],
        filters: [filter('DealerId.GroupId.Name')],
      });
      const finance = await sender(app, 'finance-manager');
      expect((await sheet(groups, {}))[0]).toEqual(['Product', 'Dealer › Dealer group']);
      expect((await sheet(groups, {}, finance))[0]).toEqual(['Product']);
      const financing = await app.as('finance-manager');
      const refused = await view(groups, { Filters: { DealerIdGroupIdName: 'a' } }, financing);
      expect(refused.status).toBe(403);
      const SortOrders = [{ Column: 'DealerId.GroupId.Name', IsAscending: true }];
      expect((await view(groups, { SortOrders }, financing)).status).toBe(403);
    });

    it('a path that leads nowhere, or to many records, is reported at its place', async () => {
      const wrong = await save('Wrong paths', 'dealer-product', {
        columns: [column('DealerId.Cyti'), column('DealerId.DealerLabourRates'), column('DealerId.City')],
        filters: [filter('DealerId.Nothing')],
      });
      expect(wrong.status).toBe(422);
      expect(wrong.body.ValidationErrors.map(({ Path }: DataRecord) => Path)).toEqual([
        '/ReportColumns/0/ReportColumnName',
        '/ReportColumns/1/ReportColumnName',
        '/Parameters/0/Path',
      ]);
      const unfit = await saved('An unfit comparison', 'dealer-product', {
        columns: [column('DealerId.City')],
        filters: [filter('DealerId.IsActive')],
      });
      const told = await view(unfit, { Filters: { DealerIdIsActive: 'x' } });
      expect([told.status, told.body.ValidationErrors[0].Path]).toEqual([422, '/Filters/DealerIdIsActive']);
    });

    it('of an entity that the reader may not see only what expands the id is shown', async () => {
      const features = ['Product.LimitsofLiability.View'];
      const other = await startApp({ store: kind, added: withRoles({ [limited]: { features } }) });
      admin = await other.as('admin');
      const plans = await saved('Limits of plans', 'limit-of-liability', {
        columns: [column('Id'), column('PlanId.SourceName'), column('Plan.Name')],
        filters: [filter('PlanId.SourceName')],
      });
      const closed = await sender(other, limited);
      expect((await sheet(plans, {}, closed))[0]).toEqual(['Id', 'Plan']);
      const asked = await other.as(limited);
      expect((await view(plans, { Filters: { PlanIdSourceName: 'a' } }, asked)).status).toBe(403);
    });
  });
