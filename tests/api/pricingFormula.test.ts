/** Pricing: buckets, the formula of a product with its look-ups, and the price of values. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

type Named = { readonly Id: string; readonly Name: string; readonly Code: string };

for (const kind of appStores) {
  describe(`pricing formula, ${kind} store`, () => {
    let clients: Clients;
    let pricing: Ask;
    let viewer: Ask;
    /** In design, with parameters, factors and options. */
    let product: string;
    let plans: Named[];
    let buckets: Named[];

    beforeAll(async () => {
      clients = await createClients(kind);
      [pricing, viewer] = [await clients.app.as('pricing'), clients.viewer];
      const found = (await clients.admin('GET', '/product?pageSize=0')).body.Items.find(
        ({ Code }: Named) => Code === 'SMT-KEY-30',
      );
      product = found.Id;
      plans = await clients.plansOf(product);
      buckets = (await viewer('GET', '/pricing/buckets')).body.Items;
    });

    const bucket = (code: string) => buckets.find(({ Code }) => Code === code)?.Id;
    const path = (more = 'formula', id = product) => `/pricing/product/${id}/${more}`;
    const table = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join('\t')).join('\n');
    const formula = (more: object = {}) => ({
      LookUpTables: [
        {
          Name: 'Base',
          Cells: table([
            ['Vehicle.CPO', 'Value'],
            ['true', '10.005'],
            ['false', '20'],
          ]),
        },
      ],
      Steps: [
        // Steps are written before those they need: the order is computed.
        {
          Name: 'tax',
          Expression: '$money(($base + $surcharge) * 0.14975, 2)',
          PriceBucketId: bucket('Tax'),
        },
        {
          Name: 'base',
          Expression: "$factor('Factor.BaseRate') + $table('Base')",
          PriceBucketId: bucket('Reserve'),
        },
        {
          Name: 'surcharge',
          Expression: "$base * $factor('Factor.KilometreSurcharge')",
          Scale: 2,
          PriceBucketId: bucket('DealerCost'),
        },
      ],
      ...more,
    });
    const values = {
      'Policy.TermMonth': 24,
      'Policy.VehicleClass': 'A',
      'Policy.TermKm': 40000,
      'Vehicle.CPO': true,
    };
    const price = (more: object = {}, id = product) =>
      pricing('POST', path('calculateprice', id), { PlanId: plans[0]?.Id, Values: values, ...more });

    it('C-009 C-010 C-222 buckets are listed with any login, created, changed, ordered and removed', async () => {
      expect((await clients.nobody('GET', '/pricing/buckets')).status).toBe(401);
      expect(buckets.map(({ Code }) => Code)).toEqual([
        'DealerCost',
        'Reserve',
        'Administration',
        'Commission',
        'Tax',
      ]);
      const made = await pricing('POST', '/pricing/bucket', { Name: 'Roadside', Code: 'Roadside' });
      expect([made.status, made.body.SortOrder, made.body.Scale], JSON.stringify(made.body)).toEqual([
        201, 5, 2,
      ]);
      const changed = await pricing('PUT', '/pricing/bucket', { Id: made.body.Id, Name: 'Road', Scale: 0 });
      expect([changed.body.Name, changed.body.Scale]).toEqual(['Road', 0]);
      const ids = [made.body.Id, ...buckets.map(({ Id }) => Id)];
      expect((await pricing('POST', '/pricing/bucket/order', ids)).status).toBe(200);
      expect((await viewer('GET', '/pricing/buckets')).body.Items[0].Name).toBe('Road');
      expect((await viewer('DELETE', `/pricing/bucket/${made.body.Id}`)).status).toBe(403);
      expect((await pricing('DELETE', `/pricing/bucket/${made.body.Id}`)).status).toBeLessThan(300);
    });

    it('C-298 C-011 the product of a pricing page has its identifying fields', async () => {
      const { status, body } = await viewer('GET', `/pricing/product/${product}`);
      expect([status, body.Code, body.Brand.Name !== '', body.Plans.length]).toEqual([
        200,
        'SMT-KEY-30',
        true,
        2,
      ]);
      expect((await clients.nobody('GET', `/pricing/product/${product}`)).status).toBe(401);
    });

    it('C-299 without a formula there are no steps, and all available names', async () => {
      const { status, body } = await viewer('GET', path());
      expect([status, body.Id, body.Steps, body.IsPricingFormulaValid]).toEqual([200, null, [], false]);
      const names = body.Book.Operands.map(({ Name }: Named) => Name);
      expect(names).toContain('Policy.TermMonth');
      expect(body.Book.LookUps.map(({ Kind, Name }: Named & { Kind: string }) => `${Kind} ${Name}`)).toEqual(
        expect.arrayContaining(['factor Factor.BaseRate', 'option Policy.TermMonth, Policy.TermKm']),
      );
    });

    it('C-016 a formula is saved, and its product says that it is valid', async () => {
      const saved = await pricing('POST', path(), formula());
      expect([saved.status, saved.body.Problems], JSON.stringify(saved.body)).toEqual([200, []]);
      const stored = (await viewer('GET', `/product/${product}`)).body;
      expect(stored.IsPricingFormulaValid).toBe(true);
      expect(stored.PricingFormula).toContain("base = $factor('Factor.BaseRate') + $table('Base') → Reserve");
      expect(saved.body.Warnings).toEqual([]);
    });

    it('C-301 a price is shown step by step in exact decimals, halves rounded away from zero', async () => {
      const { status, body } = await price();
      expect(status, JSON.stringify(body)).toBe(200);
      // 263 + 10.005 = 273.005; × 2.5 % = 6.825125 → 6.83; (273.005 + 6.83) × 0.14975 = 41.90529… → 41.91
      const amounts = Object.fromEntries(
        body.Buckets.map(({ Code, Amount }: Named & { Amount: number }) => [Code, Amount]),
      );
      expect(amounts).toEqual({ Reserve: 273.01, DealerCost: 6.83, Tax: 41.91 });
      expect(body.Price).toBe(321.75);
      const base = body.Steps.find(({ Name }: Named) => Name === 'base');
      expect(base).toMatchObject({
        Value: '273.005',
        Bucket: 'Reserve',
        Text: expect.stringContaining('$factor'),
      });
      expect(base.LookUps).toEqual([
        { Kind: 'factor', Name: 'Factor.BaseRate', Keys: ['24', 'A'], Value: '263' },
        { Kind: 'table', Name: 'Base', Keys: ['true'], Value: '10.005' },
      ]);
      expect(body.Steps.find(({ Name }: Named) => Name === 'surcharge')).toMatchObject({
        Value: '6.83',
        Exact: '6.825125',
      });
    });

    it('C-301 a price reflects its inputs at once: buckets, cells of factors, names of plans', async () => {
      const { store } = clients.app;
      const amounts = async () => {
        const { body } = await price();
        return [body.Price, body.Buckets.find(({ Code }: Named) => Code === 'Reserve')?.Name];
      };
      const before = await amounts();
      expect(await amounts()).toEqual(before);
      const reserve = String(bucket('Reserve'));
      await store.update('price-bucket', reserve, { Name: 'Held back', Scale: 0 });
      expect(await amounts()).toEqual([321.74, 'Held back']);
      await store.update('price-bucket', reserve, { Name: 'Reserve', Scale: 2 });
      const [factor] = (await store.find({ entity: 'product-factor' })).items.filter(
        (one) => one.ProductId === product && one.SourceName === 'Factor.BaseRate',
      );
      const cells = factor?.ProductFactorValues as { DecimalValue: number }[];
      const raised = cells.map((cell) => ({ ...cell, DecimalValue: cell.DecimalValue + 100 }));
      await store.update('product-factor', String(factor?.Id), { ProductFactorValues: raised });
      expect((await price()).body.Price).toBeGreaterThan(400);
      await store.update('product-factor', String(factor?.Id), { ProductFactorValues: cells });
      expect(await amounts()).toEqual(before);
      await store.update('plan', String(plans[0]?.Id), { Name: 'Renamed' });
      expect((await price({ PlanId: undefined, Plan: 'Renamed' })).status).toBe(200);
      await store.update('plan', String(plans[0]?.Id), { Name: plans[0]?.Name });
    });

    it('C-301 missing inputs are named: a value, a cell of a table, a plan that is not of the product', async () => {
      const { 'Vehicle.CPO': _, ...without } = values;
      const missing = await price({ Values: without });
      expect([missing.status, missing.body.ValidationErrors[0].Path]).toEqual([422, '/Values/Vehicle.CPO']);
      expect(missing.body.Message).toContain('The step base needs a value for Vehicle.CPO.');
      const hole = await price({ Values: { ...values, 'Policy.TermKm': 39 } });
      expect([hole.status, hole.body.Message]).toEqual([
        422,
        'The factor Factor.KilometreSurcharge has no value for 39, A, which the step surcharge needs.',
      ]);
      expect((await price({ PlanId: product })).status).toBe(404);
      expect((await clients.nobody('POST', path('calculateprice'), {})).status).toBe(401);
      expect((await price({}, '01900e01-0000-7000-8000-000000000001')).status).toBe(404);
    });

    it('C-299 types, unknown names and cycles are reported at their place, and make the formula invalid', async () => {
      const judged = async (Steps: object[], more: object = {}) =>
        (await pricing('POST', path(), formula({ Steps, IsDraft: true, ...more }))).body;
      const codes = ({ Problems }: { Problems: { Step: string; Code: string; Fix: string | null }[] }) =>
        Problems.map(({ Step, Code, Fix }) => [Step, Code, ...(Fix ? [Fix] : [])].join(' '));
      const of = (Expression: string) => judged([{ Name: 'a', Expression, PriceBucketId: bucket('Tax') }]);
      expect(codes(await of('Policy.TermMonht * 2'))).toEqual(['a unknown-name TermMonth']);
      expect(codes(await of('Policy.VehicleClass * 2'))).toEqual(['a type']);
      expect(codes(await of("$factor('Factor.Gone')"))).toEqual(['a name']);
      expect(codes(await of('Policy.TermMonth > 3'))).toEqual(['a type']);
      expect(codes(await of('[1, 2]'))).toEqual(expect.arrayContaining(['a unfit']));
      expect(codes(await of('1 +'))).toHaveLength(1);
      const circle = await judged([
        { Name: 'a', Expression: '$b + 1', PriceBucketId: bucket('Tax') },
        { Name: 'b', Expression: '$a + 1' },
      ]);
      expect(circle.Problems[0].Message).toContain('a → b → a');
      // A step that names an unreadable one is not itself wrong.
      const unread = await judged([
        { Name: 'a', Expression: '1 + (' },
        { Name: 'b', Expression: '$a * 2', PriceBucketId: buckets[0]?.Id },
      ]);
      expect(unread.Problems.map(({ Step }: { Step: string }) => Step)).toEqual(['a']);
      const tables = await judged(formula().Steps, {
        LookUpTables: [{ Name: 'Base', Cells: 'Vehicle.CPO\tValue\nmaybe\t1\ntrue\tx\ntrue\t1\ntrue\t2' }],
      });
      expect(codes(tables)).toEqual(['Base table.unknown-value', 'Base table.no-number', 'Base table.twice']);
      expect((await of('1')).IsPricingFormulaValid).toBe(true);
      expect((await viewer('GET', path())).body.Steps).toHaveLength(3);
    });

    it('C-299 combinations without a base rate are counted and named, examples must hold', async () => {
      const one = formula({
        LookUpTables: [{ Name: 'Base', Cells: 'Vehicle.CPO\tValue\ntrue\t1' }],
        IsDraft: true,
      });
      expect((await pricing('POST', path(), one)).body.Warnings).toContainEqual({
        Code: 'hole.table',
        Name: 'Base',
        Count: 1,
        Gaps: [[{ Label: 'Certified pre-owned', Value: 'Not CPO' }]],
        Id: null,
        Plan: null,
      });
      // A factor names its record, where the missing value is entered.
      const { store } = clients.app;
      const factor = (await store.find({ entity: 'product-factor' })).items.find(
        (found) => found.ProductId === product && found.SourceName === 'Factor.BaseRate',
      );
      const all = factor?.ProductFactorValues as object[];
      await store.update('product-factor', String(factor?.Id), { ProductFactorValues: all.slice(1) });
      const { Warnings } = (await pricing('POST', path(), formula({ IsDraft: true }))).body;
      await store.update('product-factor', String(factor?.Id), { ProductFactorValues: all });
      expect(Warnings).toEqual([
        {
          ...{ Code: 'hole.factor', Name: 'Factor.BaseRate', Count: 1, Id: factor?.Id, Plan: null },
          Gaps: [[expect.objectContaining({ Label: 'Term in months' }), expect.any(Object)]],
        },
      ]);
      const example = { Title: 'two years', PlanId: plans[0]?.Id, Values: values, Expected: 321.75 };
      const held = await pricing('PUT', path(), formula({ Examples: [example] }));
      expect([held.body.IsPricingFormulaValid, held.body.Problems]).toEqual([true, []]);
      const broken = await pricing('PUT', path(), formula({ Examples: [{ ...example, Expected: 321.74 }] }));
      expect([broken.body.IsPricingFormulaValid, broken.body.Problems[0]]).toMatchObject([
        false,
        { Step: 'two years', Code: 'example', Message: '321.74 ≠ 321.75' },
      ]);
      const state = await clients.manager('PUT', `/product/${product}/state`, { Name: 'InPricing' });
      expect(state.status).toBe(409);
      expect((await price()).status).toBe(422);
      await pricing('PUT', path(), formula({ Examples: [example] }));
    });

    it('C-301 numbers that divide by zero or grow without limit are refused by the step', async () => {
      const tried = (Expression: string) =>
        price({ Formula: { Steps: [{ Name: 'a', Expression, PriceBucketId: bucket('Tax') }] } });
      expect((await tried('1 / (Policy.TermMonth - 24)')).body.Message).toBe('The step a divides by zero.');
      const grown = `${'('.repeat(20)}10${')'.repeat(20)}`;
      const big = await tried(Array.from({ length: 60 }, () => '9999999999').join(' * ') + ` * ${grown}`);
      expect([big.status, big.body.Message]).toEqual([422, 'The result of step a has too many digits.']);
      expect((await tried('0.1 + 0.2')).body.Steps[0].Value).toBe('0.3');
      expect((await tried('$plan = "KeyStandard" ? 1 : 2')).body.Price).toBe(1);
    });

    it('C-299 the formula follows a renamed parameter, and a used one cannot be removed', async () => {
      const { items } = await clients.app.store.find({ entity: 'parameter' });
      const cpo = items.find((one) => one.ProductId === product && one.SourceName === 'Vehicle.CPO') as {
        Id: string;
      };
      await clients.app.store.update('parameter', cpo.Id, { SourceName: 'Vehicle.Certified' });
      const { body } = await viewer('GET', path());
      expect([body.IsPricingFormulaValid, body.Problems]).toEqual([true, []]);
      await clients.app.store.update('parameter', cpo.Id, { SourceName: 'Vehicle.CPO' });
      const removed = await clients.manager('DELETE', `/product/${product}/parameter/${cpo.Id}`);
      expect(removed.status).toBe(409);
    });

    it('C-310 a loan payment is checked against the ranges of its parameter', async () => {
      const ask = (LoanPaymentAmount: unknown) =>
        pricing('POST', '/pricing/validateloanpaymentamountinrange', {
          ...{ ProductId: product, LoanPaymentAmount, SourceName: 'Vehicle.Odometer' },
        });
      expect((await ask(0)).body).toMatchObject({ IsValid: true, Minimum: 0, Maximum: null, Message: null });
      expect((await ask(-1)).body).toMatchObject({
        IsValid: false,
        Message: 'The loan payment must be at least 0.',
      });
      expect((await ask('much')).status).toBe(422);
      expect((await clients.nobody('POST', '/pricing/validateloanpaymentamountinrange', {})).status).toBe(
        401,
      );
    });

    it('C-300 the formula is removed with the right to edit it, but not from a product on sale', async () => {
      expect((await viewer('DELETE', path())).status).toBe(403);
      expect((await viewer('POST', path(), formula())).status).toBe(403);
      const active = (await clients.admin('GET', '/product?pageSize=0')).body.Items.find(
        (one: { ProductStateType: { Name: string } }) => one.ProductStateType.Name === 'Active',
      );
      const late = await pricing('POST', path('formula', active.Id), {
        Steps: [{ Name: 'a', Expression: '1' }],
      });
      expect([late.status, late.body.Message]).toEqual([
        422,
        expect.stringContaining('in design or in pricing'),
      ]);
      expect((await pricing('DELETE', path())).status).toBe(200);
      expect((await viewer('GET', `/product/${product}`)).body.PricingFormula ?? null).toBeNull();
      expect((await pricing('DELETE', path())).status).toBe(404);
    });
  });
}
