import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, type StoreKind, startApp } from './support/startApp.ts';

const inUse = (name: string) => `${name} is in use by a rule which must be deleted first.`;

describe.each(appStores)('eligibility rules on %s', (kind: StoreKind) => {
  let app: Running;
  let admin: Ask;
  let viewer: Ask;
  let product: string;
  let plan: string;
  let item: string;
  let parameters: readonly DataRecord[];

  const get = async (path: string) => (await admin('GET', path)).body;
  const parameter = (source: string) => parameters.find((one) => one.SourceName === source) as DataRecord;

  beforeAll(async () => {
    app = await startApp({ store: kind });
    admin = await app.as('admin');
    viewer = await app.as('viewer');
    const all = (await get('/product/parameter?pageSize=0')).Items as DataRecord[];
    const { Items } = (await get('/product?pageSize=0')) as { Items: DataRecord[] };
    const open = Items.find(
      (one) => one.ProductStateTypeId === 1 && all.some(({ ProductId }) => ProductId === one.Id),
    );
    product = String(open?.Id);
    parameters = all.filter(({ ProductId }) => ProductId === product);
    const of = `FilterProperty=ProductId&FilterOperator=eq&FilterValue=${product}&pageSize=0`;
    plan = (await get(`/product/plan?${of}`)).Items[0].Id;
    item = (await get(`/product/coverageitem?${of}`)).Items[0].Id;
    return () => app.store.close();
  });

  const places = () => [
    {
      write: `/product/${product}/eligibilityrule`,
      read: `/product/${product}`,
      test: `/product/${product}/eligible`,
    },
    {
      write: `/product/${product}/plan/${plan}/eligibilityrule`,
      read: `/product/plan/${plan}`,
      test: `/product/plan/${plan}/eligible`,
    },
    {
      write: `/product/${product}/coverageItem/${item}/eligibilityrule`,
      read: `/product/coverageitem/${item}`,
      test: `/product/coverageItem/${item}/eligible`,
    },
  ];
  const put = (path: string, EligibilityRule: string, ask = admin) => ask('PUT', path, { EligibilityRule });

  beforeEach(async () => {
    for (const { write } of places()) await admin('DELETE', write);
  });

  it('R-003 R-119 R-337 R-339 R-341 product, plan and coverage item have one rule text each, saved by its own call', async () => {
    for (const [index, { write, read }] of places().entries()) {
      const text = `Policy.TermMonth <= ${60 + index}`;
      const answer = await put(write, text);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect((await get(read)).EligibilityRuleText).toBe(text);
    }
    const texts = await Promise.all(places().map(async ({ read }) => (await get(read)).EligibilityRuleText));
    expect(texts).toEqual(['Policy.TermMonth <= 60', 'Policy.TermMonth <= 61', 'Policy.TermMonth <= 62']);
  });

  it('R-338 R-340 R-342 DELETE removes the rule and ignores its body', async () => {
    for (const { write, read } of places()) {
      await put(write, 'Vehicle.CPO');
      const before = await get(read);
      const answer = await admin('DELETE', write, { EligibilityRule: 'Vehicle.CPO', Name: 'Taken over' });
      expect(answer.status).toBe(204);
      const after = await get(read);
      expect(after.EligibilityRuleText ?? null).toBe(null);
      expect(after.Name).toBe(before.Name);
    }
  });

  it('a plan or an item of another product has no rule under this product', async () => {
    const others = (await get('/product/plan?pageSize=0')).Items as DataRecord[];
    const other = others.find(({ ProductId }) => ProductId !== product);
    const answer = await put(`/product/${product}/plan/${other?.Id}/eligibilityrule`, 'Vehicle.CPO');
    expect(answer.status).toBe(404);
  });

  it('R-460 an unknown kind of entity is an error', async () => {
    expect((await put(`/product/${product}/wheel/${plan}/eligibilityrule`, 'Vehicle.CPO')).status).toBe(404);
    expect((await admin('POST', `/rule/wheel/EligibilityRuleText`, { Text: '' })).status).toBe(404);
  });

  it('the names a rule may use need the right to see parameters or to try rules', async () => {
    const profiles = await app.as('profiles');
    const body = { Text: '', Record: { Id: product } };
    expect((await profiles('POST', '/rule/product/EligibilityRuleText', body)).status).toBe(403);
    expect((await viewer('POST', '/rule/product/EligibilityRuleText', body)).status).toBe(200);
  });

  it('a copied product has its rules, which name the parameters of the copy', async () => {
    for (const { write } of places()) await put(write, 'Policy.TermMonth <= 60');
    const { body: source } = await admin('GET', `/product/${product}`);
    const names = ['Name', 'BrandId', 'UnderwriterId', 'ProductTypeId', 'ProductGroupId', 'Version'];
    const more = ['Description', 'QuoteExpiryInDays', 'IsPromotion', 'IsStackable'];
    const sent = Object.fromEntries([...names, ...more].map((name) => [name, source[name]]));
    const copied = await admin('POST', '/product/copy', {
      ...sent,
      Id: product,
      Code: `COPY-${kind}`,
      LaunchDate: '2090-01-01',
      EndDate: '2091-01-01',
    });
    expect(copied.status, JSON.stringify(copied.body)).toBe(201);
    const { Id, EligibilityRuleText, Plans } = await get(`/product/${copied.body.Id}`);
    expect(EligibilityRuleText).toBe('Policy.TermMonth <= 60');
    expect(Plans.map((one: DataRecord) => one.EligibilityRuleText)).toContain('Policy.TermMonth <= 60');
    expect((await put(`/product/${Id}/eligibilityrule`, 'Policy.TermMonth <= 48')).status).toBe(200);
  });

  it('R-343 R-344 POST eligible tests a rule with product parameters, a sales context and a test text', async () => {
    for (const { write, test } of places()) {
      await put(write, 'Policy.TermMonth <= 60 and Vehicle.CPO');
      const body = {
        productParameters: { 'Policy.TermMonth': 48 },
        salesContext: { Vehicle: { CPO: true } },
      };
      expect((await admin('POST', test, body)).body.IsEligible).toBe(true);
      const other = await admin('POST', test, { ...body, testValue: 'Policy.TermMonth > 60' });
      expect(other.body).toMatchObject({ IsEligible: false, Rule: 'Policy.TermMonth > 60' });
      const open = await admin('POST', test, { salesContext: { Vehicle: { CPO: true } } });
      expect(open.body).toMatchObject({ IsEligible: null, Missing: ['Policy.TermMonth'] });
    }
  });

  it('C-051 C-052 R-310 R-311 a person who may only view sees and tries rules, and changes none', async () => {
    for (const { write, test, read } of places()) {
      await put(write, 'Vehicle.CPO');
      expect((await put(write, 'true', viewer)).status).toBe(403);
      expect((await viewer('DELETE', write)).status).toBe(403);
      expect((await viewer('POST', test, { salesContext: { 'Vehicle.CPO': true } })).status).toBe(200);
      expect((await get(read)).EligibilityRuleText).toBe('Vehicle.CPO');
    }
    const nobody = await app.as();
    expect((await nobody('POST', places()[0]?.test ?? '', {})).status).toBe(401);
  });

  it('a rule of a product on sale is locked', async () => {
    const { Items } = (await get('/product?pageSize=0')) as { Items: DataRecord[] };
    const active = Items.find(({ ProductStateTypeId }) => ProductStateTypeId === 3);
    expect((await put(`/product/${active?.Id}/eligibilityrule`, 'true = true')).status).toBe(422);
  });

  it('C-111 a coverage item answers with its rules', async () => {
    await put(`/product/${product}/coverageItem/${item}/eligibilityrule`, 'Vehicle.CPO');
    const found = await get(`/product/coverageitem/${item}`);
    expect(found.Rules).toEqual([{ Kind: 'Eligibility', RuleText: 'Vehicle.CPO' }]);
  });

  it('C-183 R-249 R-250 R-261 a parameter is kept while a rule of the product, a plan or an item names it, and a value while one compares with it', async () => {
    const cpo = parameter('Vehicle.CPO');
    const klass = parameter('Policy.VehicleClass');
    for (const { write } of places()) {
      await put(write, 'Policy.VehicleClass = "A" and Vehicle.CPO');
      const refused = await admin('DELETE', `/product/${product}/parameter/${cpo.Id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.Message).toBe(inUse(String(cpo.Name)));
      const { ParameterValues } = await get(`/product/${product}/parameter/${klass.Id}`);
      const value = ParameterValues.find((one: DataRecord) => one.StringValue === 'A');
      const kept = await admin('DELETE', `/parametervalue/${value.Id}`);
      expect(kept.status).toBe(409);
      expect(kept.body.Message).toBe(inUse('A'));
      const used = await get(`/product/${product}/parameter/${cpo.Id}/whereused`);
      expect(used.Items.map((one: DataRecord) => one.Text)).toEqual([
        'Policy.VehicleClass = "A" and Vehicle.CPO',
      ]);
      await admin('DELETE', write);
    }
  });

  it('a new source name of a parameter is written into the rules that use it', async () => {
    const odometer = parameter('Product.PromoCode');
    for (const { write } of places()) await put(write, 'Product.PromoCode = "SPRING"');
    const path = `/product/${product}/parameter/${odometer.Id}`;
    const renamed = await admin('PUT', path, { ...(await get(path)), SourceName: 'Sale.PromoCode' });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    for (const { read } of places())
      expect((await get(read)).EligibilityRuleText).toBe('Sale.PromoCode = "SPRING"');
    await admin('PUT', path, { ...(await get(path)), SourceName: 'Product.PromoCode' });
  });

  it('a version of the product has the rules and the parameters they name', async () => {
    const { write } = places()[1] as { write: string };
    await put(write, 'Vehicle.CPO');
    const source = await get(`/product/${product}`);
    const made = await admin('POST', '/product/version', {
      ...source,
      Version: '77.7',
      Code: `${source.Code}-77`,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const of = `FilterProperty=ProductId&FilterOperator=eq&FilterValue=${made.body.Id}&pageSize=0`;
    const plans = (await get(`/product/plan?${of}`)).Items as DataRecord[];
    const copied = plans.find((one) => one.EligibilityRuleText === 'Vehicle.CPO');
    const own = (await get(`/product/parameter?${of}`)).Items as DataRecord[];
    const cpo = own.find((one) => one.SourceName === 'Vehicle.CPO');
    const used = await get(`/product/${made.body.Id}/parameter/${cpo?.Id}/whereused`);
    expect(used.Items.map((one: DataRecord) => one.Id)).toEqual([copied?.Id]);
  });
});
