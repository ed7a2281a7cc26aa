import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { agreeing } from './support/agreeing.ts';
import {
  type Answer,
  type Ask,
  appStores,
  type Running,
  type StoreKind,
  startApp,
} from './support/startApp.ts';

const now = '2026-11-20T15:00:00Z';
const body = {
  BrandId: '01900b01-0000-7000-8000-000000000001',
  UnderwriterId: '01900e01-0000-7000-8000-000000000001',
  ProductTypeId: '01900d01-0000-7000-8000-000000000001',
  ProductGroupId: null,
  Version: '1.0',
  LaunchDate: '2026-12-01',
  EndDate: '2030-01-01',
  Description: 'Covers mechanical breakdown.',
  QuoteExpiryInDays: 30,
  IsPromotion: true,
  IsStackable: false,
};

describe.each(appStores)('lifecycle of a product on %s', (kind: StoreKind) => {
  let app: Running;
  let admin: Ask;
  let manager: Ask;
  let viewer: Ask;
  let shared: DataRecord;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ store: kind, now });
    admin = await app.as('admin');
    manager = await app.as('manager');
    viewer = await app.as('viewer');
    const [brand, type, underwriter] = await Promise.all(
      ['/product/operationalbrands', '/product/producttypes', '/product/underwriter'].map(
        async (path) => (await admin('GET', path)).body.Items[0].Id,
      ),
    );
    shared = { ...body, BrandId: brand, ProductTypeId: type, UnderwriterId: underwriter };
    return () => app.store.close();
  });

  const created = async (values: DataRecord = {}): Promise<DataRecord> => {
    made += 1;
    const answer = await manager('POST', '/product', {
      ...shared,
      Name: `Care ${made}`,
      Code: `ABD-${made}`,
      ...values,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return read(answer.body.Id);
  };
  const read = async (id: unknown): Promise<DataRecord> => (await admin('GET', `/product/${id}`)).body;
  const stateOf = async (id: unknown) => ((await read(id)).ProductStateType as DataRecord).Name;
  const state = (ask: Ask, { Id }: DataRecord, to: object) =>
    agreeing(ask)('PUT', `/product/${Id}/state/`, to);
  const list = async (path: string, id: unknown) =>
    (await admin('GET', `${path}?pageSize=0&FilterProperty=ProductId&FilterOperator=eq&FilterValue=${id}`))
      .body.Items as DataRecord[];

  /** A product in design with two items, a group and a plan that names them all. */
  const configured = async () => {
    const product = await created();
    const post = async (path: string, values: object) => {
      const answer = await admin('POST', path, { ProductId: product.Id, ...values });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body.Id as string;
    };
    const [engine, brakes, tires] = [
      await post('/product/coverageitem', { Name: 'Engine' }),
      await post('/product/coverageitem', { Name: 'Brakes' }),
      await post('/product/coverageitem', { Name: 'Tires' }),
    ];
    const group = await post('/product/coveragegroup', { Name: 'Wheels', CoverageItems: [tires] });
    await post('/product/plan', {
      Name: 'Gold',
      PlanCoverageItems: [
        {
          CoverageItemId: engine,
          IsOptional: true,
          ExcludedCoverageItems: [brakes],
          IncludedCoverageItems: [],
        },
        {
          CoverageItemId: brakes,
          IsOptional: true,
          ExcludedCoverageItems: [engine],
          IncludedCoverageItems: [],
        },
      ],
      PlanCoverageGroups: [{ CoverageGroupId: group, IsOptional: true }],
    });
    return product;
  };

  const copyBody = (source: DataRecord, values: DataRecord = {}): DataRecord => {
    const { Name, Code } = source;
    return { id: source.Id, ...shared, Name, Code, ...values };
  };
  const madeOf = async (answer: Answer) => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return read(answer.body.Id);
  };

  it('C-229 a version is a new product in design with the whole configuration and its own references', async () => {
    const source = await configured();
    const version = await madeOf(
      await manager('POST', '/product/version', copyBody(source, { Version: '2.0' })),
    );
    expect(version).toMatchObject({
      Name: source.Name,
      Version: '2.0',
      Subversion: 0,
      IsReadOnly: false,
      RootId: source.Id,
      IsPromotion: true,
    });
    expect(version.ProductStateType).toMatchObject({ Name: 'InDesign' });
    const [items, groups, plans] = [
      await list('/product/coverageitem', version.Id),
      await list('/product/coveragegroup', version.Id),
      await list('/product/plan', version.Id),
    ];
    const named = (name: string) => items.find(({ Name }) => Name === name)?.Id;
    expect(items.map(({ Name }) => Name)).toEqual(['Engine', 'Brakes', 'Tires']);
    expect(groups).toMatchObject([{ Name: 'Wheels', CoverageItems: [{ Id: named('Tires') }] }]);
    expect(plans).toMatchObject([
      {
        Name: 'Gold',
        SortOrder: 0,
        PlanCoverageItems: [
          { CoverageItemId: named('Engine'), ExcludedCoverageItems: [{ Id: named('Brakes') }] },
          { CoverageItemId: named('Brakes'), ExcludedCoverageItems: [{ Id: named('Engine') }] },
        ],
        PlanCoverageGroups: [{ CoverageGroupId: groups[0]?.Id }],
      },
    ]);
    const before = await list('/product/coverageitem', source.Id);
    expect(before.filter(({ Id }) => items.some((item) => item.Id === Id))).toEqual([]);
    // The copied plan is valid: saving it unchanged breaks no rule.
    expect((await manager('PUT', '/product/plan', plans[0])).status).toBe(200);
  });

  it('C-229 an existing version is refused', async () => {
    const source = await created();
    const { status, body: refused } = await manager('POST', '/product/version', copyBody(source));
    expect([status, refused.ValidationErrors[0]]).toMatchObject([
      422,
      { Rule: 'product.code.unique', Path: '/Code' },
    ]);
  });

  it('C-230 a subversion keeps brand, type and version, ignoring the body, and gets the next number', async () => {
    const source = await created();
    const { BrandId, ProductTypeId, Version, ...sent } = copyBody(source);
    const first = await madeOf(await manager('POST', '/product/subversion', sent));
    const second = await madeOf(
      await manager('POST', '/product/subversion', {
        ...sent,
        Version: '9.9',
        id: first.Id,
        Description: 'Revised.',
      }),
    );
    expect([first, second]).toMatchObject([
      { BrandId, ProductTypeId, Version: '1.0', Subversion: 1, RootId: source.Id },
      { BrandId, ProductTypeId, Version: '1.0', Subversion: 2, RootId: source.Id, Description: 'Revised.' },
    ]);
  });

  it('C-231 a copy is an independent product, the first of its versions', async () => {
    const source = await configured();
    const copy = await madeOf(
      await manager('POST', '/product/copy', copyBody(source, { Code: 'NEW-1', Name: 'Other' })),
    );
    expect(copy).toMatchObject({ Name: 'Other', Code: 'NEW-1', Subversion: 0, RootId: copy.Id });
    expect(await list('/product/plan', copy.Id)).toMatchObject([{ Name: 'Gold' }]);
    expect((await manager('POST', '/product/copy', copyBody(source))).status).toBe(422);
  });

  it('C-194 an invalid copy is refused at its fields', async () => {
    const source = await created();
    const sent = { id: source.Id, name: ' ', Version: '2.0', EndDate: '2020-01-01' };
    for (const path of ['/product/version', '/product/copy', '/product/subversion']) {
      const { status, body: refused } = await manager('POST', path, sent);
      const paths = refused.ValidationErrors.map(({ Path }: DataRecord) => Path);
      expect([status, paths]).toEqual([
        422,
        expect.arrayContaining(['/Name', '/Code', '/Description', '/EndDate']),
      ]);
    }
  });

  it('C-031 C-032 C-033 each needs its own feature', async () => {
    const source = await created();
    for (const [path, feature] of [
      ['/product/version', 'Product.Version.Create'],
      ['/product/subversion', 'Product.Subversion.Create'],
      ['/product/copy', 'Product.Copy.Create'],
    ] as const) {
      const { status, body: refused } = await viewer('POST', path, copyBody(source, { Version: '3.0' }));
      expect([status, refused.Message]).toEqual([403, expect.stringContaining(feature)]);
    }
  });

  it('C-131 C-134 C-263 a product is launched; a deactivated one is read only and ends today', async () => {
    const product = await created();
    expect((await agreeing(manager)('PUT', `/product/${product.Id}/launch`)).status).toBe(200);
    expect(await stateOf(product.Id)).toBe('Active');
    const { status, body: answer } = await state(manager, product, {
      Id: 4,
      Name: 'Deactivated',
      DisplayName: 'Deactivated',
    });
    expect([status, answer.EndDate, answer.IsReadOnly]).toEqual([200, '2026-11-20', true]);
  });

  it('C-264 the Id of the state is enough', async () => {
    const product = await created();
    expect([(await state(manager, product, { Id: 2 })).status, await stateOf(product.Id)]).toEqual([
      200,
      'InPricing',
    ]);
    expect([(await state(manager, product, { id: '1' })).status, await stateOf(product.Id)]).toEqual([
      200,
      'InDesign',
    ]);
    for (const wrong of [{}, { Id: 99 }, { Id: 3 }, { Name: 'Sold' }, { Id: { deep: 1 } }])
      expect((await state(manager, product, wrong)).status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(
        400,
      );
    expect(await stateOf(product.Id)).toBe('InDesign');
  });

  it('C-126 C-127 a step that the state does not allow is refused with the reason', async () => {
    const product = await created();
    const early = await state(manager, product, { Name: 'Deactivated' });
    expect([early.status, early.body.Message]).toEqual([
      409,
      "This is not possible in the state 'In Design', only in: Active.",
    ]);
    await agreeing(manager)('PUT', `/product/${product.Id}/launch`);
    const again = await agreeing(manager)('PUT', `/product/${product.Id}/launch`);
    expect([again.status, again.body.Message]).toEqual([
      409,
      "This is not possible in the state 'Active', only in: In Design, In Pricing.",
    ]);
    expect((await state(manager, product, { Name: 'Abandoned' })).status).toBe(409);
    expect((await state(manager, product, { Name: 'Active' })).status).toBe(409);
    expect(await stateOf(product.Id)).toBe('Active');
  });

  it('C-133 the server, too, abandons only products that contain ABD in capitals', async () => {
    for (const code of ['XYZ-1', 'abd-small']) {
      const product = await created({ Code: code });
      const { status, body: refused } = await state(manager, product, { Name: 'Abandoned' });
      expect([status, refused.Message]).toEqual([409, expect.stringContaining('ABD')]);
      expect(await stateOf(product.Id)).toBe('InDesign');
    }
    const product = await created({ Code: 'X-ABD-1' });
    expect((await state(manager, product, { Name: 'Abandoned' })).body.EndDate).toBe('2026-11-20');
  });

  it('C-218 deactivating and abandoning need Product.General.Deactivate', async () => {
    const product = await created();
    const { status, body: refused } = await state(viewer, product, { Name: 'Abandoned' });
    expect([status, refused.Message]).toEqual([403, expect.stringContaining('Product.General.Deactivate')]);
  });

  it('C-265 the end date has its own call, also once the product is off sale', async () => {
    const end = (ask: Ask, { Id }: DataRecord, EndDate: unknown) =>
      ask('POST', `/product/${Id}/endDate/`, { EndDate });
    const product = await created();
    expect((await end(manager, product, '2031-02-03')).status).toBe(200);
    // It changes nothing else and refuses other changes; unchanged values may be sent back.
    const more = { ...(await read(product.Id)), Name: 'Not taken' };
    const refused = await manager('POST', `/product/${product.Id}/endDate/`, more);
    expect([refused.status, refused.body.ValidationErrors[0].Path]).toEqual([422, '/Name']);
    expect(await read(product.Id)).toMatchObject({ EndDate: '2031-02-03', Name: product.Name });
    const past = await end(manager, product, '2026-11-20');
    expect([past.status, past.body.ValidationErrors[0].Rule]).toEqual([422, 'product.end-in-future']);
    expect((await end(manager, product, 'tomorrow')).status).toBe(422);
    expect((await end(viewer, product, '2031-02-03')).status).toBe(403);
    await agreeing(manager)('PUT', `/product/${product.Id}/launch`);
    expect((await end(manager, product, '2032-01-01')).status).toBe(422);
    await state(manager, product, { Name: 'Deactivated' });
    expect((await end(manager, product, '2026-11-20')).body.EndDate).toBe('2026-11-20');
    const stamps = (await app.store.find({ entity: 'history' })).items.filter(
      ({ RecordId, Operation }) => RecordId === product.Id && Operation === 'end-date',
    );
    expect(stamps.map(({ Field, CurrentValue }) => [Field, CurrentValue])).toEqual([
      ['EndDate', '2031-02-03'],
    ]);
  });

  it('C-129 maintenance claims with OEM prices require component activation, and nothing else does', async () => {
    const product = await created();
    const needs = async (layout: number, pricing: number) => {
      await app.store.update('product', String(product.Id), {
        ClaimsLayoutTypeId: layout,
        ClaimsPricing: pricing,
      });
      return (await read(product.Id)).NeedsComponentActivation;
    };
    expect([await needs(2, 1), await needs(3, 1), await needs(6, 1)]).toEqual([true, true, true]);
    expect([await needs(0, 1), await needs(1, 1), await needs(4, 1), await needs(2, 0)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('C-137 an invalid formula blocks both triggers', async () => {
    const product = await created();
    await app.store.update('product', String(product.Id), {
      PricingFormula: 'Cost * ',
      IsPricingFormulaValid: false,
    });
    const { status, body: refused } = await state(manager, product, { Name: 'InPricing' });
    expect([status, refused.Message]).toEqual([
      409,
      'The product’s pricing formula is not valid. Correct the formula first.',
    ]);
    await app.store.update('product', String(product.Id), { IsPricingFormulaValid: true });
    expect((await state(manager, product, { Name: 'InPricing' })).status).toBe(200);
  });

  it('C-138 an active product is open only to those with the after-launch features', async () => {
    const product = await configured();
    const [item] = await list('/product/coverageitem', product.Id);
    const [plan] = await list('/product/plan', product.Id);
    await agreeing(manager)('PUT', `/product/${product.Id}/launch`);
    const rename = (ask: Ask) =>
      ask('PUT', '/product/coverageitem', { ...item, Name: `Renamed by ${ask === admin}` });
    expect([(await rename(manager)).status, (await rename(admin)).status]).toEqual([422, 200]);
    const describe = (ask: Ask) => ask('PUT', '/product', { Id: product.Id, Description: 'Said otherwise.' });
    expect([(await describe(manager)).status, (await describe(admin)).status]).toEqual([422, 200]);
    expect((await admin('PUT', '/product/plan', { ...plan, Name: 'Silver' })).status).toBe(422);
    expect((await admin('PUT', '/product', { Id: product.Id, Name: 'Other' })).status).toBe(422);
  });
});
