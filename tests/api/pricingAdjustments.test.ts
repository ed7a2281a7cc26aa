/**
 * Pricing adjustments: a change for many products, scheduled, carried out once, and included in their cards.
 */
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients } from './support/createClients.ts';
import { type Send, sender } from './support/sheets.ts';
import { type Answer, type Ask, appStores } from './support/startApp.ts';

type Body = Answer['body'];

for (const kind of appStores) {
  describe(`pricing adjustments, ${kind} store`, () => {
    let clients: Clients;
    let pricing: Ask;
    let send: Send;
    let product: string;
    let adjustment: string;
    const path = (more = '') => `/pricing/adjustment/${adjustment}${more}`;

    beforeAll(async () => {
      clients = await createClients(kind);
      pricing = await clients.app.as('pricing');
      send = await sender(clients.app, 'pricing');
      const { Items } = (await clients.admin('GET', '/product?pageSize=0')).body;
      product = Items.find(({ Code }: Body) => Code === 'SMT-KEY-30').Id;
      const bucket = (await pricing('GET', '/pricing/buckets')).body.Items[1].Id;
      const Steps = [{ Name: 'a', Expression: "$factor('Factor.BaseRate')", PriceBucketId: bucket }];
      await pricing('PUT', `/pricing/product/${product}/formula`, { Steps });
      const card = await pricing('POST', `/pricing/product/${product}/ratecard`, { Name: 'All' });
      const { JobId } = (
        await pricing('POST', `/pricing/product/${product}/ratecard/${card.body.Id}/generate`, {})
      ).body;
      while ((await pricing('GET', `/job/${JobId}`)).body.Status === 'running')
        await new Promise((resolve) => setImmediate(resolve));
    });

    it('C-123 C-312 C-313 C-014 an adjustment is created and changed with its feature', async () => {
      expect((await clients.manager('POST', '/pricing/adjustment', { Name: 'x', Change: 1 })).status).toBe(
        403,
      );
      const given = '01900e01-0000-7000-8000-00000000aaaa';
      const made = await pricing('POST', `/pricing/adjustment/${given}`, { Name: 'Five percent', Change: 4 });
      expect([made.status, made.body.Id, made.body.VersioningStatus], JSON.stringify(made.body)).toEqual([
        201,
        given,
        'None',
      ]);
      adjustment = given;
      const changed = await pricing('PUT', path(), { Change: 5 });
      expect([changed.status, changed.body.Change]).toEqual([200, 5]);
      expect(
        (await pricing('POST', '/pricing/adjustment', { Name: 'five  PERCENT', Change: 1 })).status,
      ).toBe(422);
      expect(
        (await pricing('POST', '/pricing/adjustment', { Name: 'y', Change: 1, ParameterName: 'a' })).status,
      ).toBe(422);
    });

    it('C-311 the list takes its query in the body', async () => {
      await pricing('POST', '/pricing/adjustment', { Name: 'Another', Change: 1 });
      const ask = { page: 1, pageSize: 1, sortFields: ['Name'], sortDirections: [0] };
      const { body } = await pricing('POST', '/pricing/adjustments', ask);
      expect([body.TotalItems, body.Items.map(({ Name }: Body) => Name)]).toEqual([2, ['Five percent']]);
      expect((await pricing('POST', '/pricing/adjustments', { sortFields: ['Nothing'] })).status).toBe(400);
      expect((await clients.viewer('POST', '/pricing/adjustments', {})).status).toBe(403);
    });

    it('C-315 C-316 C-317 products are linked, listed and unlinked', async () => {
      const other = (await clients.admin('GET', '/product?pageSize=2')).body.Items.find(
        ({ Id }: Body) => Id !== product,
      ).Id;
      expect((await pricing('POST', path('/products'), { ProductIds: [product, other] })).status).toBe(200);
      expect((await pricing('POST', path('/products'), { ProductIds: [product] })).status).toBe(200);
      expect((await pricing('GET', path('/products'))).body.TotalItems).toBe(2);
      const unknown = await pricing('POST', path('/products'), { ProductIds: [product, adjustment] });
      expect(unknown.status).toBe(404);
      expect(unknown.body.ValidationErrors.map(({ Path }: Body) => Path)).toEqual(['/ProductIds/1']);
      expect(unknown.body.Message).toContain('Product');
      const many = Array.from({ length: 1001 }, () => product);
      expect((await pricing('POST', path('/products'), { ProductIds: many })).status).toBe(422);
      expect((await pricing('DELETE', path(`/product/${other}`))).status).toBe(200);
      expect((await pricing('DELETE', path(`/product/${other}`))).status).toBe(404);
      const { Items } = (await pricing('GET', path('/products'))).body;
      expect(Items.map(({ ProductId, Code }: Body) => [ProductId, Code])).toEqual([[product, 'SMT-KEY-30']]);
    });

    it('C-006 a preview shows the effect on every price, and changes nothing', async () => {
      const { Items } = (await pricing('POST', path('/preview'))).body;
      expect(Items[0]).toMatchObject({ Combinations: 84, Prices: 84, Changed: 84, LargestFall: 0 });
      expect(Items[0].LargestRise).toBeGreaterThan(0);
      expect((await pricing('GET', `/pricing/product/${product}/formula`)).body.Adjustments).toEqual([]);
    });

    it('C-006 a product without prices says why in the preview, and does not affect the others', async () => {
      const { Items: all } = (await clients.admin('GET', '/product?pageSize=0')).body;
      const idOf = (code: string) => all.find(({ Code }: Body) => Code === code).Id;
      const [plain, dear] = [idOf('BOR-KEY-30'), idOf('BOR-GAP-30')];
      const bucket = (await pricing('GET', '/pricing/buckets')).body.Items[0].Id;
      const Steps = [{ Name: 'a', Expression: '5000', PriceBucketId: bucket }];
      const formula = await pricing('PUT', `/pricing/product/${dear}/formula`, { Steps });
      expect(formula.body.IsPricingFormulaValid, JSON.stringify(formula.body.Problems)).toBe(true);
      const steep = await pricing('POST', '/pricing/adjustment', { Name: 'Steep', Change: 1_000_000 });
      const at = `/pricing/adjustment/${steep.body.Id}`;
      await pricing('POST', `${at}/products`, { ProductIds: [plain, dear, product] });
      expect((await clients.manager('POST', `${at}/preview`)).status).toBe(403);
      const high = (await pricing('POST', `${at}/preview`)).body;
      expect(high.Items.map(({ Problem }: Body) => Problem)).toEqual(['formula', 'price', undefined]);
      expect(high.Items[1].Reason).toMatch(/21,474,836\.47/);
      await pricing('PUT', at, { Change: -1, IsPercent: false });
      const { Items } = (await pricing('POST', `${at}/preview`)).body;
      expect(Items[0]).toMatchObject({ Problem: 'formula', Reason: 'The product has no pricing formula.' });
      expect(Items[2]).toMatchObject({ Changed: 84, LargestFall: -1, LargestRise: 0 });
    });

    it('C-139 C-140 C-319 C-320 C-321 C-322 schedules are in the future and can be cancelled until they have run', async () => {
      const due = { Date: '2026-11-25T12:00:00Z' };
      expect((await pricing('POST', path('/schedule/launch'), due)).status).toBe(409);
      expect((await pricing('POST', path('/schedule/versioning'), { Date: '2026-11-01' })).status).toBe(422);
      expect((await pricing('POST', path('/schedule/versioning'), {})).status).toBe(422);
      expect((await pricing('POST', path('/cancel/versioning'))).status).toBe(409);
      expect((await pricing('POST', path('/schedule/versioning'), due)).body.VersioningStatus).toBe(
        'Scheduled',
      );
      expect((await pricing('POST', path('/cancel/versioning'))).body.VersioningStatus).toBe('None');
      await pricing('POST', path('/schedule/versioning'), due);
      const Later = { Date: '2026-11-26T12:00:00Z' };
      expect((await pricing('POST', path('/schedule/launch'), Later)).body.LaunchStatus).toBe('Scheduled');
      expect((await pricing('POST', path('/cancel/launch'))).body.LaunchStatus).toBe('None');
      await pricing('POST', path('/schedule/launch'), Later);
      expect(await clients.app.runDue()).toBe(0);
    });

    it('C-139 C-318 C-319 a schedule due while the server was down runs once, and changes every price', async () => {
      clients.app.clock.now = new Date('2026-11-25T18:00:00Z');
      const again = clients.app.restart();
      expect(await Promise.all([again.runDue(), again.runDue()])).toEqual([1, 1]);
      expect(await again.runDue()).toBe(0);
      pricing = await again.as('pricing');
      const state = (await pricing('POST', path('/childrenstate'))).body;
      expect([state.VersioningStatus, state.TotalItems], JSON.stringify(again.errors)).toEqual(['Done', 1]);
      const [child] = state.Items;
      expect([child.Version, child.State.Name]).toEqual(['4.0', 'InDesign']);
      const formula = (await pricing('GET', `/pricing/product/${child.NewProductId}/formula`)).body;
      expect([formula.IsPricingFormulaValid, formula.Adjustments[0].Title]).toEqual([true, 'Five percent']);
      const asked = { Plan: 'KeyStandard', Values: { 'Policy.TermMonth': 24, 'Policy.VehicleClass': 'A' } };
      const priced = await pricing('POST', `/pricing/product/${child.NewProductId}/calculateprice`, asked);
      expect(priced.body.Price).toBe(276.15);
      const [card] = (await pricing('GET', `/pricing/product/${child.NewProductId}/ratecard`)).body.Items;
      const rates = `/pricing/product/${child.NewProductId}/ratecard/${card.Id}/rates`;
      const Filters = { Plan: 'KeyStandard', 'Policy.TermMonth': '24', 'Policy.VehicleClass': 'A' };
      expect((await pricing('POST', rates, { Filters })).body.Items[0].Price).toBe(276.15);
      expect((await pricing('POST', path('/cancel/versioning'))).status).toBe(409);
      expect((await pricing('PUT', path(), { Change: 6 })).status).toBe(422);
    });

    it('C-140 C-321 C-318 the versions are launched on their day', async () => {
      clients.app.clock.now = new Date('2026-11-26T18:00:00Z');
      expect(await clients.app.runDue()).toBe(1);
      pricing = await clients.app.as('pricing');
      const state = (await pricing('POST', path('/childrenstate'))).body;
      expect([state.LaunchStatus, state.Items[0].State.Name]).toEqual(['Done', 'Active']);
      expect((await pricing('POST', path('/cancel/launch'))).status).toBe(409);
    });

    it('C-323 C-314 the cards are downloaded as one zip; the adjustment is removed', async () => {
      send = await sender(clients.app, 'pricing');
      const { status, bytes } = await send('GET', path('/downloadratecards'));
      expect(status).toBe(200);
      const files = unzipSync(bytes);
      expect(Object.keys(files)).toEqual(['SMT-KEY-30 - 4.0 - All.csv']);
      expect(new TextDecoder().decode(Object.values(files)[0])).toContain('276.15');
      expect((await pricing('DELETE', path())).status).toBe(204);
      expect((await pricing('GET', path('/products'))).status).toBe(404);
    });
  });
}
