/** Limits of liability as a spreadsheet, exported and imported. */
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clients, createClients, filter, ownProductFields } from './support/createClients.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { appStores, model } from './support/startApp.ts';

type Limit = { readonly Id: string; readonly Name: string; readonly Revision: number } & Record<
  string,
  unknown
>;

for (const kind of appStores) {
  describe(`limits of liability as a spreadsheet, ${kind} store`, () => {
    let clients: Clients;
    let manager: Send;
    let product: { readonly Id: string; readonly Code: string };
    let made = 0;

    beforeAll(async () => {
      clients = await createClients(kind);
      manager = await sender(clients.app, 'manager');
    });

    /** A separate product with a plan, a coverage item and three limits. */
    beforeEach(async () => {
      made += 1;
      const source = ownProductFields(await clients.productInDesign());
      const fields = { ...source, Name: `Sheet ${made}`, Code: `SHT${made}` };
      const { status, body } = await clients.manager('POST', '/product', fields);
      expect(status, JSON.stringify(body)).toBe(201);
      product = { Id: body.Id, Code: `SHT${made}` };
      const ProductId = product.Id;
      const make = async (path: string, data: object) => {
        const answer = await clients.manager('POST', path, { ProductId, ...data });
        expect(answer.status, JSON.stringify(answer.body)).toBe(201);
        return answer.body.Id as string;
      };
      const CoverageItemId = await make('/product/coverageitem', { Name: 'Engine' });
      const PlanId = await make('/product/plan', {
        Name: 'Gold',
        PlanCoverageItems: [{ CoverageItemId, IsOptional: false }],
      });
      await make('/products/limitofliability', {
        Name: 'Annual',
        MaxDollarPerYear: 1500.5,
        PlanId,
        CoverageItemId,
      });
      await make('/products/limitofliability', {
        Name: '=007',
        MaxNumberOfEvents: 3,
        ParticipationTypeId: 1,
      });
      await make('/products/limitofliability', { Name: 'Towing', MaxDollarPerEvent: 100 });
    });

    const limits = async (): Promise<readonly Limit[]> => {
      const path = `/products/limitofliability?pageSize=0&sortFields=Name&${filter('ProductId', product.Id)}`;
      return (await clients.admin('GET', path)).body.Items;
    };
    const path = (what: string) => `/products/${product.Id}/limitsofliability/${what}`;
    const json = { 'content-type': 'application/json' };
    const download = () => manager('POST', path('download'), JSON.stringify({ Code: product.Code }), json);
    const upload = async (rows: Parameters<typeof sheetOf>[0], send = manager) =>
      send('POST', path('upload'), formOf(await sheetOf(rows)));

    it('R-359 R-360 C-365 the limits are a spreadsheet named after the code of the product', async () => {
      const { status, headers, bytes } = await download();
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('spreadsheetml.sheet');
      expect(headers.get('content-disposition')).toContain(`filename="${product.Code}-LOL.xlsx"`);
      const [titles, ...rows] = await rowsOf(bytes);
      expect(titles?.slice(0, 5)).toEqual(['Name', 'Participation', 'Inclusion', 'Plan', 'Coverage Item']);
      expect(rows.map(([name]) => name)).toEqual(['=007', 'Annual', 'Towing']);
      expect(rows[1]).toContain(1500.5);
      expect(rows[1]?.slice(3, 5)).toEqual(['Gold', 'Engine']);
      const unnamed = await manager('POST', path('download'), '{}', json);
      expect(unnamed.headers.get('content-disposition')).toContain(`${product.Code}-LOL.xlsx`);
    });

    it('R-361 a download can be uploaded again and changes nothing, in French too', async () => {
      const before = await limits();
      for (const locale of ['en-CA', 'fr-CA']) {
        const headers = { ...json, 'accept-language': locale };
        const { bytes } = await manager('POST', path('download'), '{}', headers);
        const { status, body } = await manager('POST', path('upload'), formOf(bytes));
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body).toMatchObject({ Created: 0, Updated: 0, Unchanged: 3 });
      }
      expect(await limits()).toEqual(before);
    });

    it('R-361 a file opened and saved in LibreOffice Calc uploads unchanged, as a new or an old workbook', async () => {
      for (const file of ['limits-saved-by-calc.xlsx', 'limits-saved-by-calc.xls']) {
        const bytes = new Uint8Array(readFileSync(`tests/fixtures/${file}`));
        const { status, body } = await manager('POST', path('upload'), formOf(bytes));
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body).toMatchObject({ Created: 0, Updated: 0, Unchanged: 3 });
      }
    });

    it("R-361 the file has the name of its FileName part, else the browser's", async () => {
      const { bytes } = await download();
      const send = async (fileName: string | undefined) => {
        const form = new FormData();
        form.append('file', new Blob([bytes as BlobPart]), 'blob.xlsx');
        if (fileName !== undefined)
          form.append('FileName', new Blob([fileName], { type: 'application/json' }));
        const { status, body } = await manager('POST', path('upload'), form);
        expect(status, JSON.stringify(body)).toBe(200);
        return body.FileName;
      };
      expect(await send('"Limits 2027.xlsx"')).toBe('Limits 2027.xlsx');
      expect(await send('{ "FileName": "Limits 2028.xlsx" }')).toBe('Limits 2028.xlsx');
      expect(await send(undefined)).toBe('blob.xlsx');
    });

    it('R-361 R-482 an upload changes the limits it names and adds new ones; others stay', async () => {
      const answer = await upload([
        ['Name', 'Maximum per event', 'Plan', 'Participation'],
        ['TOWING', '1,250.50', 'gold', null],
        ['Rental', 75, null, null],
      ]);
      expect(answer.body).toMatchObject({ Created: 1, Updated: 1, Unchanged: 0 });
      const [, annual, rental, towing] = (await limits()) as [Limit, Limit, Limit, Limit];
      expect(annual).toMatchObject({ Name: 'Annual', MaxDollarPerYear: 1500.5 });
      expect(towing).toMatchObject({ Name: 'Towing', MaxDollarPerEvent: 1250.5, PlanName: 'Gold' });
      expect(rental).toMatchObject({
        Name: 'Rental',
        MaxDollarPerEvent: 75,
        PlanName: 'All',
        ParticipationTypeId: 1,
        InclusionTypeId: 0,
      });
      const others = Object.keys(rental).filter(
        (name) => name.startsWith('Max') && name !== 'MaxDollarPerEvent',
      );
      expect(others.filter((name) => rental[name] !== null)).toEqual([]);
    });

    it('R-364 mistakes are reported cell by cell, and the file is refused', async () => {
      const before = await limits();
      const { status, body } = await upload([
        ['Maximum per event', 'Name', 'Plan', 'Number'],
        [1, 'Good', null],
      ]);
      expect(status).toBe(422);
      expect(body.ValidationErrors).toEqual([expect.objectContaining({ Cell: 'D1' })]);
      const wrong = await upload([
        ['Maximum per event', 'Name', 'Plan', 'Coverage Item', 'Participation'],
        [1, 'Good'],
        [-5, 'Towing'],
        ['many', 'Annual'],
        [null, null, null],
        [1, 'good', null],
        [1, '', 'Gold'],
        [1, 'Lost', 'Silver'],
        [1, 'Odd', null, null, 'Perhaps'],
      ]);
      expect(wrong.status).toBe(422);
      const cells = wrong.body.ValidationErrors.map(({ Cell }: { Cell: string }) => Cell);
      expect(cells).toEqual(['A3', 'A4', 'B6', 'B7', 'C8', 'E9']);
      expect(wrong.body.ErrorMessages[2]).toBe('B6: “good” is already in row 2.');
      expect(wrong.body.Message.split('\n')).toHaveLength(7);
      expect(wrong.body.Message).toContain('Nothing was imported.');
      expect(await limits()).toEqual(before);
    });

    it('the rules of every write apply: a coverage item outside the plan, a locked product', async () => {
      await clients.manager('POST', '/product/coverageitem', { ProductId: product.Id, Name: 'Paint' });
      const outside = await upload([
        ['Name', 'Plan', 'Coverage Item'],
        ['Annual', 'Gold', 'Paint'],
      ]);
      expect(outside.body.ValidationErrors).toMatchObject([{ Cell: 'C2' }]);
      const active = await clients.admin(
        'GET',
        `/product?pageSize=1&${filter('ProductStateType.Name', 'Deactivated')}`,
      );
      const locked = await manager(
        'POST',
        `/products/${active.body.Items[0].Id}/limitsofliability/upload`,
        formOf(await sheetOf([['Name'], ['Late']])),
      );
      expect(locked.status).toBe(422);
      expect(locked.body.ValidationErrors[0]).toMatchObject({ Cell: 'A2' });
    });

    it('a file that is not a spreadsheet, a body that is not a form, or a caller without rights is refused', async () => {
      const bad = await manager('POST', path('upload'), formOf(new Uint8Array([80, 75, 3, 4])));
      expect(bad.status).toBe(415);
      expect(bad.body.Message).toBe(
        'This is not a spreadsheet that can be read. Upload an Excel workbook (.xlsx, .xls) or a csv file.',
      );
      expect((await manager('POST', path('upload'), '{}', json)).status).toBe(415);
      expect((await manager('POST', path('upload'), formOf(new Uint8Array()))).status).toBe(422);
      const viewer = await sender(clients.app, 'viewer');
      expect((await upload([['Name'], ['x']], viewer)).status).toBe(403);
      expect((await viewer('POST', path('download'), '{}', json)).status).toBe(200);
      const nowhere = `/products/0190f5f0-0000-7000-8000-000000000000/limitsofliability/`;
      expect((await manager('POST', `${nowhere}download`, '{}', json)).status).toBe(404);
      expect((await manager('POST', `${nowhere}upload`, formOf(await sheetOf([['Name']])))).status).toBe(404);
    });

    it('every list is exported as xlsx and csv, with its filters, its order and the requested columns', async () => {
      const query = `${filter('ProductId', product.Id)}&sortFields=Name&sortDirections=0&pageSize=1`;
      const columns =
        'exportColumns=Name&exportTitles=Limit&exportColumns=Plan.Name&exportColumns=ParticipationTypeId';
      const asked = (kind: string) =>
        manager('GET', `/products/limitofliability?${query}&${columns}&$export=${kind}`);
      const xlsx = await asked('xlsx');
      expect(xlsx.headers.get('content-disposition')).toContain('Limits of liability 2026-11-20.xlsx');
      const [titles, ...rows] = await rowsOf(xlsx.bytes);
      expect(titles?.[0]).toBe('Limit');
      expect(rows.map(([name, plan]) => [name, plan])).toEqual([
        ['Towing', null],
        ['Annual', 'Gold'],
        ['=007', null],
      ]);
      expect(typeof rows[0]?.[2]).toBe('string');
      const csv = await asked('csv');
      expect(csv.body).toContain("'=007,,");
      expect((await rowsOf(csv.bytes)).at(-1)?.[0]).toBe('=007');
      expect((await asked('docx')).status).toBe(400);
      const wrong = await manager('GET', '/products/limitofliability?$export=csv&exportColumns=Nope');
      expect(wrong.status).toBe(400);
    });
  });
}

it('every find route answers as csv, to those who may see it', async () => {
  const clients = await createClients('memory');
  const sheets = await sender(clients.app, 'admin');
  const finds = model.routes.filter(
    ({ operation, method, path, any, lengths }) =>
      operation === 'find' &&
      method === 'GET' &&
      !any &&
      Object.keys(lengths).length === 0 &&
      !path.includes('{'),
  );
  expect(finds.length).toBeGreaterThan(5);
  for (const { path } of finds) {
    const { status, bytes } = await sheets('GET', `${path}?$export=csv`);
    const total = (await clients.admin('GET', `${path}?pageSize=1`)).body.TotalItems;
    expect(status, path).toBe(200);
    expect((await rowsOf(bytes)).length - 1, path).toBe(total);
    expect((await clients.nobody('GET', `${path}?$export=csv`)).status).toBe(401);
  }
});
