import { beforeAll, describe, expect, it } from 'vitest';
import { agreeing } from './support/agreeing.ts';
import { type Clients, createClients, ownProductFields } from './support/createClients.ts';
import type { StoreKind } from './support/startApp.ts';

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`writes over HTTP, ${kind} store`, () => {
    let { admin, manager, viewer, productInDesign, plansOf } = {} as Clients;

    beforeAll(async () => {
      ({ admin, manager, viewer, productInDesign, plansOf } = await createClients(kind));
    });

    describe('writes', () => {
      it('C-227 C-228 C-108 a created product has an id, is read back, and changed by PUT', async () => {
        const source = await productInDesign();
        const draft = { ...ownProductFields(source), Code: `NEW-${kind}`, Name: 'Brand new' };
        const created = await manager('POST', '/product', draft);
        expect(created.status).toBe(201);
        expect(created.body.Id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
        const stored = await manager('GET', `/product/${created.body.Id}`);
        expect(stored.body).toMatchObject({
          Name: 'Brand new',
          Revision: 1,
          CreatedBy: 'manager',
          IsReadOnly: false,
        });
        const changed = await manager('PUT', '/product', {
          ...ownProductFields(stored.body),
          Id: created.body.Id,
          Name: 'Newer',
        });
        expect(changed.status).toBe(200);
        expect(changed.body).toMatchObject({ Name: 'Newer', Revision: 2, ModifiedBy: 'manager' });
      });

      it('a client may send back what it read, and field names ignore case', async () => {
        const product = await productInDesign();
        const whole = await manager('PUT', '/product', product);
        expect([whole.status, whole.body.Revision]).toEqual([200, product.Revision]);
        const lower = { id: product.Id, name: product.Name, brandId: product.BrandId };
        expect((await manager('PUT', '/product', lower)).status).toBe(200);
      });

      it('an update answers the record as it is stored, for every kind of field', async () => {
        const { Id, ProductGroupId, BrandId } = await productInDesign();
        const changes = [
          { Description: 'plain', IsPromotion: true, LaunchDate: '2027-01-02', QuoteExpiryInDays: 60 },
          { EndDate: '2030-01-01' },
          { EndDate: null, Description: 'é 😀' },
          { ProductGroupId: null },
          { ProductGroupId: ProductGroupId ?? null, BrandId },
          {},
        ];
        for (const change of changes) {
          const saved = await manager('PUT', '/product', { Id, ...change });
          expect(saved.status).toBe(200);
          expect(saved.body).toEqual((await manager('GET', `/product/${Id}?include=`)).body);
        }
      });

      it('an unknown field is 400 and named', async () => {
        const product = await productInDesign();
        const { status, body } = await manager('PUT', '/product', { Id: product.Id, Colour: 'red' });
        expect([status, body.Code]).toEqual([400, 'bad-request']);
        expect(body.Message).toContain('Colour');
      });

      it('two people saving at once: the second gets 409 with the stored record, and nothing of hers is stored', async () => {
        const product = await productInDesign();
        const first = await manager('PUT', '/product', {
          Id: product.Id,
          Revision: product.Revision,
          Description: 'first',
        });
        expect(first.status).toBe(200);
        const second = await admin('PUT', '/product', {
          Id: product.Id,
          Revision: product.Revision,
          Description: 'second',
        });
        expect([second.status, second.body.Code]).toEqual([409, 'conflict']);
        expect(second.body.Current).toMatchObject({ Description: 'first', Revision: product.Revision + 1 });
        const byHeader = await admin(
          'PUT',
          '/product',
          { Id: product.Id, Description: 'third' },
          { 'if-match': `"${product.Revision}"` },
        );
        expect([byHeader.status, byHeader.body]).toEqual([412, second.body]);
        expect((await admin('GET', `/product/${product.Id}`)).body.Description).toBe('first');
      });

      it('a conflict says who changed which field last, and when, without hidden fields', async () => {
        const product = await productInDesign();
        const base = { Id: product.Id };
        await manager('PUT', '/product', {
          ...base,
          Code: `WHO-${product.Revision}`,
          Description: 'by manager',
        });
        await admin('PUT', '/product', { ...base, Description: 'by admin' });
        const { status, body } = await manager('PUT', '/product', {
          ...base,
          Revision: product.Revision,
          Description: 'late',
        });
        expect(status).toBe(409);
        const of = (name: string) => body.Changes.filter(({ Field }: { Field: string }) => Field === name);
        expect(of('Description')).toMatchObject([{ ChangedBy: 'admin' }]);
        expect(of('Code')).toMatchObject([{ ChangedBy: 'manager' }]);
        expect(new Date(of('Code')[0].ChangedAt).getTime()).not.toBeNaN();
        expect(body.Changes.every(({ Field }: { Field: string }) => Field in body.Current)).toBe(true);
      });

      it('of many truly simultaneous writes one wins', async () => {
        const product = await productInDesign();
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            manager('PUT', '/product', {
              Id: product.Id,
              Revision: product.Revision,
              Description: `writer ${index}`,
            }),
          ),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
      });

      it('of two simultaneous new records with one name one is stored, and the other is refused at the field', async () => {
        const product = await productInDesign();
        const plan = { ProductId: product.Id, Name: 'Same at once' };
        const answers = await Promise.all([
          manager('POST', '/product/plan', plan),
          manager('POST', '/product/plan', plan),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
        const refused = answers.find(({ status }) => status === 422);
        expect(refused?.body.ValidationErrors[0]).toMatchObject({
          Key: 'Name',
          Rule: 'plan.name.unique',
          Path: '/Name',
        });
      });

      it('a client that sends no revision overwrites', async () => {
        const product = await productInDesign();
        const { status } = await manager('PUT', '/product', { Id: product.Id, Description: 'last' });
        expect(status).toBe(200);
      });

      it('422 names each field, its message and its rule', async () => {
        const { status, body } = await manager('POST', '/product', { Name: 'x'.repeat(257) });
        expect([status, body.Code]).toEqual([422, 'validation']);
        const keys = body.ValidationErrors.map((error: { Key: string }) => error.Key);
        expect(keys).toEqual(
          expect.arrayContaining(['Name', 'Code', 'Version', 'BrandId', 'UnderwriterId', 'ProductTypeId']),
        );
        expect(body.Message).toBe(body.ValidationErrors[0].Value);
      });

      it('a reference to an unknown record is refused at its field', async () => {
        const product = await productInDesign();
        const gone = '01900000-0000-7000-8000-00000000dead';
        const { status, body } = await manager('PUT', '/product', { Id: product.Id, UnderwriterId: gone });
        expect(status).toBe(422);
        expect(body.ValidationErrors).toContainEqual(
          expect.objectContaining({ Key: 'UnderwriterId', Path: '/UnderwriterId' }),
        );
      });

      it('an update without an id, or of an unknown one, is 400 or 404', async () => {
        expect((await manager('PUT', '/product', { Name: 'x' })).status).toBe(400);
        const unknown = { Id: '01900000-0000-7000-8000-00000000dead', Name: 'x' };
        expect((await manager('PUT', '/product', unknown)).body.Code).toBe('not-found');
      });

      it('every change has its history: field, before, after, when, who', async () => {
        const product = await productInDesign();
        await manager('PUT', '/product', { Id: product.Id, Description: 'for the record' });
        const { body } = await viewer('GET', `/history/product/${product.Id}?pageSize=1`);
        expect(body.Items[0]).toMatchObject({
          Field: 'Description',
          PreviousValue: product.Description,
          CurrentValue: 'for the record',
          ChangedBy: 'manager',
          Operation: 'update',
        });
      });

      it('POST /validate answers like a save and stores nothing', async () => {
        const product = await productInDesign();
        const { status, body } = await manager('POST', '/validate/product', { Id: product.Id, Name: '' });
        expect(status).toBe(200);
        expect(body.Errors).toContainEqual(expect.objectContaining({ Key: 'Name', Path: '/Name' }));
        expect((await manager('GET', `/product/${product.Id}`)).body.Name).toBe(product.Name);
        expect(
          (await manager('POST', '/validate/product', { Id: product.Id, Name: product.Name })).body,
        ).toEqual({ Errors: [], Confirmations: [] });
      });
    });

    describe('plans', () => {
      it('C-256 C-163 R-422 R-202 a new plan is answered with its id and is last', async () => {
        const product = await productInDesign();
        const before = await plansOf(product.Id);
        const { status, body } = await manager('POST', '/product/plan', {
          ProductId: product.Id,
          Name: 'Added',
        });
        expect(status).toBe(201);
        const { body: plan } = await manager('GET', `/product/plan/${body.Id}`);
        expect(plan).toMatchObject({ Name: 'Added', SortOrder: before.length, ProductId: product.Id });
      });

      it('C-257 C-258 C-261 R-423 R-424 a plan is read, changed with its ProductId, and leads to its product', async () => {
        const product = await productInDesign();
        const [plan] = await plansOf(product.Id);
        const changed = await manager('PUT', '/product/plan', {
          Id: plan.Id,
          ProductId: product.Id,
          SourceName: 'CHANGED',
        });
        expect([changed.status, changed.body.SourceName]).toEqual([200, 'CHANGED']);
        expect((await manager('GET', `/product/plan/${plan.Id}`)).body.SourceName).toBe('CHANGED');
        expect((await manager('GET', `/product/plan/${plan.Id}/product`)).body.Id).toBe(product.Id);
      });

      it('C-260 C-161 R-426 R-199 plans are reordered, by records or ids, also only some of them', async () => {
        const product = await productInDesign();
        await manager('POST', '/product/plan', { ProductId: product.Id, Name: 'One more' });
        await manager('POST', '/product/plan', { ProductId: product.Id, Name: 'And another' });
        const plans = await plansOf(product.Id);
        const names = (items: readonly { Name: string }[]) => items.map(({ Name }) => Name);
        const turned = [...plans].reverse();
        const whole = await manager('POST', `/product/${product.Id}/plan/order/`, turned);
        expect(names(whole.body.Items)).toEqual(names(turned));
        expect(whole.body.Items.map((plan: { SortOrder: number }) => plan.SortOrder)).toEqual(
          turned.map((_, index) => index),
        );
        const some = await manager('POST', `/product/${product.Id}/plan/order`, [turned[1].Id, turned[0].Id]);
        expect(names(some.body.Items)).toEqual(names([turned[1], turned[0], ...turned.slice(2)]));
      });

      it('R-199 two swapped numbers in an otherwise unchanged list swap the two plans', async () => {
        const product = await productInDesign();
        const plans = await plansOf(product.Id);
        const swapped = plans.map((plan: { SortOrder: number }, index: number) => ({
          ...plan,
          SortOrder: index === 0 ? 1 : index === 1 ? 0 : index,
        }));
        const { body } = await manager('POST', `/product/${product.Id}/plan/order`, swapped);
        expect(body.Items.slice(0, 2).map((plan: { Id: string }) => plan.Id)).toEqual([
          plans[1].Id,
          plans[0].Id,
        ]);
      });

      it('an order that repeats a plan, or names one of another product, is refused and changes nothing', async () => {
        const product = await productInDesign();
        const plans = await plansOf(product.Id);
        const foreign = (await admin('GET', '/product/plan?pageSize=0')).body.Items.find(
          (plan: { ProductId: string }) => plan.ProductId !== product.Id,
        );
        for (const wrong of [
          [plans[0], plans[0]],
          [plans[0], foreign],
        ]) {
          expect((await manager('POST', `/product/${product.Id}/plan/order`, wrong)).status).toBe(409);
        }
        expect((await manager('POST', `/product/${product.Id}/plan/order`, ['nonsense'])).status).toBe(400);
        expect((await plansOf(product.Id)).map((plan: { Id: string }) => plan.Id)).toEqual(
          plans.map((plan: { Id: string }) => plan.Id),
        );
      });

      it('C-259 C-162 R-425 R-201 deleting a plan moves the later ones up', async () => {
        const product = await productInDesign();
        const plans = await plansOf(product.Id);
        expect((await manager('DELETE', `/product/plan/${plans[0].Id}`)).status).toBe(204);
        const left = await plansOf(product.Id);
        expect(left.map((plan: { Id: string; SortOrder: number }) => [plan.Id, plan.SortOrder])).toEqual(
          plans.slice(1).map((plan: { Id: string }, index: number) => [plan.Id, index]),
        );
        expect((await manager('GET', `/product/plan/${plans[0].Id}`)).status).toBe(404);
      });

      it('C-330 C-332 R-456 R-458 a failure without its own message has the one of the specification', async () => {
        const gone = '01900000-0000-7000-8000-00000000dead';
        expect((await manager('PUT', '/product/plan', { Id: gone, Name: 'x' })).body.Message).toBe(
          'Could not update plan',
        );
        expect((await manager('DELETE', `/product/plan/${gone}`)).body.Message).toBe(
          'Error occurred removing plan',
        );
      });

      it('C-223 R-194 R-308 the plans of a read-only product can be read but not written', async () => {
        const filter = 'FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=Active';
        const { body } = await admin('GET', `/product?pageSize=0&${filter}`);
        const plans = await admin('GET', '/product/plan?pageSize=0');
        const active = new Set(body.Items.map((item: { Id: string }) => item.Id));
        const plan = plans.body.Items.find((item: { ProductId: string }) => active.has(item.ProductId));
        const put = await manager('PUT', '/product/plan', { Id: plan.Id, Name: 'Other' });
        expect(put.status).toBe(422);
        expect(put.body.ValidationErrors[0].Rule).toBe('plan.product-read-only');
        expect(
          (await manager('POST', '/product/plan', { ProductId: plan.ProductId, Name: 'New' })).status,
        ).toBe(422);
        expect((await manager('DELETE', `/product/plan/${plan.Id}`)).status).toBe(422);
        expect((await manager('POST', `/product/${plan.ProductId}/plan/order`, [plan.Id])).status).toBe(422);
      });
    });

    describe('states', () => {
      it('launching is the only way to Active, and only from allowed states', async () => {
        const product = await productInDesign();
        const barred = await admin('PUT', `/product/${product.Id}/state`, {
          Id: 3,
          Name: 'Active',
          DisplayName: 'Active',
        });
        expect([barred.status, barred.body.Code]).toEqual([409, 'conflict']);
        const launched = await agreeing(admin)('PUT', `/product/${product.Id}/launch`);
        expect(launched.body).toMatchObject({ IsReadOnly: true, ProductStateType: { Name: 'Active' } });
        const again = await agreeing(admin)('PUT', `/product/${product.Id}/launch`);
        expect([again.status, again.body.Code]).toEqual([409, 'conflict']);
        expect(again.body.Message).toContain('Active');
        const locked = await manager('PUT', '/product', { Id: product.Id, Name: 'Too late' });
        expect(locked.status).toBe(422);
      });

      it('an unknown state is 400 and lists the valid ones', async () => {
        const product = await productInDesign();
        const { status, body } = await admin('PUT', `/product/${product.Id}/state`, { Name: 'Sleeping' });
        expect(status).toBe(400);
        expect(body.Message).toContain('InPricing');
      });
    });
  });
}
