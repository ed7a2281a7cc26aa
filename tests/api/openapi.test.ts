import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, it } from 'vitest';
import { compileValidators } from '#engine';
import { createWebPorts } from '#server/app';
import type { Endpoint } from '../../server/http/Endpoint.ts';
import { documentJudge } from './support/documentJudge.ts';
import { getAddresses, liveEndpoints } from './support/getAddresses.ts';
import { pathShape } from './support/pathShape.ts';
import { type Answer, type Ask, model, type Running, startApp } from './support/startApp.ts';

let app: Running;
let admin: Ask;
let document: Answer['body'];
let endpoints: readonly Endpoint[] = [];
let judgeOf: ReturnType<typeof documentJudge>;

beforeAll(async () => {
  app = await startApp({ store: 'memory' });
  admin = await app.as('admin');
  document = (await (await app.as('viewer'))('GET', '/openapi.json')).body;
  judgeOf = documentJudge(document);
  endpoints = liveEndpoints(app, createWebPorts());
});

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });

/** Work that someone started. */
async function aJob(): Promise<string> {
  const record = {
    Id: '01900000-0000-7000-8000-00000000000a',
    Revision: 1,
    Kind: 'copy',
    Status: 'done',
    StartedBy: 'admin',
    Features: 'login',
    CreatedDate: '2026-11-20T15:00:00.000Z',
    FinishedDate: '2026-11-20T15:00:01.000Z',
  };
  await app.store.transaction(async (session) => session.insert('job', record));
  return record.Id;
}

/** A finished job, as its starter is notified of it. */
async function aNotification(Id: string): Promise<string> {
  const [UserId, FinishedDate] = [(await admin('GET', '/session')).body.User.Id, '2026-11-20T15:00:01.000Z'];
  const told = { Kind: 'copy', Title: 'notification.copy', Outcome: 'done', FindingCount: 0, FinishedDate };
  await app.store.insert('notification', { Id, UserId, ...told, Revision: 1 });
  return Id;
}

/** A pending invitation. */
async function aLetter(): Promise<string> {
  const sent = { UserName: 'invited', DisplayName: 'Invited', Email: 'invited@example.com' };
  const { Id } = (await admin('POST', '/user', sent)).body;
  await admin('POST', `/user/${Id}/link`);
  return (await admin('GET', '/letter')).body.Items[0].Id;
}

/** A publication. */
async function aRelease(): Promise<number> {
  const put = await admin('PUT', '/configure/draft/field/product.Colour', {
    type: 'text',
    title: texts('Colour'),
  });
  const { status, body } = await admin('POST', '/configure/publish', { Note: 'x' });
  expect([put.status, status], JSON.stringify(body)).toEqual([200, 201]);
  return body.Number;
}

/** Calls whose ids are related differently than the path says. */
async function pickedAddresses(): Promise<Record<string, string>> {
  const inDesign = 'FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=InDesign';
  const [product] = (await admin('GET', `/product?pageSize=1&${inDesign}`)).body.Items;
  const { Templates } = (await admin('GET', `/dynamicviews/${product.Id}`)).body;
  const filled = Templates.map((one: object) => ({ ...one, Html: '<p>Terms</p>' }));
  const saved = await admin('PUT', `/dynamicviews/${product.Id}`, { Templates: filled });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const [code] = (await app.store.find({ entity: 'eligibility-code' })).items;
  return {
    '/dynamicviews/{id}/preview/{language?}': `/dynamicviews/${product.Id}/preview`,
    '/product/producteligibility/code/{code}': `/product/producteligibility/code/${code?.CodeName}`,
  };
}

/** The path with the parameter names of the description. */
const described = (path: string): string =>
  Object.keys(document.paths).find((one) => pathShape(one) === pathShape(path)) ?? path;

const spellings = (path: string) => {
  const optional = /^(.*)\/\{([^}]+)\?\}$/.exec(path);
  return optional ? [`${optional[1]}`, `${optional[1]}/{${optional[2]}}`] : [path];
};

it('is OpenAPI 3.1 with every declared route in it', () => {
  expect(document.openapi).toBe('3.1.0');
  const missing = model.routes.flatMap((route) =>
    spellings(route.path)
      .filter((path) => document.paths[described(`/api${path}`)]?.[route.method.toLowerCase()] === undefined)
      .map((path) => `${route.method} ${path}`),
  );
  expect(missing).toEqual([]);
});

it('each operation has its own id, its parameters, an answer and the error shape', () => {
  const ids = new Set<string>();
  for (const [path, methods] of Object.entries<Record<string, Answer['body']>>(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const at = `${method} ${path}`;
      expect(ids.has(operation.operationId), at).toBe(false);
      ids.add(operation.operationId);
      const inPath = operation.parameters
        .filter((one: { in: string }) => one.in === 'path')
        .map((one: { name: string }) => one.name);
      expect(inPath, at).toEqual([...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name));
      expect(
        Object.keys(operation.responses).some((status) => /^[23]/.test(status)),
        at,
      ).toBe(true);
      expect(Object.values(operation.responses), at).toContainEqual({ $ref: '#/components/responses/Error' });
      // Orval writes a range such as 4XX into a client that does not compile.
      const ranges = Object.keys(operation.responses).filter((status) => !/^(\d{3}|default)$/.test(status));
      expect(ranges, at).toEqual([]);
    }
  }
});

it('every $ref resolves, and every schema is JSON Schema 2020-12', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref as string);
  const at = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce((value, name) => value?.[name], document);
  expect(refs.filter((ref) => at(ref) === undefined)).toEqual([]);
  const ajv = new Ajv2020({ strict: false });
  for (const [name, schema] of Object.entries(document.components.schemas))
    expect(ajv.validateSchema(schema as object), name).toBe(true);
});

it('has every call the server answers, and no other', () => {
  const live = endpoints.flatMap(({ method, path }) =>
    spellings(path).map((each) => `${method} ${pathShape(`/api${each}`)}`),
  );
  const inDocument = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${pathShape(path)}`),
  );
  // Each once, so that a generated client has no two calls for one address.
  expect([...new Set(live)].sort()).toEqual(inDocument.sort());
});

async function aView(): Promise<string> {
  const Choices = { filters: {}, sort: [], hidden: [], widths: {}, order: [], pinned: [], density: 'normal' };
  return (await admin('POST', '/view', { List: 'products#products', Name: 'All', Choices })).body.Id;
}

/** A formula, and a card with its prices. */
/** A service account with a key. */
async function keyAddresses(): Promise<Record<string, string>> {
  const made = await admin('POST', '/serviceaccount', { Name: 'Described', Features: ['Product.Menu'] });
  const at = `/serviceaccount/${made.body.Id}`;
  expect((await admin('POST', `${at}/key`)).status).toBe(201);
  return { '/serviceaccount/{id}': at, '/serviceaccount/{ServiceAccountId}/key': `${at}/key` };
}

async function webhookAddresses(): Promise<Record<string, string>> {
  const hook = { Name: 'Described', Url: 'https://example.com/hook', Entities: ['product'], Events: [1] };
  const { body } = await admin('POST', '/webhook', hook);
  const at = `/webhook/${body.Id}`;
  return { '/webhook/{id}': at, '/webhook/{WebhookId}/delivery': `${at}/delivery` };
}

async function mailTemplateAddresses(): Promise<Record<string, string>> {
  const texts = { SubjectEnglish: 'x', SubjectFrench: 'x', TextEnglish: 'x', TextFrench: 'x' };
  const template = { Name: 'Described', Code: 'described', Entity: 'product', ...texts };
  const { body } = await admin('POST', '/mailtemplate', template);
  return { '/mailtemplate/{id}': `/mailtemplate/${body.Id}` };
}

async function pricingAddresses(): Promise<Record<string, string>> {
  const { Items } = (await admin('GET', '/product?pageSize=0')).body;
  const product = Items.find(({ Code }: { Code: string }) => Code === 'SMT-KEY-30').Id;
  const [bucket] = (await admin('GET', '/pricing/buckets')).body.Items;
  const Steps = [{ Name: 'a', Expression: "$factor('Factor.BaseRate')", PriceBucketId: bucket.Id }];
  await admin('PUT', `/pricing/product/${product}/formula`, { Steps });
  const cards = `/pricing/product/${product}/ratecard`;
  const card = `${cards}/${(await admin('POST', cards, { Name: 'Prices' })).body.Id}`;
  const { JobId } = (await admin('POST', `${card}/generate`, {})).body;
  while ((await admin('GET', `/job/${JobId}`)).body.Status === 'running')
    await new Promise((resolve) => setImmediate(resolve));
  const dealer = (await app.store.find({ entity: 'dealer' })).items[0]?.Id;
  const adjustment = (await admin('POST', '/pricing/adjustment', { Name: 'Up', Change: 1 })).body.Id;
  await admin('POST', `/pricing/adjustment/${adjustment}/products`, { ProductIds: [product] });
  return {
    '/pricing/adjustment/{id}': `/pricing/adjustment/${adjustment}`,
    '/pricing/adjustment/{id}/products': `/pricing/adjustment/${adjustment}/products`,
    '/pricing/adjustment/{id}/downloadratecards': `/pricing/adjustment/${adjustment}/downloadratecards`,
    '/profile/dealer/dealerratecards/{dealerId}': `/profile/dealer/dealerratecards/${dealer}`,
    '/pricing/product/{productId}/pricingpdf/{rateCardId}/{profileId}/{plan}': `/pricing/product/${product}/pricingpdf/${card.split('/').at(-1)}/${dealer}/KeyStandard`,
    '/pricing/product/{productId}/formula': `/pricing/product/${product}/formula`,
    '/pricing/product/{productId}/ratecard': cards,
    '/pricing/product/{productId}/ratecard/{rateCardId}': card,
    '/pricing/product/{productId}/ratecard/{rateCardId}/export/csv': `${card}/export/csv`,
    '/pricing/product/{productId}/ratecard/{rateCardId}/export/xlsx': `${card}/export/xlsx`,
  };
}

/** A record with a comment that was edited, a follower, a file, and records that refer to it. */
async function activityAddresses(id: string): Promise<Record<string, string>> {
  const at = `/activity/product/${id}`;
  const { body: me } = await admin('GET', '/session');
  const mentions = [me.Id ?? me.User?.Id].filter(Boolean);
  const { body: made } = await admin('POST', `${at}/comment`, { Text: 'First', Mentions: mentions });
  await admin('PUT', `${at}/comment/${made.Id}`, { Text: 'Second', Mentions: mentions });
  await admin('PUT', `${at}/follower`);
  const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  await admin('POST', `${at}/file`, pdf, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="a.pdf"',
  });
  const all = '/activity/{entity}/{id}';
  return {
    ...{ [all]: at, [`${all}/related/{of}`]: `${at}/related/plan.ProductId` },
    ...{ [`${all}/comment/{commentId}/version`]: `${at}/comment/${made.Id}/version` },
    ...Object.fromEntries(
      ['comment', 'reader', 'follower', 'file', 'related'].map((name) => [`${all}/${name}`, `${at}/${name}`]),
    ),
  };
}

it('the answer of every GET matches its description', async () => {
  const product = (await admin('GET', '/product?pageSize=1')).body.Items[0];
  const file = await app.store.find({ entity: 'file', page: { number: 1, size: 1 } });
  const fileId = file.items[0]?.Id;
  const Token = (await admin('GET', `/File/token/${fileId}`)).body.Token;
  const released = await aRelease();
  const job = await aJob();
  const person = (await app.store.find({ entity: 'user', page: { number: 1, size: 1 } })).items[0]?.Id;
  await admin('PUT', '/configure/draft/entity/crate', { title: texts('Crate'), plural: texts('Crates') });
  const fixed = {
    '/File/token/{fileId}': `/File/token/${fileId}`,
    '/File/{fileId}': `/File/${fileId}?token=${Token}`,
    '/preference/{key}': '/preference/x',
    '/view/{viewId}': `/view/${await aView()}`,
    '/letter/{id}': `/letter/${await aLetter()}`,
    '/history/{entity}/{id}': `/history/product/${product.Id}`,
    '/job/{jobId}': `/job/${job}`,
    '/notification/{notificationId}/findings': `/notification/${await aNotification(job)}/findings`,
    '/component/type/{type}/category/{category}': '/component/type/Service/category/Maintenance',
    '/configure/draft/entity/{name}/dependents': '/configure/draft/entity/crate/dependents',
    '/configure/draft/uses': '/configure/draft/uses?of=field:product.Name',
    '/print/{entity}': '/print/product',
    '/print/{entity}/{id}': `/print/product/${product.Id}`,
    '/import/{entity}': '/import/licence-rule',
    '/import/{entity}/template': '/import/licence-rule/template?format=csv',
    '/configure/draft/rows': '/configure/draft/rows?entity=product&person=configurator',
    '/configure/draft/steps': '/configure/draft/steps?entity=product&person=configurator',
    '/configure/releases/{number}': `/configure/releases/${released}`,
    '/configure/releases/{number}/review': `/configure/releases/${released}/review`,
    '/product/getproductdocumentgroupsbyproductid/{ProductId}': `/product/getproductdocumentgroupsbyproductid/${product.Id}`,
    '/product/{productId}/productrelationship': `/product/${product.Id}/productrelationship`,
    '/pricing/product/{productId}/formula': `/pricing/product/${product.Id}/formula`,
    ...profileAddresses,
    '/product/{productId}/lienholders': `/product/${product.Id}/lienholders`,
    '/product/{productId}/lienholdergroups': `/product/${product.Id}/lienholdergroups`,
    ...(await pickedAddresses()),
    ...(await pricingAddresses()),
    ...(await keyAddresses()),
    ...(await webhookAddresses()),
    ...(await mailTemplateAddresses()),
    '/approval/record/{entity}/{id}': `/approval/record/product/${product.Id}`,
    ...(await activityAddresses(product.Id)),
    '/signinprovider/{id}': `/signinprovider/${await aProvider()}`,
    '/user/{UserId}/passkey': `/user/${person}/passkey`,
    '/user/{UserId}/signinidentity': `/user/${person}/signinidentity`,
    '/configure/automations/hooks/{name}': '/configure/automations/hooks/product.received',
    '/sign-in/{key}/callback': '/sign-in/nowhere/callback?state=x',
  };
  const wrong: string[] = [];
  for (const { path, address } of await getAddresses(app, endpoints, fixed)) {
    // No shipped field names a person; tests/api/personFields.test.ts asks about its own.
    if (/^\/(events|changes\/stream|ratecards)$/.test(path) || path === '/person/{field}') continue;
    // No shipped entity has a public form; tests/api/publicForms.test.ts asks about its own.
    if (path.startsWith('/publicforms/{address}')) continue;
    // No shipped entity has a roll-up or lookup; tests/api/linkedValues.test.ts asks about its own.
    if (path.startsWith('/linked/')) continue;
    // Answers tokens only; tests/api/reportDeliveries.test.ts asks with one.
    if (path === '/unsubscribe') continue;
    // Answers keys only; tests/api/scim.test.ts asks with one.
    if (path.startsWith('/scim/v2')) continue;
    // The seed has no pictures; tests/api/branding.test.ts asks for its own.
    if (path === '/branding/picture/{fileId}') continue;
    if (address === undefined) wrong.push(`${path}: the seed has nothing to ask it about`);
    else wrong.push(...(await faultsOf(path, address)));
  }
  expect(wrong).toEqual([]);
});

async function aProvider(): Promise<string> {
  const named = { Name: 'Directory', LabelFrench: 'Annuaire', ClientId: 'formwright' };
  const { body } = await admin('POST', '/signinprovider', { ...named, Issuer: 'https://login.example.com' });
  return body.Id;
}

/** Searches by text, and records found by a number or a name. */
const barrie = '/profile/dealer/2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const profileAddresses = {
  '/profile/dealer/{DealerId}/paymentmethods/bankaccount': `${barrie}/paymentmethods/bankaccount`,
  '/profile/dealer/{dealerId}/training': `${barrie}/training`,
  '/profile/dealer/{dealerId}/conference': `${barrie}/conference`,
  '/profile/dealer/{DealerId}/agreement': `${barrie}/agreement`,
  '/profile/dealer/{dealerid}/assignableagreements': `${barrie}/assignableagreements`,
  '/profile/dealer/{DealerId}/lienholder': `${barrie}/lienholder`,
  '/profile/dealer/{DealerId}/product': `${barrie}/product`,
  '/profile/dealer/{dealerId}/dealershipsalehistory': `${barrie}/dealershipsalehistory`,
  '/profile/dealer/{dealerId}/dealershipsaletypes': `${barrie}/dealershipsaletypes`,
  '/profile/dealer/{DealerId}/paymentmethods/paymentcard': `${barrie}/paymentmethods/paymentcard`,
  '/profile/dealer/oemproduct/{DealerId}': '/profile/dealer/oemproduct/2b1ca49b-997d-5fc0-a607-edbbb5b188d9',
  '/profile/dealer/thirdpartyproduct/{DealerId}':
    '/profile/dealer/thirdpartyproduct/2b1ca49b-997d-5fc0-a607-edbbb5b188d9',
  '/profile/employee/{EmployeeId}/license': '/profile/employee/52c67326-6498-5fe3-8f66-c7e5cffed5b8/license',
  '/profile/user/{userid}/roles': '/profile/user/3554faca-c99c-5f37-8842-cec1993180f8/roles',
  '/profile/user/{userid}/roles/external':
    '/profile/user/3554faca-c99c-5f37-8842-cec1993180f8/roles/external',
  '/profile/departments/{profileId}': '/profile/departments/2b1ca49b-997d-5fc0-a607-edbbb5b188d9',
  '/profile/positions/{profileId}': '/profile/positions/2b1ca49b-997d-5fc0-a607-edbbb5b188d9',
  '/profile/usersupervisoratdealer/{dealerProfileId}':
    '/profile/usersupervisoratdealer/2b1ca49b-997d-5fc0-a607-edbbb5b188d9',
  '/profile/usersupervisorforemployee/{employeeProfileId}':
    '/profile/usersupervisorforemployee/093c7ef1-0518-561c-8c5e-116793f5a157',
  '/profile': '/profile?FilterProperty=ProfileTypeId&FilterOperator=eq&FilterValue=3',
  '/profile/profiletypes/{profiletype}': '/profile/profiletypes/1',
  '/profile/lookup/{type}': '/profile/lookup/country',
  '/profile/labourratetype/{labourratetypeid}/subclasses': '/profile/labourratetype/1/subclasses',
  '/profile/dealers/{searchText}': '/profile/dealers/north',
  '/profile/dealer/dealersbytradingname/{name}': '/profile/dealer/dealersbytradingname/north',
  '/profile/dealer/dealersbytradingnamesearch/{name}': '/profile/dealer/dealersbytradingnamesearch/north',
  '/profile/associateddealersbyname/{dealerProfileId}/{name}':
    '/profile/associateddealersbyname/2b1ca49b-997d-5fc0-a607-edbbb5b188d9/north',
  '/profile/dealer/{dealerId}/lienholdersnear': `${barrie}/lienholdersnear?range=-1`,
  '/profile/dealer/lienholders/local': '/profile/dealer/lienholders/local?tradingName=pra',
  '/profile/dealer/getlienholderaddresses': '/profile/dealer/getlienholderaddresses?name=pra',
  '/profile/dealer/getlienholderaddress': '/profile/dealer/getlienholderaddress?institution=001&branch=00011',
  '/profile/brand/{brandId}/location/{BrandAccountNumber}':
    '/profile/brand/22b32d85-cc61-5af7-9011-9dafa0e3b3fe/location/NL-4410',
};

/** Violations of the schema of its path in an answer. */
async function faultsOf(path: string, address: string): Promise<readonly string[]> {
  const answer = await admin('GET', address);
  const [spelling] = spellings(path.replace(/\/$/, '')).filter(
    (each) => each.split('/').length === (address.split('?')[0] ?? '').split('/').length,
  );
  const inDocument = described(`/api${spelling}`);
  const { responses } = document.paths[inDocument].get;
  if (!responses[answer.status]) return [`${address}: ${answer.status} ${JSON.stringify(answer.body)}`];
  if (!responses[answer.status].content?.['application/json']) return [];
  const validate = judgeOf(['paths', inDocument, 'get', 'responses', String(answer.status)]);
  if (validate(answer.body)) return [];
  const told = validate.errors?.slice(0, 2).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [`${address}: ${told}`];
}

it('no answer is described as an object without members', () => {
  const open = Object.entries<Record<string, Answer['body']>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => responses[status].content?.['application/json'])
        .filter((status) => judgeOf(['paths', path, method, 'responses', status])({}))
        .map(() => `${method.toUpperCase()} ${path}`),
    ),
  );
  // A query answers like the path in it, and browser preferences may hold anything.
  expect(open).toEqual(['POST /api/query', 'GET /api/preference/{key}', 'PUT /api/preference/{key}']);
});

it('says who may call what', () => {
  expect(document.paths['/api/product'].post['x-features']).toEqual(['Product.New.Create']);
  expect(document.paths['/api/health'].get.security).toEqual([]);
});

it('lists the limits that the server enforces', () => {
  const { properties } = document.components.schemas['product.update'];
  expect(properties.Name).toMatchObject({ maxLength: 256 });
  expect(compileValidators(model).product?.Name?.('n'.repeat(257))).toHaveLength(1);
});
