/** Component pricing: parts created by hand, read, deleted, and imported from a price list. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { appStores } from './support/startApp.ts';

type Part = { readonly Id: string } & Record<string, unknown>;

const titles = [
  ...['Component Name', 'Part Name', 'Part Number', 'Description', 'Vehicle Class'],
  ...['Shop Supply Eligible', 'Warranty Cost ($)', 'Retail Price ($)'],
];

for (const kind of appStores) {
  describe(`component pricing, ${kind} store`, () => {
    let clients: Clients;
    let send: Send;
    /** In design, active (with maintenance at the manufacturer's prices), and abandoned. */
    let design: string;
    let active: string;
    let abandoned: string;
    let component: { readonly Id: string; readonly Name: string };

    beforeAll(async () => {
      clients = await createClients(kind);
      send = await sender(clients.app, 'manager');
      const { Items } = (await clients.admin('GET', '/product?pageSize=0')).body;
      const named = (state: string) =>
        Items.filter((one: { ProductStateType: { Name: string } }) => one.ProductStateType.Name === state);
      const parts = (await clients.app.store.find({ entity: 'component-part' })).items;
      const has = ({ Id }: Part) => parts.some(({ ProductId }) => ProductId === Id);
      [design, active] = ['InDesign', 'Active'].map((state) => named(state).find(has).Id) as [string, string];
      abandoned = named('Abandoned')[0].Id;
      const path = '/component/type/Service/category/Maintenance?pageSize=1';
      component = (await clients.admin('GET', path)).body.Items[0];
    });

    const list = async (product: string, query = 'pageSize=1000'): Promise<readonly Part[]> =>
      (await clients.manager('GET', `/product/${product}/productcomponentpart?${query}`)).body.Items;
    const part = (more: object = {}) => ({
      ...{ ComponentId: component.Id, VehicleClassValue: '3', ProductComponentPartWarrantyCost: 12.5 },
      ...more,
    });
    const make = (body: object, product = design) =>
      clients.manager('POST', `/product/${product}/componentpart`, body);
    const upload = async (rows: Parameters<typeof sheetOf>[0], product = design, headers = {}) => {
      const path = `/product/${product}/productcomponentpart/upload`;
      return send('POST', path, formOf(await sheetOf(rows), 'prices.xlsx'), headers);
    };

    it('R-015 R-146 R-412 R-413 R-072 R-067 a part is created with its prices, ordered by code and number', async () => {
      const { status, body } = await make(
        part({ ProductComponentPartNumber: 'A-1', ProductComponentPartRetailPrice: 20 }),
      );
      expect(status, JSON.stringify(body)).toBe(201);
      const { ComponentName, ComponentCode, IsShopSupplyEligible, ProductId } = body;
      expect([ComponentName, IsShopSupplyEligible, ProductId]).toEqual([component.Name, true, design]);
      const page = await clients.manager('GET', `/product/${design}/productcomponentpart`);
      expect([page.body.Items.length, page.body.TotalItems > 10]).toEqual([10, true]);
      const all = await list(design);
      expect(all.find(({ Id }) => Id === body.Id)).toMatchObject({ ComponentCode, ComponentName });
      const order = all.map((one) => `${one.ComponentCode} ${one.ProductComponentPartNumber ?? ''}`);
      expect(order).toEqual([...order].sort());
      const twice = await make(part({ ProductComponentPartNumber: 'a-1' }));
      expect([twice.status, twice.body.ErrorMessages]).toEqual([
        422,
        ['This part already has a price for this vehicle class. Edit that price instead.'],
      ]);
    });

    it('R-073 R-074 R-075 R-272 R-273 R-274 R-275 missing, too long or too large values are refused at their field', async () => {
      const before = (await list(design)).length;
      for (const [wrong, at] of [
        [{ ComponentId: null }, 'ComponentId'],
        [{ VehicleClassValue: null }, 'VehicleClassValue'],
        [{ VehicleClassValue: '99' }, 'VehicleClassValue'],
        [{ ProductComponentPartWarrantyCost: null }, 'ProductComponentPartWarrantyCost'],
        [{ ProductComponentPartWarrantyCost: 100_000.01 }, 'ProductComponentPartWarrantyCost'],
        [{ ProductComponentPartWarrantyCost: 1.005 }, 'ProductComponentPartWarrantyCost'],
        [{ ProductComponentPartWarrantyCost: -1 }, 'ProductComponentPartWarrantyCost'],
        [{ ProductComponentPartRetailPrice: 100_001 }, 'ProductComponentPartRetailPrice'],
        [{ ProductComponentPartName: 'x'.repeat(257) }, 'ProductComponentPartName'],
        [{ ProductComponentPartNumber: 'x'.repeat(257) }, 'ProductComponentPartNumber'],
        [{ ProductComponentPartDescription: 'x'.repeat(513) }, 'ProductComponentPartDescription'],
      ] as const) {
        const { status, body } = await make(part(wrong));
        expect([status, body.ValidationErrors?.[0]?.Key], JSON.stringify(wrong)).toEqual([422, at]);
      }
      expect((await list(design)).length).toBe(before);
      const most = { ProductComponentPartName: 'x'.repeat(256), ProductComponentPartNumber: 'y'.repeat(256) };
      const long = {
        ...{ ...most, ProductComponentPartDescription: 'z'.repeat(512) },
        ...{ ProductComponentPartWarrantyCost: 100_000, EntryMode: 'import', FileId: null },
      };
      expect((await make(part(long))).status).toBe(201);
    });

    it('R-414 R-415 R-068 a part is deleted in design and answers true; after launch parts stay, and others are added', async () => {
      const { body } = await make(part({ ProductComponentPartNumber: 'GONE' }));
      const path = `/product/${design}/productcomponentpart/${body.Id}`;
      expect((await clients.viewer('DELETE', path)).status).toBe(403);
      expect(
        (await clients.manager('DELETE', `/product/${active}/productcomponentpart/${body.Id}`)).status,
      ).toBe(404);
      const gone = await clients.manager('DELETE', path);
      expect([gone.status, gone.body]).toEqual([200, true]);
      const [kept] = await list(active);
      const refused = await clients.manager('DELETE', `/product/${active}/productcomponentpart/${kept?.Id}`);
      expect([refused.status, refused.body.Message.slice(0, 24)]).toEqual([422, 'You need permission to e']);
      expect((await make(part({ ProductComponentPartNumber: 'LATE' }), active)).status).toBe(201);
      expect((await make(part(), abandoned)).status).toBe(422);
    });

    it('R-417 R-147 R-148 R-418 R-149 components come by type and category, vehicle classes from their lookup', async () => {
      const { body } = await clients.viewer('GET', '/component/type/Service/category/Maintenance?pageSize=0');
      expect(body.TotalItems).toBeGreaterThan(30);
      expect(body.Items[0]).toMatchObject({
        ComponentCode: expect.any(String),
        ComponentName: expect.any(String),
      });
      const none = await clients.viewer('GET', '/component/type/Service/category/Regular');
      expect(none.body.TotalItems).toBe(0);
      const classes = (await clients.viewer('GET', '/vehicles/classificationvalues')).body.Items;
      expect(classes.map(({ Id }: Part) => Id)).toContain('10');
      const regular = (
        await clients.admin('GET', `/product/component?${filter('ComponentType.Category', 'Regular')}`)
      ).body.Items[0];
      expect((await make(part({ ComponentId: regular.Id }))).status).toBe(422);
    });

    it('R-416 a price list adds new parts, changes existing ones, and is exported as it is imported', async () => {
      const name = component.Name;
      const first = await upload([
        titles,
        [name, 'Oil', 'P-1', '', 'Class 1', 'Yes', 10, 15],
        [name, 'Oil', 'P-1', '', 'Class 2', 'No', 12.25, ''],
        [name, '', '', 'No number', 'Class 1', '', 3, 4],
      ]);
      expect([first.status, first.body], JSON.stringify(first.body)).toEqual([
        200,
        { FileName: 'prices.xlsx', Created: 3, Updated: 0, Unchanged: 0 },
      ]);
      const again = await upload([titles, [name, 'Oil', 'p-1', '', 'Classe 2', 'No', 13, 20]]);
      expect(again.body).toMatchObject({ Created: 0, Updated: 1 });
      const changed = (await list(design)).find(
        (one) => one.ProductComponentPartNumber === 'P-1' && one.VehicleClassValue === '2',
      );
      expect(changed).toMatchObject({ ProductComponentPartWarrantyCost: 13, IsShopSupplyEligible: false });
      const out = await send('POST', `/product/${design}/productcomponentpart/download`);
      expect((await rowsOf(out.bytes))[0]).toEqual(titles);
      const back = await send(
        'POST',
        `/product/${design}/productcomponentpart/upload`,
        formOf(out.bytes, 'x.xlsx'),
      );
      expect(back.body).toMatchObject({ Created: 0, Updated: 0, Unchanged: (await list(design)).length });
    });

    it('a price list is taken whole or not at all, and mistakes are reported at their cell', async () => {
      const before = await list(design);
      const wrong = await upload([
        titles,
        [component.Name, 'Good', 'Q-1', '', 'Class 1', 'Yes', 10, 15],
        ['No such component', 'x', 'Q-2', '', 'Class 1', 'Yes', 10, 15],
        [component.Name, 'x', 'Q-3', '', 'Class 77', 'Yes', 10, 15],
        [component.Name, 'x', 'Q-4', '', 'Class 1', 'Yes', 100_001, 15],
        [component.Name, 'x', 'Q-1', '', 'Class 1', 'Yes', 10, 15],
        ['', 'x', 'Q-5', '', 'Class 1', 'Yes', 10, 15],
      ]);
      const cells = wrong.body.ValidationErrors.map(({ Cell }: { Cell: string }) => Cell);
      expect([wrong.status, cells]).toEqual([422, ['A3', 'E4', 'G5', 'A6', 'A7']]);
      const missing = await upload([
        ['Component Name', 'Warranty Cost ($)'],
        [component.Name, 1],
      ]);
      expect([missing.status, missing.body.ValidationErrors.length]).toEqual([422, 2]);
      expect(await list(design)).toEqual(before);
    });

    it('R-276 R-277 R-278 an import takes exactly one file, xls or xlsx, detected by its content', async () => {
      const path = `/product/${design}/productcomponentpart/upload`;
      const good = await sheetOf([titles]);
      const two = formOf(good);
      two.append('other', new Blob([good as BlobPart]), 'b.xlsx');
      const one = 'You must upload one file.';
      const type = 'Please select an accepted file type. Accepted file extensions are xls or xlsx.';
      for (const [form, status, message] of [
        [two, 422, one],
        [new FormData(), 422, one],
        [formOf(new Uint8Array(), 'a.xlsx'), 422, one],
        [formOf(new TextEncoder().encode('Component Name,x\n1,2\n'), 'a.xlsx'), 415, type],
        [formOf(new TextEncoder().encode('%PDF-1.7\n%%EOF'), 'a.xls'), 415, type],
      ] as const) {
        const { status: found, body } = await send('POST', path, form);
        expect([found, body.Message]).toEqual([status, message]);
      }
      const json = await clients.manager('POST', path, {});
      expect([json.status, json.body.Message]).toEqual([422, one]);
      // Old workbooks are read; this one contains something else.
      const old = new Uint8Array(await readFile('tests/fixtures/limits-saved-by-calc.xls'));
      const other = await send('POST', path, formOf(old, 'old.xls'));
      expect([other.status, other.body.Message.split('\n')[0]]).not.toContain(type);
      const large = await send('POST', path, formOf(new Uint8Array(11 * 2 ** 20), 'a.xlsx'));
      expect(large.status).toBe(413);
    });

    it('R-189 R-190 R-068 with maintenance at the manufacturer’s prices a launched product asks first, and takes only new parts', async () => {
      const rows = [titles, [component.Name, 'Launched', 'L-1', '', 'Class 1', 'Yes', 10, 15]];
      const asked = await upload(rows, active);
      expect([asked.status, asked.body.Confirmations?.length]).toEqual([428, 1]);
      expect(asked.body.Message).toContain('maintenance claims at the manufacturer’s prices');
      const yes = { 'x-confirm': asked.body.Confirmations[0].Token };
      // The confirmation was for this product.
      const other = (
        await clients.admin('GET', `/product?pageSize=0&${filter('ProductStateType.Name', 'Active')}`)
      ).body.Items;
      const plain = other.find(({ ClaimsPricing }: { ClaimsPricing: number }) => ClaimsPricing !== 1);
      expect((await upload(rows, plain.Id)).status).toBe(200);
      expect((await upload(rows, active, yes)).body).toMatchObject({ Created: 1 });
      const [stored] = await list(active);
      const change = await upload(
        [
          titles,
          [
            ...[
              stored?.ComponentName,
              'Other',
              stored?.ProductComponentPartNumber,
              '',
              `Class ${stored?.VehicleClassValue}`,
            ],
            ...['Yes', 1, 1],
          ] as string[],
        ],
        active,
        yes,
      );
      expect([change.status, change.body.ValidationErrors?.[0]?.Cell]).toEqual([422, expect.any(String)]);
    });
  });
}
