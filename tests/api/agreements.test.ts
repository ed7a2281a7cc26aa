/** Agreement documents and those of a product: their calls, who may make them, and refusals. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clients, createClients } from './support/createClients.ts';
import { type Answer, type Ask, appStores } from './support/startApp.ts';

const noId = '00000000-0000-4000-8000-000000000000';
const documentFields = [
  'Id',
  'AgreementType',
  'Name',
  'Language',
  'DocumentFormat',
  'StartDate',
  'AgreementFileId',
];

for (const kind of appStores)
  describe(`agreements, ${kind} store`, () => {
    let clients: Clients;
    let [admin, manager, viewer, nobody] = [] as unknown as [Ask, Ask, Ask, Ask];
    let product: Answer['body'];
    let library: Answer['body'][];

    beforeAll(async () => {
      clients = await createClients(kind);
      ({ admin, manager, viewer, nobody } = clients);
      product = await clients.productInDesign();
      library = (await admin('GET', '/agreementDocument?pageSize=0')).body.Items;
    });

    beforeEach(async () => {
      for (const { Id } of await attached())
        await admin('DELETE', `/product/${product.Id}/removeagreement/${Id}`);
    });

    const attached = async (id = product.Id): Promise<Answer['body'][]> =>
      (await viewer('GET', `/product/${id}/agreementdocuments`)).body.Items;
    const named = (name: string) => library.find(({ Name }) => Name === name);
    const attach = (Id: unknown, ask = manager) =>
      ask('POST', '/product/addagreementtoproduct', { ProductId: product.Id, AgreementDocumentId: Id });

    it('C-121 C-272 the agreement documents of a product come with their fields', async () => {
      const { Id } = named('GAP Certificate of Coverage');
      expect((await attach(Id)).status).toBe(201);
      const [found, ...others] = await attached();
      expect(others).toEqual([]);
      expect(Object.keys(found)).toEqual(expect.arrayContaining(documentFields));
      expect(found).toMatchObject({
        Id,
        AgreementType: { Id: 2, DisplayName: 'Certificate of coverage' },
        Language: 'en-CA',
        DocumentFormat: 'Pdf',
        StartDate: '2024-01-01',
        AgreementFileId: expect.any(String),
        AgreementFile: { Name: 'gap-certificate.pdf', ContentType: 'application/pdf' },
      });
      expect(named('Vehicle Service Contract Application (2022 stock)').EndDate).toBe('2023-12-31');
    });

    it('C-272 a product without agreements has an empty list, and an unknown product has none', async () => {
      expect((await viewer('GET', `/product/${product.Id}/agreementdocuments`)).body).toEqual({
        Items: [],
        TotalItems: 0,
      });
      expect((await viewer('GET', `/product/${noId}/agreementdocuments`)).status).toBe(404);
      expect((await viewer('GET', '/product/nonsense/agreementdocuments')).status).toBe(400);
      expect((await nobody('GET', `/product/${product.Id}/agreementdocuments`)).status).toBe(401);
    });

    it('C-273 the agreement types, in the language of the person', async () => {
      const { body } = await viewer('GET', '/agreementDocument/agreementTypesForProduct', undefined, {
        'accept-language': 'fr-CA',
      });
      expect(body.Items[0]).toEqual({ Id: 1, Name: 'Application', DisplayName: 'Proposition et contrat' });
    });

    it('C-274 the names of a type are those of agreements that have not ended', async () => {
      const { body, status } = await viewer('GET', '/agreementDocument/1/agreementNames?pageSize=0');
      expect(status).toBe(200);
      const names = body.Items.map(({ Name }: { Name: string }) => Name);
      expect(names).toContain('Vehicle Service Contract Application');
      expect(names).toContain('Proposition de contrat de service automobile');
      expect(names).not.toContain('Vehicle Service Contract Application (2022 stock)');
      expect(names).not.toContain('GAP Certificate of Coverage');
      expect(Object.keys(body.Items[0])).not.toContain('Mappings');
      expect((await viewer('GET', '/agreementDocument/999/agreementNames')).body.Items).toEqual([]);
      expect((await viewer('GET', '/agreementDocument/many/agreementNames')).body.Items).toEqual([]);
    });

    it('C-177 C-275 an agreement is added once, and a second time is refused', async () => {
      const { Id } = named('Cancellation Request');
      expect((await attach(Id)).status).toBe(201);
      const again = await attach(Id);
      expect(again.status).toBe(422);
      expect(again.body).toMatchObject({
        Message: 'This agreement is already attached to the product.',
        ValidationErrors: [{ Key: 'AgreementDocumentId', Rule: 'product-agreement.unique' }],
      });
      expect(await attached()).toHaveLength(1);
    });

    it('C-275 an unknown, ended or missing agreement is refused', async () => {
      const ended = named('Vehicle Service Contract Application (2022 stock)');
      expect((await attach(ended.Id)).body.Message).toContain('has ended');
      expect((await attach(noId)).status).toBe(422);
      expect((await attach(undefined)).status).toBe(422);
      expect((await attach('everything')).status).toBe(422);
      const { Id } = named('Cancellation Request');
      const missing = { ProductId: noId, AgreementDocumentId: Id };
      expect((await manager('POST', '/product/addagreementtoproduct', missing)).status).toBe(422);
      expect((await attach(Id, viewer)).status).toBe(403);
      expect((await attach(Id, nobody)).status).toBe(401);
      expect(await attached()).toEqual([]);
    });

    it('C-276 an agreement is removed from its product and stays in the library', async () => {
      const { Id } = named('Cancellation Request');
      await attach(Id);
      const path = `/product/${product.Id}/removeagreement/${Id}`;
      expect((await viewer('DELETE', path)).status).toBe(403);
      expect((await manager('DELETE', path)).status).toBe(204);
      expect(await attached()).toEqual([]);
      expect((await manager('DELETE', path)).status).toBe(404);
      expect((await viewer('GET', `/agreementDocument/${Id}`)).status).toBe(200);
    });

    it('a product on sale keeps its agreements unchanged', async () => {
      const query = 'pageSize=1&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=Active';
      const mbp = `${query}&FilterProperty=ProductType.Name&FilterOperator=eq&FilterValue=MBP`;
      const [active] = (await admin('GET', `/product?${mbp}`)).body.Items;
      const [first] = await attached(active.Id);
      const removed = await manager('DELETE', `/product/${active.Id}/removeagreement/${first.Id}`);
      expect(removed.status).toBe(422);
      expect(removed.body.Message).toContain('can no longer be edited');
      const added = { ProductId: active.Id, AgreementDocumentId: named('GAP Certificate of Coverage').Id };
      expect((await manager('POST', '/product/addagreementtoproduct', added)).status).toBe(422);
    });

    it('a version copies the agreements, which refer to the same documents', async () => {
      await attach(named('Cancellation Request').Id);
      const body = { ...product, Version: '9.9', id: product.Id };
      const made = await admin('POST', '/product/version', body);
      expect(made.status).toBe(201);
      expect((await attached(made.body.Id)).map(({ Id }) => Id)).toEqual([named('Cancellation Request').Id]);
    });

    it('a document in use cannot be deleted, and the message names the products', async () => {
      const { Id } = named('Vehicle Service Contract Application');
      const refused = await manager('DELETE', `/agreementDocument/${Id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.Message).toMatch(/^The agreement document is in use by .+ \(.+-\d0 1\.0\)/);
    });

    it('the library is edited with General.Edit; a file counts as a new revision', async () => {
      const { Id, Revision, AgreementFileId } = named('Loan Protection Consumer Disclosure');
      const other = named('Cancellation Request').AgreementFileId;
      expect((await viewer('PUT', '/agreementDocument', { Id, AgreementFileId: other })).status).toBe(403);
      const changed = await manager('PUT', '/agreementDocument', { Id, AgreementFileId: other });
      expect(changed.body).toMatchObject({ Revision: Revision + 1, AgreementFileId: other });
      await manager('PUT', '/agreementDocument', { Id, AgreementFileId });
      expect((await manager('PUT', '/agreementDocument', { Id, AgreementFileId: null })).status).toBe(422);
    });
  });
