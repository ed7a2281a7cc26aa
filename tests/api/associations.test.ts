import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { filter } from './support/createClients.ts';
import { type Ask, appStores, type Running, type StoreKind, startApp } from './support/startApp.ts';

type Connection = {
  readonly name: string;
  readonly list: string;
  /** Method, path and body that set the association. */
  readonly put: (id: unknown) => readonly [method: string, path: string, body?: unknown];
  readonly field: string;
  readonly rights: string;
  readonly feature: string;
  readonly action: string;
};

const unknown = '01900000-0000-7000-8000-00000000dead';

describe.each(appStores)('associations of a product, on %s', (kind: StoreKind) => {
  let app: Running;
  let [admin, manager, viewer]: Ask[] = [];
  let [design, active]: DataRecord[] = [];

  beforeAll(async () => {
    app = await startApp({ store: kind, now: '2026-11-20T15:00:00Z' });
    [admin, manager, viewer] = await Promise.all(['admin', 'manager', 'viewer'].map(app.as));
    const inState = async (name: string) =>
      (await items(`/product?pageSize=50&${filter('ProductStateType.Name', name)}`)) as DataRecord[];
    // A product in design of a brand that has certification programs.
    [design] = (await inState('InDesign')).filter(({ CertificationId }) => !CertificationId);
    [active] = (await inState('Active')).filter(
      ({ PayeeId, CertificationId }) => PayeeId && !CertificationId,
    );
    return () => app.store.close();
  });

  const ask = (who: Ask | undefined) => who as Ask;
  const items = async (path: string): Promise<DataRecord[]> => {
    const { status, body } = await ask(admin)('GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.Items;
  };
  const read = async (product = design) => (await ask(admin)('GET', `/product/${product?.Id}`)).body;
  const call = (who: Ask | undefined, method: string, path: string, body?: unknown) =>
    ask(who)(method, `/product/${design?.Id}${path}`, body);
  /** The same for a launched product. */
  const callActive = (method: string, path: string, body?: unknown) =>
    ask(admin)(method, `/product/${active?.Id}${path}`, body);
  const first = async (path: string) => (await items(path))[0] as DataRecord;
  const errorsAt = ({
    body,
  }: {
    body: { ValidationErrors?: { Path: string; Rule: string; Value: string }[] };
  }) => body.ValidationErrors?.map(({ Path }) => Path);

  const own: readonly Connection[] = [
    {
      name: 'C-267 PUT financing/programroot/{rootId}',
      list: '/financing/programroot',
      put: (id: unknown) => ['PUT', `/financing/programroot/${id}`],
      field: 'FinancingProgramRootId',
      rights: 'C-216',
      feature: 'Product.FinancingProgram.Edit',
      action: 'financing-program',
    },
    {
      name: 'C-269 PUT payee/{payeeId}',
      list: '/payee/arpayee',
      put: (id: unknown) => ['PUT', `/payee/${id}`],
      field: 'PayeeId',
      rights: 'Decision 12:',
      feature: 'Product.General.Edit',
      action: 'payee',
    },
    {
      name: 'C-270 PUT certification/{certId}',
      list: '/certification',
      put: (id: unknown) => ['PUT', `/certification/${id}`],
      field: 'CertificationId',
      rights: 'C-217',
      feature: 'Product.CertificationProgram.Edit',
      action: 'certification',
    },
    {
      name: 'C-270 PUT certification with a body',
      list: '/certification',
      put: (id: unknown) => ['PUT', '/certification', { CertificationId: id }],
      field: 'CertificationId',
      rights: 'C-217',
      feature: 'Product.CertificationProgram.Edit',
      action: 'certification',
    },
    {
      name: 'C-293 PUT roadsideprovider',
      list: '/profile/dealer/dealersbyaccounttype/8',
      put: (id: unknown) => ['PUT', '/roadsideprovider', { RoadsideServiceProvider: id }],
      field: 'RoadsideServiceProvider',
      rights: 'Decision 12:',
      feature: 'Product.General.Edit',
      action: 'roadside-provider',
    },
    {
      name: 'C-292 PUT classguide with the id as a JSON string',
      list: '/pricing/getclassguides',
      put: (id: unknown) => ['PUT', '/classguide', JSON.stringify(id)],
      field: 'VehicleClassGuideId',
      rights: 'Decision 12:',
      feature: 'Product.OtherConfiguration.Edit',
      action: 'class-guide',
    },
  ];

  /** One of the offered records that the product may have. */
  const offered = async ({ list, field }: Connection) => {
    const usable = field === 'FinancingProgramRootId' ? [] : [filter('IsActive', 'true')];
    const ofBrand = field === 'CertificationId' ? [filter('BrandId', String(design?.BrandId))] : [];
    return first(`${list}?${['pageSize=1', ...usable, ...ofBrand].join('&')}`);
  };

  it.each(own)('$name sets it, and the history says who did', async (one) => {
    const { Id } = await offered(one);
    const answer = await call(manager, ...one.put(Id));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await read())[one.field]).toBe(Id);
    const history = await items(`/history/product/${design?.Id}?pageSize=0&${filter('Field', one.field)}`);
    expect(history[0]).toMatchObject({ CurrentValue: Id, ChangedBy: 'manager', Operation: one.action });
    await app.store.update('product', String(design?.Id), { [one.field]: null });
  });

  it.each(own)('$name refuses unknown values at its field', async (one) => {
    const answer = await call(admin, ...one.put(unknown));
    expect([answer.status, errorsAt(answer)], JSON.stringify(answer.body)).toEqual([422, [`/${one.field}`]]);
    expect((await call(admin, ...one.put('nothing'))).status).toBeGreaterThanOrEqual(400);
    expect((await read())[one.field] ?? null).toBe(null);
  });

  it.each(own)('$rights $feature is required by $name', async (one) => {
    const { Id } = await offered(one);
    const answer = await call(viewer, ...one.put(Id));
    expect([answer.status, answer.body.Message]).toEqual([403, expect.stringContaining(one.feature)]);
  });

  it.each(own)('$name changes nothing of a launched product', async (one) => {
    const before = await read(active);
    const { Id } = await first(`${one.list}?pageSize=1&page=2`);
    const answer = await callActive(...one.put(Id));
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(errorsAt(answer)).toContain(`/${one.field}`);
    expect((await read(active))[one.field]).toBe(before[one.field]);
  });

  it("the path determines record and value: a rootId does not set the product's RootId", async () => {
    const { RootId } = await read();
    const root = await first('/financing/programroot');
    const before = await read();
    const path = `/financing/programroot/${root.Id}`;
    const refused = await call(admin, 'PUT', path, { Name: 'Not taken', FinancingProgramRootId: unknown });
    expect(refused.status).toBe(422);
    expect(new Set(errorsAt(refused))).toEqual(new Set(['/FinancingProgramRootId', '/Name']));
    expect(await read()).toEqual(before);
    expect((await call(admin, 'PUT', path, { RootId, Name: design?.Name })).status).toBe(200);
    expect(await read()).toMatchObject({ RootId, Name: design?.Name, FinancingProgramRootId: root.Id });
  });

  it('C-268 DELETE financing/programroot removes the program', async () => {
    const root = await first('/financing/programroot');
    await call(admin, 'PUT', `/financing/programroot/${root.Id}`);
    expect((await call(viewer, 'DELETE', '/financing/programroot')).status).toBe(403);
    expect((await call(manager, 'DELETE', '/financing/programroot')).status).toBe(200);
    expect((await read()).FinancingProgramRootId ?? null).toBe(null);
    expect((await call(manager, 'DELETE', '/financing/programroot')).status).toBe(200);
    expect((await callActive('DELETE', '/financing/programroot')).status).toBe(200);
  });

  it('C-271 DELETE certification removes the program, but not a different one', async () => {
    const { Id } = await offered(own[2] as Connection);
    await call(admin, 'PUT', `/certification/${Id}`);
    expect((await call(manager, 'DELETE', `/certification/${unknown}`)).status).toBe(200);
    expect((await read()).CertificationId).toBe(Id);
    expect((await call(viewer, 'DELETE', '/certification')).status).toBe(403);
    expect((await call(manager, 'DELETE', `/certification/${Id}`)).status).toBe(200);
    expect((await read()).CertificationId ?? null).toBe(null);
    await call(admin, 'PUT', `/certification/${Id}`);
    expect((await call(manager, 'DELETE', '/certification')).status).toBe(200);
    expect((await read()).CertificationId ?? null).toBe(null);
  });

  it('C-292 a body of null removes the class guide; no body, an object and a number are refused', async () => {
    const { Id } = await first(`/pricing/getclassguides?${filter('IsActive', 'true')}`);
    expect((await call(admin, 'PUT', '/classguide', JSON.stringify(Id))).status).toBe(200);
    expect((await call(admin, 'PUT', '/classguide')).status).toBe(400);
    for (const body of ['5', 'true', '[]', '{"a":1}'])
      expect((await call(admin, 'PUT', '/classguide', body)).status, body).toBe(422);
    expect((await read()).VehicleClassGuideId).toBe(Id);
    await call(admin, 'PUT', '/classguide', JSON.stringify(Id));
    expect((await call(admin, 'PUT', '/classguide', 'null')).status).toBe(200);
    expect((await read()).VehicleClassGuideId ?? null).toBe(null);
  });

  it('C-189 C-190 without a payee AR Payee is Required; no other call requires one', async () => {
    const answer = await call(manager, 'PUT', '/payee');
    expect([answer.status, answer.body.ValidationErrors]).toEqual([
      422,
      [{ Key: 'PayeeId', Path: '/PayeeId', Rule: 'product.payee-required', Value: 'AR Payee is Required' }],
    ]);
    const { Id, Revision } = await read();
    expect((await ask(manager)('PUT', '/product', { Id, Revision, Name: `${design?.Name} ` })).status).toBe(
      200,
    );
  });

  it('C-296 AR payees are listed; others cannot be chosen', async () => {
    const listed = await items('/payee/arpayee?pageSize=0');
    expect(listed.length).toBeGreaterThan(3);
    expect(listed.every(({ PayeeTypeId, IsActive }) => PayeeTypeId === 1 && IsActive)).toBe(true);
    for (const wrong of (await items('/payee?pageSize=0')).filter(
      (one) => !listed.some(({ Id }) => Id === one.Id),
    )) {
      const answer = await call(admin, 'PUT', `/payee/${wrong.Id}`);
      expect([answer.status, errorsAt(answer)], String(wrong.Name)).toEqual([422, ['/PayeeId']]);
    }
  });

  it('C-214 C-295 published program roots are listed with the right to view them; versions and drafts cannot be chosen', async () => {
    const roots = await items('/financing/programroot?pageSize=0');
    expect(roots.length).toBeGreaterThan(2);
    expect(roots.every(({ RootId, IsPublished }) => !RootId && IsPublished)).toBe(true);
    const all = await items('/financing/program?pageSize=0');
    const others = all.filter((one) => !roots.some(({ Id }) => Id === one.Id));
    expect(others.some(({ RootId }) => RootId)).toBe(true);
    expect(others.some(({ IsPublished }) => !IsPublished)).toBe(true);
    for (const wrong of others)
      expect((await call(admin, 'PUT', `/financing/programroot/${wrong.Id}`)).status).toBe(422);
    const profiles = await app.as('profiles');
    expect((await profiles('GET', '/financing/programroot')).status).toBe(403);
    expect((await profiles('GET', `/product/${active?.Id}`)).body).not.toHaveProperty(
      'FinancingProgramRootId',
    );
    expect((await ask(viewer)('GET', '/financing/programroot')).status).toBe(200);
  });

  it('C-294 certifications are listed by brand, and those of another brand cannot be chosen', async () => {
    const listed = await items(
      `/certification?page=1&pageSize=20&sortFields=Name&${filter('BrandId', String(design?.BrandId))}`,
    );
    expect(listed.every(({ BrandId }) => BrandId === design?.BrandId)).toBe(true);
    expect(listed.map(({ Name }) => Name)).toEqual(listed.map(({ Name }) => Name).toSorted());
    const other = (await items('/certification?pageSize=0')).find(
      ({ BrandId, IsActive }) => BrandId !== design?.BrandId && IsActive,
    );
    const answer = await call(admin, 'PUT', `/certification/${other?.Id}`);
    expect([answer.status, errorsAt(answer)]).toEqual([422, ['/CertificationId']]);
    const old = listed.find(({ IsActive }) => !IsActive);
    expect((await call(admin, 'PUT', `/certification/${old?.Id}`)).status).toBe(422);
  });

  it('C-293 dealers are listed by account type; only active roadside providers can be chosen', async () => {
    const providers = await items('/profile/dealer/dealersbyaccounttype/8?pageSize=0');
    expect(providers.length).toBeGreaterThan(2);
    expect(providers.every(({ AccountTypeId, IsActive }) => AccountTypeId === 8 && IsActive)).toBe(true);
    const dealers = await items('/profile/dealer/dealersbyaccounttype/1?pageSize=0');
    expect(dealers.every(({ AccountTypeId }) => AccountTypeId === 1)).toBe(true);
    const answer = await call(admin, 'PUT', '/roadsideprovider', { RoadsideServiceProvider: dealers[0]?.Id });
    expect([answer.status, errorsAt(answer)]).toEqual([422, ['/RoadsideServiceProvider']]);
    expect((await items('/profile/dealer/dealersbyaccounttype/7?pageSize=0')).length).toBe(0);
  });

  it('C-291 class guides are listed by name', async () => {
    const names = (await items('/pricing/getclassguides?pageSize=0')).map(({ Name }) => String(Name));
    expect(names.length).toBeGreaterThan(3);
    expect(names).toEqual(names.toSorted());
  });

  it('C-147 C-148 C-363 C-364 the claims pricing follows the claims layout, none or OEM (R-163)', async () => {
    const layout = async (ClaimsLayoutTypeId: unknown, more: object = {}) => {
      const answer = await call(manager, 'PUT', '/claimslayout', { ClaimsLayoutTypeId, ...more });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { ClaimsLayoutTypeId: stored, ClaimsPricing } = await read();
      return [stored, ClaimsPricing];
    };
    expect(await layout(0)).toEqual([0, 0]);
    expect(await layout(1, { ClaimsPricing: 1 })).toEqual([1, 0]);
    expect(await layout(3)).toEqual([3, 1]);
    expect(app.models.current().lookups.get('claims-pricing')?.items).toMatchObject([
      { Id: 0, Name: 'None' },
      { Id: 1, Name: 'Oem' },
    ]);
    await app.store.update('product', String(design?.Id), { ClaimsPricing: 0 });
    expect(await layout(2)).toEqual([2, 0]);
    expect(await layout(9)).toEqual([9, 0]);
    expect(await layout(2, { ClaimsPricing: 0 })).toEqual([2, 1]);
    expect(await layout(0)).toEqual([0, 0]);
  });

  it('C-363 a claims layout with unknown bits, a fraction or a word is refused', async () => {
    for (const ClaimsLayoutTypeId of [16, 18, -2, 1.5, 'Maintenance']) {
      const answer = await call(manager, 'PUT', '/claimslayout', { ClaimsLayoutTypeId });
      expect([answer.status, errorsAt(answer)], String(ClaimsLayoutTypeId)).toEqual([
        422,
        ['/ClaimsLayoutTypeId'],
      ]);
    }
    expect((await call(viewer, 'PUT', '/claimslayout', { ClaimsLayoutTypeId: 1 })).status).toBe(403);
    expect((await callActive('PUT', '/claimslayout', { ClaimsLayoutTypeId: 15 })).status).toBe(422);
    const flagged = await items(`/product?pageSize=0&${filter('ClaimsLayoutTypeId', '2', 'all')}`);
    expect(flagged.length).toBeGreaterThan(0);
    expect(flagged.every(({ ClaimsLayoutTypeId }) => (Number(ClaimsLayoutTypeId) & 2) === 2)).toBe(true);
  });

  it('a copy keeps the associations of its source; a copy for another brand drops the certification', async () => {
    const source = (await items(`/product?pageSize=0&${filter('ProductStateType.Name', 'Active')}`)).find(
      (one) => one.CertificationId && one.PayeeId && one.ClaimsLayoutTypeId && one.RoadsideServiceProvider,
    ) as DataRecord;
    const kept = [
      'ClaimsLayoutTypeId',
      'ClaimsPricing',
      'FinancingProgramRootId',
      'PayeeId',
      'CertificationId',
      'RoadsideServiceProvider',
      'VehicleClassGuideId',
    ];
    const copy = async (values: object) => {
      const body = {
        ...source,
        id: source.Id,
        Name: 'Copy',
        LaunchDate: '2027-01-01',
        EndDate: null,
        QuoteExpiryInDays: 30,
        ...values,
      };
      const wanted = [
        'id',
        'Name',
        'BrandId',
        'UnderwriterId',
        'ProductTypeId',
        'Version',
        'Code',
        'ProductGroupId',
        'LaunchDate',
        'EndDate',
        'Description',
        'QuoteExpiryInDays',
      ];
      const sent = Object.fromEntries(Object.entries(body).filter(([name]) => wanted.includes(name)));
      const answer = await ask(admin)('POST', '/product/copy', sent);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return read(answer.body);
    };
    const same = await copy({ Code: 'COPY-1' });
    for (const name of kept) expect(same[name] ?? null, name).toBe(source[name] ?? null);
    const brand = (await items('/product/operationalbrands?pageSize=0')).find(
      ({ Id }) => Id !== source.BrandId,
    );
    const other = await copy({ Code: 'COPY-2', BrandId: brand?.Id, ProductGroupId: null });
    expect(other.CertificationId ?? null).toBe(null);
    expect(other.PayeeId).toBe(source.PayeeId);
  });

  it('a product keeps its brand while it has a certification program of that brand', async () => {
    const { Id } = await offered(own[2] as Connection);
    await call(admin, 'PUT', `/certification/${Id}`);
    const brand = (await items('/product/operationalbrands?pageSize=0')).find(
      (one) => one.Id !== design?.BrandId,
    );
    const answer = await ask(admin)('PUT', '/product', {
      Id: design?.Id,
      BrandId: brand?.Id,
      ProductGroupId: null,
    });
    expect([answer.status, errorsAt(answer)]).toEqual([422, ['/CertificationId']]);
    await call(admin, 'DELETE', '/certification');
  });
});
