/** Markups: the maximum of a product, its items one by one, and all of them from a file imported by a job. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataRecord } from '#engine';
import { createApp, createWebPorts } from '#server/app';
import { extensions } from '../support/extensions.ts';
import { type Clients, createClients, filter, ownProductFields } from './support/createClients.ts';
import { formOf, rowsOf, type Send, sender, sheetOf } from './support/sheets.ts';
import type { Ask } from './support/startApp.ts';

let clients: Clients;
let [pricing, files]: [Ask, Send] = [undefined, undefined] as never;
let product: string;
let plan: string;
let values: (source: string) => Promise<DataRecord[]>;

/** A separate product with a plan and the parameters that markups use. */
beforeAll(async () => {
  clients = await createClients('sqlite');
  pricing = await clients.app.as('pricing');
  files = await sender(clients.app, 'pricing');
  const source = await clients.productInDesign();
  const fields = { ...ownProductFields(source), Id: source.Id, Name: 'Marked up', Code: 'MRK-1' };
  const copy = await clients.admin('POST', '/product/copy', fields);
  expect(copy.status, JSON.stringify(copy.body)).toBe(201);
  product = copy.body.Id;
  plan = (await clients.plansOf(product))[0]?.Id;
  const parameters = (await clients.admin('GET', `/product/${product}/parameter?pageSize=0`)).body.Items;
  const fixed = '173505c3-6dea-56e5-8711-143387a28295';
  values = async (name) => {
    const own = parameters.find(({ SourceName }: DataRecord) => SourceName === name)?.Id ?? fixed;
    return (await clients.admin('GET', `/parametervalue?pageSize=0&${filter('ParameterId', own)}`)).body
      .Items;
  };
  for (const { Id } of await items()) await pricing('DELETE', path(`/${Id}`));
  return () => clients.app.store.close();
});

const path = (more = '') => `/product/${product}/markupitem${more}`;
const items = async (): Promise<DataRecord[]> =>
  (await pricing('GET', path('?pageSize=0&sortFields=Markup&sortDirections=1'))).body.Items;
const maximum = async () => (await pricing('GET', `/product/${product}`)).body.MaxMarkup;
const upload = (bytes: Uint8Array, name = 'markups.xlsx', send = files) =>
  send('POST', path('/upload'), formOf(bytes, name));
const ended = async (id: string): Promise<DataRecord> => {
  let job: DataRecord = {};
  const read = async () => {
    job = (await pricing('GET', `/job/${id}`)).body;
    return job.FinishedDate;
  };
  await expect.poll(read).toBeTruthy();
  return job;
};
const titles = [
  ...['Plan', 'Coverage Group', 'Coverage Item', 'Term in months', 'Term in kilometres', 'Vehicle Class'],
  ...['Province', 'Limit per Repair', 'New or Used', 'Certified Pre-owned', 'Markup'],
];
/** A row by the titles it fills. */
const row = (cells: Record<string, string | number>) => titles.map((title) => cells[title] ?? null);

describe('the maximum markup of a product', () => {
  it('R-008 R-136 R-371 is saved by its own call, and removed by it', async () => {
    const put = (MaxMarkup: unknown, ask = pricing) =>
      ask('PUT', '/product/markup', { ProductId: product, MaxMarkup });
    expect((await put(750.25)).body).toMatchObject({ Id: product, MaxMarkup: 750.25 });
    expect(await maximum()).toBe(750.25);
    expect((await put(-1)).body.ValidationErrors[0].Path).toBe('/MaxMarkup');
    expect((await put(1e6)).status).toBe(422);
    expect((await put('much')).status).toBe(422);
    expect(await maximum()).toBe(750.25);
    expect((await put(null)).status).toBe(200);
    expect(await maximum()).toBeUndefined();
    const gone = { ProductId: '01900000-0000-7000-8000-00000000dead', MaxMarkup: 1 };
    expect((await pricing('PUT', '/product/markup', gone)).status).toBe(404);
    expect((await pricing('PUT', '/product/markup', { MaxMarkup: 1 })).status).toBe(400);
  });

  it('R-303 needs Product.Markup.Edit, and the call changes nothing else of the product', async () => {
    const body = { ProductId: product, MaxMarkup: 5, Name: 'Another' };
    expect((await clients.viewer('PUT', '/product/markup', body)).status).toBe(403);
    expect((await clients.nobody('PUT', '/product/markup', body)).status).toBe(401);
    await pricing('PUT', '/product/markup', body);
    expect((await pricing('GET', `/product/${product}`)).body.Name).toBe('Marked up');
  });
});

describe('markup items', () => {
  it('R-135 R-374 R-375 R-376 R-377 are created, read, changed and deleted one by one', async () => {
    const [first, second] = await values('Policy.TermMonth');
    const [km] = await values('Policy.TermKm');
    const [vehicleClass] = await values('Policy.VehicleClass');
    const [province] = await values('Contract.Region');
    const [limit] = await values('Policy.LimitPerRepair');
    const [isNew] = await values('Policy.VehicleNewUsed');
    const [certified] = await values('Vehicle.CPO');
    const body = {
      PlanId: plan,
      ParameterValueTermMonthId: first?.Id,
      ParameterValueTermKmId: km?.Id,
      ParameterValueVehicleClassId: vehicleClass?.Id,
      ParameterValueProvinceId: province?.Id,
      ParameterValueMaxAmountPerClaim1Id: limit?.Id,
      ParameterValueNewUsedId: isNew?.Id,
      ParameterValueCPOId: certified?.Id,
      Markup: 99.5,
    };
    const made = await pricing('POST', path(), body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { Id } = made.body;
    expect((await pricing('GET', path(`/${Id}`))).body).toMatchObject({ ...body, ProductId: product });
    expect((await pricing('GET', path())).body).toMatchObject({ TotalItems: 1, Items: [{ Id }] });
    const named = await pricing('POST', path('/01900000-0000-7000-8000-00000000abcd'), { Markup: 1 });
    expect(named.body).toMatchObject({ Id: '01900000-0000-7000-8000-00000000abcd' });
    const next = { Id, ParameterValueTermMonthId: second?.Id, Markup: 120 };
    expect((await pricing('PUT', path(), next)).body).toMatchObject(next);
    expect((await pricing('PUT', path(`/${Id}`), { Markup: 130 })).body.Markup).toBe(130);
    for (const { Id: one } of await items())
      expect((await pricing('DELETE', path(`/${one}`))).status).toBe(204);
    expect((await pricing('DELETE', path(`/${Id}`))).status).toBe(404);
    expect((await pricing('GET', path())).body).toEqual({ Items: [], TotalItems: 0 });
  });

  it('R-269 a vehicle that is neither new nor used is refused, and so is a value of another parameter or product', async () => {
    const neither = (await values('Policy.VehicleNewUsed')).find(({ Name }) => Name === 'NotNewOrUsed');
    expect(neither?.Id).toEqual(expect.any(String));
    const [month] = await values('Policy.TermMonth');
    const other = (await clients.admin('GET', `/product?pageSize=1&${filter('Id', product, 'ne')}`)).body
      .Items[0];
    const otherPlan = (await clients.plansOf(other.Id))[0]?.Id;
    for (const [field, value] of [
      ['ParameterValueNewUsedId', neither?.Id],
      ['ParameterValueTermKmId', month?.Id],
      ['PlanId', otherPlan],
      ['PlanId', '01900000-0000-7000-8000-00000000dead'],
    ] as const) {
      const { status, body } = await pricing('POST', path(), { [field]: value, Markup: 1 });
      expect([status, body.ValidationErrors?.[0]?.Path], JSON.stringify(body)).toEqual([422, `/${field}`]);
    }
    expect(await items()).toEqual([]);
  });

  it('the same sales have one markup', async () => {
    const body = { PlanId: plan, Markup: 10 };
    expect((await pricing('POST', path(), body)).status).toBe(201);
    const again = await pricing('POST', path(), { ...body, Markup: 20 });
    expect([again.status, again.body.Message]).toEqual([
      422,
      'There is already a markup for exactly these sales. Edit that markup instead.',
    ]);
    for (const { Id } of await items()) await pricing('DELETE', path(`/${Id}`));
  });

  it('a plan with a markup cannot be deleted', async () => {
    const { body } = await pricing('POST', path(), { PlanId: plan, Markup: 10 });
    const removed = await clients.admin('DELETE', `/product/plan/${plan}`);
    expect([removed.status, removed.body.Message]).toEqual([409, 'Error occurred removing plan']);
    await pricing('DELETE', path(`/${body.Id}`));
  });

  it('R-303 only Product.Markup.Edit adds, changes, deletes and uploads', async () => {
    const sheet = await sheetOf([titles, row({ Markup: 1 })]);
    const viewer = await sender(clients.app, 'viewer');
    for (const [method, more] of [
      ['POST', ''],
      ['PUT', ''],
      ['DELETE', '/01900000-0000-7000-8000-00000000abcd'],
    ] as const)
      expect((await clients.viewer(method, path(more), { Markup: 1 })).status, method).toBe(403);
    expect((await upload(sheet, 'markups.xlsx', viewer)).status).toBe(403);
    expect((await clients.viewer('GET', path())).status).toBe(200);
  });
});

describe('a file of markups', () => {
  it('R-378 R-379 R-008 replaces all items; the outcome comes later, as a notification', async () => {
    await pricing('POST', path(), { Markup: 1 });
    const kept = await pricing('POST', path(), { PlanId: plan, Markup: 2 });
    const [planName, month] = [kept.body.Plan.Name, (await values('Policy.TermMonth'))[1]?.Name as string];
    const sheet = await sheetOf([
      titles,
      row({ Plan: planName, Markup: 3 }),
      row({
        Plan: planName,
        'Term in months': month,
        Province: 'Alberta',
        'New or Used': 'Used',
        Markup: '$1,250.50',
      }),
    ]);
    const { status, body } = await upload(sheet);
    expect([status, body.FileName], JSON.stringify(body)).toEqual([202, 'markups.xlsx']);
    const result = { RowCount: 2, Created: 1, Updated: 1, Unchanged: 0, Removed: 1 };
    expect(await ended(body.JobId)).toMatchObject({ Status: 'done', Result: result });
    expect(await items()).toMatchObject([
      { Id: kept.body.Id, Markup: 3 },
      { Markup: 1250.5, Name: `${planName} · ${month} · Alberta · Used` },
    ]);
    const told = { Title: 'Markup file', About: 'markups.xlsx', Outcome: 'done', RowCount: 2 };
    expect((await pricing('GET', '/notification')).body.Items[0]).toMatchObject({
      ...told,
      Id: body.JobId,
      To: `/products/${product}#markups`,
    });
    expect((await clients.admin('GET', '/notification')).body.Items).toEqual([]);
  });

  it('a download can be uploaded again unchanged, in French too', async () => {
    const before = await items();
    for (const language of ['en-CA', 'fr-CA']) {
      const headers = { 'accept-language': language, 'content-type': 'application/json' };
      const sheet = await files('POST', path('/download'), '{}', headers);
      expect(sheet.headers.get('content-disposition')).toContain('MRK-1-Markups.xlsx');
      expect((await rowsOf(sheet.bytes)).length).toBe(3);
      const { body } = await upload(sheet.bytes);
      expect(await ended(body.JobId)).toMatchObject({ Status: 'done', Result: { Unchanged: 2, Removed: 0 } });
    }
    expect(await items()).toEqual(before);
  });

  it('R-447 is taken whole or not at all, and mistakes are reported at their cell', async () => {
    const before = await items();
    const sheet = await sheetOf([
      titles,
      row({ Markup: 5 }),
      row({ Plan: 'Nowhere', Markup: 5 }),
      row({ 'New or Used': 'NotNewOrUsed', Markup: 5 }),
      row({ Province: 'Ontario', Markup: 'much' }),
      row({ Province: 'Manitoba' }),
      row({ Province: 'Ontario', Markup: 6 }),
    ]);
    const { body } = await upload(sheet);
    const { Status, Problem } = (await ended(body.JobId)) as { Status: string; Problem: DataRecord };
    expect(Status).toBe('failed');
    expect((Problem.ValidationErrors as DataRecord[]).map(({ Cell }) => Cell)).toEqual([
      'A3',
      'I4',
      'K5',
      'K6',
      'A7',
    ]);
    expect((Problem.ErrorMessages as string[])[0]).toBe('A3: There is no “Nowhere” to choose here.');
    expect(await items()).toEqual(before);
    const [told] = (await pricing('GET', '/notification')).body.Items;
    expect(told).toMatchObject({ Outcome: 'failed', FindingCount: 5, RowCount: null });
    expect((await pricing('GET', `/notification/${told.Id}/findings`)).body).toContain('A3');
  });

  it('of many findings the first ten are shown; all are counted and can be downloaded', async () => {
    const wrong = Array.from({ length: 1500 }, (_, at) => row({ Plan: `Nowhere ${at}`, Markup: 5 }));
    const { body } = await upload(await sheetOf([titles, ...wrong]));
    const { Problem } = (await ended(body.JobId)) as { Problem: DataRecord };
    expect((Problem.ErrorMessages as string[]).length).toBe(11);
    expect((Problem.ErrorMessages as string[]).at(-1)).toBe('and 1,490 more');
    const [told] = (await pricing('GET', '/notification')).body.Items;
    expect(told.FindingCount).toBe(1500);
  });

  it('R-267 may have 200 KB, and not a byte more', async () => {
    const head = new TextEncoder().encode(`${titles.join(',')}\n,,,,,,,,,,5\n`);
    const padded = (size: number) => {
      const bytes = new Uint8Array(size).fill(10);
      bytes.set(head);
      return bytes;
    };
    const over = await upload(padded(204_801), 'markups.csv');
    expect([over.status, over.body.Code]).toEqual([413, 'too-large']);
    expect(over.body.ErrorMessages[0]).toContain('200 kB');
    const just = await upload(padded(204_800), 'markups.csv');
    expect(just.status, JSON.stringify(just.body)).toBe(202);
    expect(await ended(just.body.JobId)).toMatchObject({ Status: 'done', Result: { RowCount: 1 } });
  });

  it('R-447 without a table or rows, or during another import, is refused', async () => {
    const text = new TextEncoder();
    expect((await upload(text.encode('%PDF-1.7\n%%EOF'), 'markups.xlsx')).status).toBe(415);
    expect((await upload(new Uint8Array())).body.ErrorMessages[0]).toBe(
      'The file is empty. Choose another one.',
    );
    const before = await items();
    const empty = await upload(await sheetOf([titles]));
    expect((await ended(empty.body.JobId)).Problem).toMatchObject({
      Message: 'The file has no rows below its column titles. Nothing was changed.',
    });
    const partial = await upload(
      await sheetOf([
        ['Plan', 'Markup'],
        ['Nowhere', 1],
      ]),
    );
    expect((await ended(partial.body.JobId)).Problem).toMatchObject({ Code: 'validation' });
    expect(await items()).toEqual(before);
  });

  it('R-447 sent during another import waits, and a cancelled one changes nothing', async () => {
    const before = await items();
    const { bytes } = clients.app.files;
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const held = vi.spyOn(clients.app.files, 'bytes').mockImplementation(async (id) => {
      await gate;
      return bytes(id);
    });
    const first = await upload(await sheetOf([titles, row({ Markup: 7 })]));
    const second = await upload(await sheetOf([titles, row({ Markup: 8 })]));
    expect([first.status, second.status]).toEqual([202, 409]);
    expect((await pricing('GET', `/job?kind=upload&key=markup-item%20${product}`)).body.Items).toMatchObject([
      { Id: first.body.JobId, IsCancellable: true },
    ]);
    expect((await pricing('POST', `/job/${first.body.JobId}/cancel`)).status).toBe(202);
    letGo();
    held.mockRestore();
    expect((await ended(first.body.JobId)).Status).toBe('cancelled');
    expect(await items()).toEqual(before);
  });

  it('R-448 refusals are logged', async () => {
    const logged: object[] = [];
    const ports = createWebPorts({
      now: () => clients.app.clock.now,
      log: { info: () => {}, warn: (facts) => logged.push(facts), error: () => {} },
    });
    const { models, store } = clients.app;
    const app = createApp({ models, store, extensions, ports });
    const fetch = async (request: Request) => app.fetch(request);
    const sheet = await sheetOf([titles, row({ Plan: 'Nowhere', Markup: 5 })]);
    const { body } = await upload(sheet, 'markups.xlsx', await sender({ ...clients.app, fetch }, 'pricing'));
    await ended(body.JobId);
    await expect
      .poll(() => logged)
      .toContainEqual({ job: body.JobId, code: 'validation', problem: 'sheet.refused', findings: 1 });
  });
});

describe('a product that is read only', () => {
  it('R-304 refuses markups, one by one or from a file', async () => {
    const { body } = await clients.admin(
      'GET',
      `/product?pageSize=1&${filter('ProductStateType.Name', 'Active')}`,
    );
    const { Id } = body.Items[0];
    const said = 'You need permission to edit markups, and the product must be in design or in pricing.';
    const made = await pricing('POST', `/product/${Id}/markupitem`, { Markup: 1 });
    expect([made.status, made.body.Message]).toEqual([422, said]);
    const sheet = formOf(await sheetOf([titles, row({ Markup: 1 })]));
    const sent = await files('POST', `/product/${Id}/markupitem/upload`, sheet);
    expect([sent.status, sent.body.ErrorMessages[0]]).toEqual([422, said]);
    expect((await pricing('PUT', '/product/markup', { ProductId: Id, MaxMarkup: 1 })).status).toBe(422);
  });
});
