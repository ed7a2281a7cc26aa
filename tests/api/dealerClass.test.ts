/**
 * The page of dealer classes: class guides of products, and a file that changes the products of many dealers.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { mayOpen } from '../../renderer/data/mayOpen.ts';
import type { Store } from '../../server/store/types.ts';
import { type Profiles, sellEveryBrand, startProfiles } from './support/dealers.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import { type Ask, model } from './support/startApp.ts';

const barrie = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const sherbrooke = 'b696242c-2a9f-51da-81dc-27b3cd9512d6';
const titles = ['Dealer', 'Product', 'Enabled', 'Effective date', 'Low markup split'];

describe('dealer classes', () => {
  let on: Profiles;
  let [files, viewer] = [] as unknown as [Send, Ask];

  beforeAll(async () => {
    on = await startProfiles([
      { id: 'no upload', features: ['*'], except: ['DealerClass.Upload'] },
      { id: 'products', features: ['DealerClass.Upload', 'Dealer.Products.*'] },
      { id: 'nobody special', features: [] },
    ]);
    files = await sender(on.app, 'admin');
    viewer = await on.as('nobody special');
    return () => on.app.store.close();
  });

  const upload = (bytes: Uint8Array, send = files) =>
    send('POST', '/profile/dealerproduct/upload', formOf(bytes, 'products.xlsx'));
  const ended = async (job: string): Promise<DataRecord> => {
    for (;;) {
      const { body } = await on.admin('GET', `/job/${job}`);
      if (body.Status !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const productsOf = async (dealer: string): Promise<readonly DataRecord[]> =>
    (await on.admin('GET', `/profile/dealer/${dealer}/product?pageSize=0`)).body.Items;

  it('H-040 H-576 H-577 the page needs only a login, lists class guides and assigns one to a product', async () => {
    expect(mayOpen(model, '/dealerclass', [])).toBe(true);
    expect((await viewer('GET', '/dealerclass/product')).status).toBe(200);
    expect((await (await on.app.as())('GET', '/dealerclass/product')).status).toBe(401);
    const guides = (await viewer('GET', '/pricing/getclassguides')).body.Items;
    expect(guides.map(({ Code }: DataRecord) => Code)).toContain('CVCG-2026');
    const [{ Id }] = (
      await on.admin('GET', '/product?FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1')
    ).body.Items;
    const guide = guides.find(({ Code }: DataRecord) => Code === 'CVCG-2026');
    const put = (as: Ask, body: unknown) => as('PUT', `/product/${Id}/classguide`, JSON.stringify(body));
    const json = { 'content-type': 'application/json' };
    const path = `/product/${Id}/classguide`;
    expect((await put(viewer, guide.Id)).status).toBe(403);
    expect((await on.admin('PUT', path, JSON.stringify(guide.Id), json)).status).toBe(200);
    const read = async () =>
      (await viewer('GET', `/dealerclass/product?FilterProperty=Id&FilterOperator=eq&FilterValue=${Id}`))
        .body;
    expect((await read()).Items).toMatchObject([{ VehicleClassGuide: { Code: 'CVCG-2026' } }]);
    expect((await on.admin('PUT', path, 'null', json)).status).toBe(200);
    expect((await read()).Items[0].VehicleClassGuide ?? null).toBeNull();
  });

  it('H-041 a file of dealer products needs DealerClass.Upload, and the right to change products', async () => {
    const sheet = await sheetOf([titles, ['D-1007', 'NLM-TIR-30', 'Yes', '2026-12-01', 20]]);
    expect((await upload(sheet, await sender(on.app, 'no upload'))).status).toBe(403);
    expect((await upload(sheet, await sender(on.app, 'nobody special'))).status).toBe(403);
    expect(await productsOf(sherbrooke)).toEqual([]);
    await sellEveryBrand(on.app.store, [sherbrooke]);
    const limited = await upload(sheet, await sender(on.app, 'products'));
    // Without Dealer.ProductMarkups.Edit the split is refused, and so is its row.
    const { Status, Problem } = (await ended(limited.body.JobId)) as { Status: string; Problem: DataRecord };
    expect([Status, (Problem.ValidationErrors as DataRecord[])[0]?.Cell]).toEqual(['failed', 'E2']);
    const { status, body } = await upload(sheet);
    expect([status, body.FileName], JSON.stringify(body)).toEqual([202, 'products.xlsx']);
    expect(await ended(body.JobId)).toMatchObject({ Status: 'done', Result: { Created: 1, Updated: 0 } });
    expect(await productsOf(sherbrooke)).toMatchObject([
      { Product: { Code: 'NLM-TIR-30' }, EffectiveDate: '2026-12-01', LowMarkupSplit: 20 },
    ]);
  });

  it('a download can be uploaded again unchanged, in both languages', async () => {
    for (const language of ['en-CA', 'fr-CA']) {
      const headers = { 'accept-language': language, 'content-type': 'application/json' };
      const sheet = await files('POST', '/profile/dealerproduct/download', '{}', headers);
      const rows = await rowsOf(sheet.bytes);
      expect(rows.flat()).toContain('D-1006');
      const { body } = await upload(sheet.bytes);
      expect(await ended(body.JobId)).toMatchObject({
        Status: 'done',
        Result: { Created: 0, Updated: 0, Unchanged: rows.length - 1 },
      });
    }
  });

  it('of 150 rows with three wrong ones nothing is taken, and each mistake is reported at its cell', async () => {
    const everyone = (await on.app.store.find({ entity: 'dealer' })).items;
    await sellEveryBrand(
      on.app.store,
      everyone.map(({ Id }) => Id),
    );
    const products = (await on.admin('GET', '/profile/dealerproduct?pageSize=0')).body.TotalItems;
    const all = (await on.admin('GET', '/product?pageSize=0')).body.Items as readonly DataRecord[];
    const codes = all.flatMap(({ Code, ProductStateTypeId }) =>
      ProductStateTypeId === 3 ? [String(Code)] : [],
    );
    const once = codes.filter((code) => codes.indexOf(code) === codes.lastIndexOf(code));
    const dealers = ['D-1001', 'D-1002', 'D-1003', 'D-1004', 'D-1005', 'D-1008', 'D-1010', 'D-1011'];
    const rows = dealers
      .flatMap((dealer) => once.map((code) => [dealer, code, 'Yes', '2026-12-01', 20]))
      .slice(0, 150);
    const wrong = rows.map((row) => [...row]);
    (wrong[3] as unknown[])[0] = 'D-9999';
    (wrong[60] as unknown[])[1] = 'NOT-A-CODE';
    (wrong[120] as unknown[])[4] = 120;
    const { Status, Problem } = (await ended(
      (
        await upload(await sheetOf([titles, ...wrong]))
      ).body.JobId,
    )) as {
      Status: string;
      Problem: DataRecord;
    };
    expect(Status).toBe('failed');
    const cells = (Problem.ValidationErrors as DataRecord[]).map(({ Cell }) => Cell);
    expect(cells).toEqual(['A5', 'B62', 'E122']);
    const count = async () => (await on.admin('GET', '/profile/dealerproduct?pageSize=1')).body.TotalItems;
    expect(await count()).toBe(products);
    const reads = countReads('dealer-brand');
    const { JobId } = (await upload(await sheetOf([titles, ...rows]))).body;
    expect(await ended(JobId)).toMatchObject({ Status: 'done', Result: { Created: rows.length } });
    expect(await count()).toBe(products + rows.length);
    // The brands of a dealer are read once, however many rows name it.
    expect(new Set(reads.asked).size).toBe(new Set(rows.map(([dealer]) => dealer)).size);
    expect(reads.asked.length).toBe(new Set(reads.asked).size);
    reads.end();
  });

  /** From now on, every query of a transaction to the store about an entity. */
  function countReads(entity: string) {
    const { store } = on.app as unknown as { store: { -readonly [Key in keyof Store]: Store[Key] } };
    const { transaction } = store;
    const asked: string[] = [];
    store.transaction = (work) =>
      transaction((session) =>
        work({
          ...session,
          find: (query) => {
            if (query.entity === entity) asked.push(JSON.stringify(query));
            return session.find(query);
          },
        }),
      );
    return {
      asked,
      end: () => {
        store.transaction = transaction;
      },
    };
  }

  it('H-389 the markups of a product need Dealer.ProductMarkups.Edit', async () => {
    const [{ Id } = {}] = await productsOf(barrie);
    const put = async (role: string, body: DataRecord) =>
      (await on.as(role))('PUT', `/profile/dealer/${barrie}/product`, { Id, ...body });
    expect((await put('products', { RemitTaxToLgm: true })).status).toBe(200);
    for (const name of ['MaxMarkup', 'MarkupDiscounted', 'LowMarkupSplit', 'HighMarkupSplit'])
      expect((await put('products', { [name]: 7 })).status, name).not.toBe(200);
    expect((await put('admin', { LowMarkupSplit: 7 })).body.LowMarkupSplit).toBe(7);
  });

  it('H-525 the allowances of a product by its root id', async () => {
    const root = '6bda8f3a-192b-53f8-89d5-73c10935d820';
    const { status, body } = await viewer('GET', `/profile/product/${root}/allowanceeligibility`);
    expect(status).toBe(200);
    expect(body.Items).toMatchObject([{ IsDapEligible: true, IsNcpEligible: expect.anything() }]);
    expect(Object.keys(body.Items[0]).sort()).toEqual(['Id', 'IsDapEligible', 'IsNcpEligible']);
  });

  it('H-657 types of products include LPP, Replacement Insurance and GAP', async () => {
    const { Items } = (await viewer('GET', '/product/producttypes?pageSize=0')).body;
    const names = Items.map(({ Name }: DataRecord) => Name);
    expect(names).toEqual(expect.arrayContaining(['LPP', 'Replacement Insurance', 'GAP']));
  });
});
