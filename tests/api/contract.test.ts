import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients } from './support/createClients.ts';
import { model, type Running, type StoreKind } from './support/startApp.ts';

const errorMembers = ['Message', 'Code', 'ErrorMessages', 'Errors', 'ValidationErrors'];

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`the HTTP contract, ${kind} store`, () => {
    let { app, admin, viewer, nobody, productInDesign } = {} as Clients;

    beforeAll(async () => {
      ({ app, admin, viewer, nobody, productInDesign } = await createClients(kind));
    });

    describe('addresses', () => {
      it('literal segments match in any case, and one trailing slash is ignored', async () => {
        for (const path of ['/product', '/PRODUCT', '/Product/', '/product/productStateType/'])
          expect((await admin('GET', path)).status, path).toBe(200);
      });

      it('R-323 every call is relative to one base, /api, and exists nowhere else', async () => {
        const at = (path: string) => app.fetch(new Request(`http://localhost${path}`));
        expect((await at('/api/product')).status).toBe(401);
        const outside = ['/product', '/products/limitofliability', '/api/api/product', '/'];
        for (const path of outside) expect((await at(path)).status, path).toBe(404);
      });

      it('a double slash is another path', async () => {
        expect((await admin('GET', '//product')).status).toBe(404);
        expect((await admin('GET', '/product//plan')).status).toBe(404);
      });

      it('an id matches only an id, and literal paths win over it', async () => {
        const plan = await admin('GET', '/product/plan');
        expect([plan.status, plan.body.TotalItems > 0]).toEqual([200, true]);
        const bad = await admin('GET', '/product/not-an-id');
        expect(bad.status).toBe(400);
        expect(bad.body.Message).toContain('not-an-id');
      });

      it('an id is read in any case', async () => {
        const { Id } = await productInDesign();
        expect((await admin('GET', `/product/${Id.toUpperCase()}`)).body.Id).toBe(Id);
      });

      it('an unknown path is 404, a wrong method 405 with the allowed ones, HEAD is GET without a body', async () => {
        expect((await admin('GET', '/nothing/here')).body.Code).toBe('not-found');
        const wrong = await admin('PATCH', '/product');
        expect(wrong.status).toBe(405);
        expect(wrong.headers.get('allow')).toBe('GET, POST, PUT, HEAD, OPTIONS');
        const head = await admin('HEAD', '/product');
        expect([head.status, head.body]).toEqual([200, '']);
      });

      it('C-242 an optional parameter may be omitted', async () => {
        const all = await admin('GET', '/product/operationalbrands?pageSize=0');
        expect(all.status).toBe(200);
        const resting = (await brands(app)).find((brand) => brand.IsOperational === false);
        expect(all.body.Items.map((brand: { Id: string }) => brand.Id)).not.toContain(resting?.Id);
        const withOne = await admin('GET', `/product/operationalbrands/${resting?.Id}?pageSize=0`);
        expect(withOne.body.Items.map((brand: { Id: string }) => brand.Id)).toContain(resting?.Id);
      });

      it('C-243 C-245 underwriters and inclusion types are listed', async () => {
        const underwriters = await viewer('GET', '/product/underwriter');
        expect(underwriters.body.Items.length).toBeGreaterThan(0);
        const { body } = await viewer('GET', '/product/inclusiontype');
        expect(body.Items.map(({ Id, Name }: { Id: number; Name: string }) => [Id, Name])).toEqual([
          [0, 'Included'],
          [1, 'Optional'],
        ]);
      });

      it('health needs no login', async () => {
        expect((await nobody('GET', '/health')).body).toEqual({ status: 'ok' });
      });
    });

    describe('lists', () => {
      it('C-225 C-354 R-164 R-473 pages have ten records and the total', async () => {
        const { body } = await admin('GET', '/product');
        expect(body.Items).toHaveLength(10);
        expect(body.TotalItems).toBeGreaterThan(150);
        const second = await admin('GET', '/product?page=2&pageSize=10');
        expect(second.body.Items[0].Id).not.toBe(body.Items[0].Id);
        const beyond = await admin('GET', '/product?page=1000');
        expect(beyond.body).toEqual({ Items: [], TotalItems: body.TotalItems });
        expect((await admin('GET', '/product?pageSize=0')).body.Items).toHaveLength(body.TotalItems);
      });

      it('C-225 sorts by several fields, ascending and descending, Id last', async () => {
        const sort = 'sortFields=LaunchDate&sortFields=Id&sortDirections=0&sortDirections=0';
        const { body } = await admin('GET', `/product?pageSize=0&${sort}`);
        const keys = body.Items.map(
          (item: { LaunchDate: string; Id: string }) => `${item.LaunchDate} ${item.Id}`,
        );
        expect(keys).toEqual([...keys].sort().reverse());
      });

      it('C-225 C-356 C-357 filters are joined with AND; text ignores case, in takes a comma list, dots reach references', async () => {
        const two = await admin('GET', '/product?pageSize=2&sortFields=Name');
        const [first, second] = two.body.Items;
        const ids = await admin(
          'GET',
          `/product?FilterProperty=Id&FilterOperator=in&FilterValue=${first.Id},${second.Id}`,
        );
        expect(ids.body.TotalItems).toBe(2);
        const name = encodeURIComponent(first.Name.toUpperCase());
        const joined = `FilterProperty=Name&FilterOperator=eq&FilterValue=${name}&FilterProperty=Brand.Name&FilterOperator=eq&FilterValue=${encodeURIComponent(first.Brand.Name)}`;
        const { body } = await admin('GET', `/product?pageSize=0&${joined}`);
        expect(body.Items.map((item: { Id: string }) => item.Id)).toContain(first.Id);
        for (const item of body.Items) expect([item.Name, item.BrandId]).toEqual([first.Name, first.BrandId]);
      });

      it('an unknown field, operator, direction or page is 400 and named', async () => {
        const wrong: Record<string, string> = {
          'FilterProperty=Nmae&FilterOperator=eq&FilterValue=x': 'Nmae',
          'FilterProperty=Name&FilterOperator=like&FilterValue=x': 'like',
          'sortFields=Nothing': 'Nothing',
          'sortFields=Name&sortDirections=7': '7',
          'page=0': '0',
          'pageSize=1001': '1001',
        };
        for (const [query, name] of Object.entries(wrong)) {
          const answer = await admin('GET', `/product?${query}`);
          expect([answer.status, answer.body.Code], query).toEqual([400, 'bad-request']);
          expect(answer.body.Message).toContain(name);
        }
      });
    });

    describe('permissions', () => {
      it('C-007 C-207 R-019 R-294 no login is 401, no feature 403 with its name, and the body is not read', async () => {
        const anonymous = await nobody('POST', '/product', '{ not json');
        expect([anonymous.status, anonymous.body.Code]).toEqual([401, 'unauthenticated']);
        const refused = await viewer('POST', '/product', '{ not json');
        expect([refused.status, refused.body.Code]).toEqual([403, 'forbidden']);
        expect(refused.body.Message).toContain('Product.New.Create');
      });

      it('C-209 C-220 a viewer reads products and plans and writes neither', async () => {
        const product = await productInDesign();
        expect((await viewer('GET', `/product/${product.Id}`)).status).toBe(200);
        expect((await viewer('GET', '/product/plan')).status).toBe(200);
        for (const [method, path, body] of [
          ['PUT', '/product', { Id: product.Id }],
          ['PUT', `/product/${product.Id}/launch`, undefined],
          ['PUT', `/product/${product.Id}/state`, { Name: 'InPricing' }],
          ['POST', '/product/plan', { ProductId: product.Id, Name: 'x' }],
          ['POST', `/product/${product.Id}/plan/order`, []],
        ] as const)
          expect((await viewer(method, path, body)).status, `${method} ${path}`).toBe(403);
      });

      it('the model of the application is not described without a login', async () => {
        for (const path of ['/openapi.json', '/model', '/model/validators.js'])
          expect((await nobody('GET', path)).status, path).toBe(401);
        expect((await viewer('GET', '/openapi.json')).status).toBe(200);
      });

      it('every route refuses a caller without a login', async () => {
        const id = '01900000-0000-7000-8000-00000000dead';
        for (const route of model.routes) {
          const path = route.path.replace(/\/\{[^}]+\?\}/, '').replace(/\{[^}]+\}/g, id);
          const { status } = await nobody(route.method, path);
          expect(status, `${route.method} ${route.path}`).toBe(route.access?.kind === 'public' ? 200 : 401);
        }
      });
    });

    describe('languages', () => {
      it('messages and display names come in the requested language, else en-CA', async () => {
        const french = { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' };
        const english = { 'accept-language': 'de, en;q=0.5' };
        const path = '/product?sortFields=Nothing';
        const [inFrench, inEnglish] = [
          await admin('GET', path, undefined, french),
          await admin('GET', path, undefined, english),
        ];
        expect(inFrench.body.Message).not.toBe(inEnglish.body.Message);
        const states = await admin('GET', '/product/productstatetype', undefined, french);
        expect(states.body.Items[0].DisplayName).not.toBe('In Design');
        expect((await admin('GET', '/product/productstatetype')).body.Items[0]).toMatchObject({
          Name: 'InDesign',
          DisplayName: 'In Design',
        });
        const product = await admin(
          'GET',
          '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1',
          undefined,
          french,
        );
        expect(product.body.Items[0].ProductStateType.DisplayName).toBe(states.body.Items[0].DisplayName);
      });
    });

    describe('the client’s needs', () => {
      it('the model is sent once and revalidated afterwards; without login only the texts of the shell and the public screens', async () => {
        const first = await viewer('GET', '/model');
        expect(first.body.version).toBe(model.version);
        expect(JSON.stringify(first.body.files.map(({ file }: { file: string }) => file))).not.toContain(
          'seed.json',
        );
        const again = await viewer('GET', '/model', undefined, {
          'if-none-match': first.headers.get('etag') ?? '',
        });
        expect(again.status).toBe(304);
        expect((await nobody('GET', '/model')).status).toBe(401);
        const open = await nobody('GET', '/model?part=public');
        expect(open.status).toBe(200);
        const names = open.body.files.map(({ file }: { file: string }) => file);
        expect(names.filter((file: string) => !/defaults|messages/.test(file))).toEqual([
          'screens/pricing/pricing-formula-harness.json',
        ]);
      });

      it('validators are served as a script module', async () => {
        const { status, headers, body } = await viewer('GET', `/model/validators.js?v=${model.version}`);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toContain('text/javascript');
        expect(body).toContain('export function createValidators');
        expect(headers.get('cache-control')).toContain('immutable');
      });

      it('the model is compressed for clients that accept it', async () => {
        const token = (await viewer('GET', '/session')).body.Token;
        const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' };
        const response = await app.fetch(new Request('http://localhost/api/model', { headers }));
        expect(response.headers.get('content-encoding')).toBe('gzip');
        const unpacked = new Response(response.body?.pipeThrough(new DecompressionStream('gzip')));
        expect(await unpacked.text()).toBe(JSON.stringify((await viewer('GET', '/model')).body));
      });

      it('a preference is kept for its person alone', async () => {
        expect((await viewer('GET', '/preference/grid.products')).body).toBe(null);
        expect((await viewer('PUT', '/preference/grid.products', { page: 3 })).status).toBe(200);
        await viewer('PUT', '/preference/grid.products', { page: 4 });
        expect((await viewer('GET', '/preference/grid.products')).body).toEqual({ page: 4 });
        expect((await admin('GET', '/preference/grid.products')).body).toBe(null);
        expect((await viewer('PUT', '/preference/grid.products', 'x'.repeat(70_000))).status).toBe(413);
      });

      it('every error has the same shape', async () => {
        const answers = [
          await nobody('GET', '/product'),
          await viewer('POST', '/product', {}),
          await admin('GET', '/nothing'),
          await admin('POST', '/product', '{'),
          await admin('POST', '/product', {}),
        ];
        for (const { body } of answers)
          expect(Object.keys(body)).toEqual(expect.arrayContaining(errorMembers));
      });
    });
  });
}

async function brands(app: Running): Promise<readonly Record<string, unknown>[]> {
  return (await app.store.find({ entity: 'brand' })).items;
}
