/** Factors: rating tables of a product, their calls, and who may fill them in. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, startApp } from './support/startApp.ts';

type Value = {
  readonly DecimalValue: number;
  readonly ParameterValueXId: string;
  readonly ParameterValueYId: string;
};
type Factor = Record<string, string>;

for (const kind of appStores) {
  describe(`factors, ${kind} store`, () => {
    let admin: Ask;
    let pricing: Ask;
    let productId: string;
    let factor: Factor;
    let values: readonly Value[];
    let path: string;
    const read = async () => (await admin('GET', path)).body;

    beforeAll(async () => {
      const app = await startApp({ store: kind, seed: 'demo' });
      [admin, pricing] = await Promise.all([app.as('admin'), app.as('pricing')]);
      productId = await productIn(admin, 'InDesign');
      [factor] = (await admin('GET', `/products/${productId}/productfactors`)).body.Items;
      path = `/products/${productId}/productfactor/${factor.Id}`;
      values = (await read()).Items;
    });

    it('R-016 R-151 R-419 the factors of a product, each with its two parameters and its format', async () => {
      const { body } = await admin('GET', `/products/${productId}/productfactors`);
      expect(body.TotalItems).toBe(3);
      expect(body.Items.map(({ SourceName }: Factor) => SourceName)).toEqual([
        'Factor.BaseRate',
        'Factor.KilometreSurcharge',
        'Factor.OdometerSurcharge',
      ]);
      expect(body.Items[1]).toMatchObject({
        ProductFactorName: 'Kilometre surcharge by class',
        DisplayFormat: 'Percentage',
        ParameterX: { Name: 'Term in kilometres' },
        ParameterY: { Name: 'Vehicle class' },
        LocalParameterX: { Name: 'Term in kilometres' },
        LocalParameterY: { Name: 'Vehicle class' },
      });
    });

    it('R-150 R-152 a factor answers with its parameters, those of the product with their values', async () => {
      const { body } = await admin('GET', `/products/${productId}/productfactors`);
      for (const one of body.Items) {
        for (const name of ['Id', 'ProductFactorName', 'SourceName', 'DisplayFormat'])
          expect(one[name]).toEqual(expect.any(String));
        for (const name of ['ParameterX', 'ParameterY'])
          expect(one[name]).toMatchObject({ Name: expect.any(String) });
        for (const { Name, ParameterValues } of [one.LocalParameterX, one.LocalParameterY]) {
          expect(Name).toEqual(expect.any(String));
          expect(ParameterValues.length).toBeGreaterThan(1);
        }
      }
      const [{ LocalParameterX: columns }] = body.Items;
      for (const value of columns.ParameterValues) {
        const given = ['IntValue', 'DecimalValue', 'StringValue'].filter((name) => name in value);
        expect([given.length, value.Id]).toEqual([1, expect.any(String)]);
      }
    });

    it('R-153 R-420 one call answers the values of one factor', async () => {
      const { Items, TotalItems } = await read();
      expect(TotalItems).toBe(42);
      expect(Object.keys(Items[0]).sort()).toEqual([
        'DecimalValue',
        'ParameterValueXId',
        'ParameterValueYId',
      ]);
      const other = await productIn(admin, 'Active');
      expect((await admin('GET', `/products/${other}/productfactor/${factor.Id}`)).status).toBe(404);
    });

    it('R-154 R-421 a save replaces all values', async () => {
      const [first] = values;
      const body = {
        ProductId: productId,
        ProductFactorId: factor.Id,
        ProductFactorValues: [{ ...first, DecimalValue: 0 }],
      };
      expect((await admin('POST', path, body)).status).toBe(200);
      expect((await read()).Items).toEqual([{ ...first, DecimalValue: 0 }]);
      expect((await admin('POST', path, { ProductFactorValues: values })).status).toBe(200);
      expect((await read()).TotalItems).toBe(42);
    });

    it.each([
      ['R-191 below 0', { DecimalValue: -1 }],
      ['R-191 empty', { DecimalValue: null }],
      ['of no value there is', { ParameterValueXId: '00000000-0000-4000-8000-000000000000' }],
      ['no number', { DecimalValue: 'five' }],
    ])('a cell %s is refused', async (_, wrong) => {
      const answer = await admin('POST', path, { ProductFactorValues: [{ ...values[0], ...wrong }] });
      expect(answer.status).toBe(422);
      expect((await read()).TotalItems).toBe(42);
    });

    it('R-193 a table without any value is refused', async () => {
      const answer = await admin('POST', path, { ProductFactorValues: [] });
      expect(answer.status).toBe(422);
      expect(answer.body.Message).toContain('Enter at least one');
      expect((await read()).TotalItems).toBe(42);
    });

    it('the name and the parameters of a factor cannot be written', async () => {
      await admin('POST', path, {
        ProductFactorValues: values,
        ProductFactorName: 'Other',
        DisplayFormat: 'Percentage',
      });
      expect((await admin('GET', `/productfactor/${factor.Id}`)).body).toMatchObject({
        ProductFactorName: factor.ProductFactorName,
        DisplayFormat: factor.DisplayFormat,
      });
    });

    it('R-321 needs Product.General.Edit, and a product that is not read only', async () => {
      const refused = await pricing('POST', path, { ProductFactorValues: values });
      expect([refused.status, refused.body.Message]).toEqual([
        403,
        expect.stringContaining('Product.General.Edit'),
      ]);
      const active = await productIn(admin, 'Active');
      const [one] = (await admin('GET', `/products/${active}/productfactors`)).body.Items;
      const there = `/products/${active}/productfactor/${one.Id}`;
      const { Items } = (await admin('GET', there)).body;
      expect((await admin('POST', there, { ProductFactorValues: Items.slice(1) })).status).toBe(422);
    });

    it('a parameter used by a factor cannot be removed', async () => {
      const answer = await admin('DELETE', `/product/${productId}/parameter/${factor.LocalParameterXId}`);
      expect(answer.status).toBe(409);
      expect((await read()).TotalItems).toBe(42);
    });

    it('a copy of the product has the factors, over its own parameters', async () => {
      const { body: product } = await admin('GET', `/product/${productId}?include=`);
      const copy = await admin('POST', '/product/copy', {
        ...product,
        Name: `${product.Name} copy`,
        Code: `${product.Code}-F`,
      });
      expect(copy.status).toBe(201);
      const { Items } = (await admin('GET', `/products/${copy.body.Id}/productfactors`)).body;
      expect(Items).toHaveLength(3);
      expect(Items[0].LocalParameterXId).not.toBe(factor.LocalParameterXId);
      const copied = await admin('GET', `/products/${copy.body.Id}/productfactor/${Items[0].Id}`);
      const xs = await admin('GET', `/parametervalue?ParameterId=${Items[0].LocalParameterXId}&pageSize=0`);
      const ids = new Set(xs.body.Items.map(({ Id }: Factor) => Id));
      expect(copied.body.Items.every(({ ParameterValueXId }: Value) => ids.has(ParameterValueXId))).toBe(
        true,
      );
    });
  });
}

/** A product of that state that has factors. */
async function productIn(ask: Ask, state: string): Promise<string> {
  const { body } = await ask('GET', '/product?pageSize=0');
  for (const { Id, ProductStateType } of body.Items) {
    if (ProductStateType.Name !== state) continue;
    const found = await ask('GET', `/products/${Id}/productfactors`);
    if (found.body.TotalItems > 0) return Id;
  }
  throw new Error(`No product ${state} has factors`);
}
