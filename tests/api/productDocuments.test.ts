/** The calls of product documents. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

type Document = Readonly<Record<string, unknown>> & { readonly Id: string; readonly SortOrder: number };

for (const kind of appStores)
  describe(`product documents, ${kind} store`, () => {
    let app: Running;
    let [manager, viewer] = [] as unknown as [Ask, Ask];

    beforeAll(async () => {
      app = await startApp({ store: kind });
      [manager, viewer] = await Promise.all([app.as('manager'), app.as('viewer')]);
    });

    const documentsOf = async (productId: string): Promise<readonly Document[]> =>
      (await manager('GET', `/product/getproductdocumentfilesbyproductid/${productId}`)).body.Items;
    /** A product in a state, with several documents. */
    const productIn = async (state: string): Promise<string> => {
      const query = `pageSize=0&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=${state}`;
      for (const { Id } of (await manager('GET', `/product?${query}`)).body.Items)
        if ((await documentsOf(Id)).length > 2) return Id;
      throw new Error(`no product ${state} with documents`);
    };

    it('C-283 the documents of a product come in their order, with file, category, language and region', async () => {
      const productId = await productIn('InDesign');
      const { status, body } = await manager(
        'GET',
        `/product/getproductdocumentfilesbyproductid/${productId}`,
      );
      expect(status).toBe(200);
      expect(body.Items.map(({ SortOrder }: Document) => SortOrder)).toEqual(
        body.Items.map((_: Document, index: number) => index),
      );
      expect(body.Items.every((one: Document) => one.ProductId === productId)).toBe(true);
      expect(body.Items[1]).toMatchObject({
        File: {
          Name: 'Protection du véhicule - brochure 2026.pdf',
          ContentType: 'application/pdf',
          UploadedBy: 'Priya Raman',
          CreatedDate: '2025-11-03T15:30:00.000Z',
        },
        ProductDocumentGroup: { Name: 'Brochure', DisplayName: 'Brochure' },
        Language: { Id: 'fr-CA' },
        Region: { Id: 'QC', DisplayName: 'Quebec' },
      });
    });

    it('C-281 C-282 the document groups of a product, each in the person’s language', async () => {
      const productId = await productIn('InDesign');
      const path = `/product/getproductdocumentgroupsbyproductid/${productId}`;
      const groups = (await manager('GET', path)).body.Items;
      expect(groups.map((group: Document) => group.DisplayName)).toContain('Terms and conditions');
      const french = { 'accept-language': 'fr-CA' };
      const one = await manager('GET', `/product/getproductdocumentgroup/${groups[2].Id}`, undefined, french);
      expect(one).toMatchObject({
        status: 200,
        body: { Id: groups[2].Id, DisplayName: 'Modalités et conditions' },
      });
      expect((await manager('GET', `/product/getproductdocumentgroup/${crypto.randomUUID()}`)).status).toBe(
        404,
      );
    });

    it('a document is moved, changed and deleted; the order has no gaps', async () => {
      const productId = await productIn('InPricing');
      const before = await documentsOf(productId);
      const turned = before.map(({ Id }) => Id).toReversed();
      const order = await manager('POST', `/product/${productId}/productdocumentfile/order`, turned);
      expect(order.status).toBe(200);
      expect((await documentsOf(productId)).map(({ Id }) => Id)).toEqual(turned);
      const [first] = await documentsOf(productId);
      const changed = await manager('PUT', '/product/productdocumentfile', { ...first, Description: 'New' });
      expect(changed).toMatchObject({ status: 200, body: { Description: 'New', SortOrder: 0 } });
      expect((await manager('DELETE', `/product/productdocumentfile/${first?.Id}`)).status).toBeLessThan(300);
      expect((await documentsOf(productId)).map(({ SortOrder }) => SortOrder)).toEqual(
        before.slice(1).map((_, index) => index),
      );
    });

    it('C-036 R-041 changes need the feature and a product that is not read only', async () => {
      const open = await documentsOf(await productIn('InDesign'));
      expect((await viewer('DELETE', `/product/productdocumentfile/${open[0]?.Id}`)).status).toBe(403);
      const productId = await productIn('Active');
      const closed = await documentsOf(productId);
      const removal = await manager('DELETE', `/product/productdocumentfile/${closed[0]?.Id}`);
      expect(removal).toMatchObject({
        status: 422,
        body: { Message: 'The product is read-only, so its documents cannot be changed.' },
      });
      const turned = closed.map(({ Id }) => Id).toReversed();
      const order = await manager('POST', `/product/${productId}/productdocumentfile/order`, turned);
      expect(order.status).toBe(422);
      expect(await documentsOf(productId)).toEqual(closed);
    });

    it('a copied product has its own documents, which refer to the same files', async () => {
      const source = await productIn('Active');
      const { body: product } = await manager('GET', `/product/${source}`);
      const sent = { ...product, Name: 'Copy with papers', Code: 'CPY-1', EndDate: null };
      const copy = await manager('POST', '/product/copy', sent);
      expect(copy.status, JSON.stringify(copy.body)).toBe(201);
      const [before, after] = [await documentsOf(source), await documentsOf(copy.body.Id)];
      expect(after.map(({ FileId }) => FileId)).toEqual(before.map(({ FileId }) => FileId));
      expect(after.some(({ Id }) => before.some((one) => one.Id === Id))).toBe(false);
    });
  });
