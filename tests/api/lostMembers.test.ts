/** A write succeeds only if everything in its body is stored or was stored before. */
import { beforeAll, expect, it } from 'vitest';
import type { DataRecord, FieldModel, RouteModel } from '#engine';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

let app: Running;
let admin: Ask;

beforeAll(async () => {
  app = await startApp({ store: 'memory' });
  admin = await app.as('admin');
});

/** Calls that write some fields of a record, or only their own parameters. */
const partial = model.routes.filter(
  ({ operation, method, fields, bodyField, any, body }) =>
    operation === 'update' && method !== 'DELETE' && fields && !bodyField && !any && !body,
);

/** A plain value that the call does not write, and another one of its type. */
function otherValue(route: RouteModel, record: DataRecord): readonly [string, unknown] | undefined {
  const entity = model.entities.get(route.entity);
  const open = (field: FieldModel): boolean =>
    field.stored &&
    !field.readOnly &&
    ['text', 'boolean'].includes(field.kind) &&
    !route.fields?.includes(field.name) &&
    !entity?.rules.values.some((rule) => rule.field === field.name);
  const field = entity?.fields.find(open);
  if (!field) return undefined;
  return [field.name, field.kind === 'boolean' ? record[field.name] !== true : 'Something else'];
}

function addressOf({ path, bind, idParameter }: RouteModel, record: DataRecord): string | undefined {
  const nameOf = (parameter: string) => (parameter === idParameter ? 'Id' : bind[parameter]);
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
  if (names.some((name) => !record[nameOf(name) ?? ''])) return undefined;
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => String(record[nameOf(name) ?? '']));
}

it('a field that the call does not write is refused by name, and accepted if unchanged', async () => {
  const lost: string[] = [];
  let tried = 0;
  for (const route of partial) {
    const [record] = (await app.store.find({ entity: route.entity, page: { number: 1, size: 1 } })).items;
    const other = record && otherValue(route, record);
    const address = record && addressOf(route, record);
    if (!record || !other || !address) continue;
    const [name, value] = other;
    const { status, body } = await admin(route.method, address, { Id: record.Id, [name]: value });
    if (status < 300) lost.push(`${route.method} ${route.path} answers ${status} and loses ${name}`);
    const isSaid = status !== 422 || JSON.stringify(body.ValidationErrors).includes(name);
    // Locked fields are reported by their own rule, which may concern the whole record.
    if (!isSaid && !body.ValidationErrors.length) lost.push(`${route.method} ${route.path}: ${body.Message}`);
    tried += 1;
  }
  expect(lost).toEqual([]);
  expect(tried).toBeGreaterThan(10);
});

it('an update cannot end a card, and refuses its status', async () => {
  const [dealer] = (await app.store.find({ entity: 'dealer', page: { number: 1, size: 1 } })).items;
  const path = `/profile/dealer/${dealer?.Id}/paymentmethods/paymentcard`;
  const { body: token } = await admin('POST', '/cardvault/temporarytoken', { Number: '4242 4242 4242 4242' });
  const { TemporaryToken } = token;
  const card = { CardHolderName: 'Ada', DisplayName: 'Fleet', Expiry: '12/30', TemporaryToken };
  const { body: whole } = await admin('POST', path, card);
  expect(whole.StatusId, JSON.stringify(whole)).toBe(1);
  const refused = await admin('PUT', path, { ...whole, StatusId: 2 });
  expect([refused.status, refused.body.ValidationErrors]).toMatchObject([
    422,
    [{ Path: '/StatusId', Rule: 'validation.not-written-here' }],
  ]);
  const french = await admin('PUT', path, { ...whole, StatusId: 2 }, { 'accept-language': 'fr-CA' });
  expect(french.body.Message).toContain('ne peut pas être modifié ici');
  expect((await admin('PUT', path, { ...whole, DisplayName: 'Fuel' })).status).toBe(200);
});

it('a parameter is not created with another type than was sent', async () => {
  const inDesign = 'FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=InDesign';
  const [product] = (await admin('GET', `/product?pageSize=1&${inDesign}`)).body.Items;
  const body = { Name: 'Length', SourceName: 'Test.Length', ParameterValueTypeId: 2, ParameterTypeId: 2 };
  const values = [{ Name: 'Short', IntValue: 12 }];
  const refused = await admin('POST', `/product/${product.Id}/parameter`, {
    ...body,
    ParameterValues: values,
  });
  expect(refused.status, JSON.stringify(refused.body)).toBe(422);
  expect(refused.body.ValidationErrors).toContainEqual(expect.objectContaining({ Path: '/ParameterTypeId' }));
});

it('fields that another call saves may be included, by declaration, and stay unchanged', async () => {
  const leaving = model.routes.filter(({ leaves }) => leaves);
  expect(leaving.length).toBeGreaterThan(1);
  for (const route of leaving) {
    const [address, stored] = await openRecord(route);
    const entity = model.entities.get(route.entity);
    for (const name of route.leaves ?? []) {
      if (entity?.fieldByPath.get(name)?.kind !== 'boolean') continue;
      const { status, body } = await admin(route.method, address, { [name]: stored[name] !== true });
      expect(status, `${route.path} ${name}: ${JSON.stringify(body)}`).toBe(200);
      const now = await app.store.get(route.entity, String(stored.Id));
      expect(now?.[name] ?? null, name).toBe(stored[name] ?? null);
    }
  }
});

/** One that the call may change. */
async function openRecord(route: RouteModel): Promise<readonly [string, DataRecord]> {
  const { items } = await app.store.find({ entity: route.entity, page: { number: 1, size: 30 } });
  for (const record of items) {
    const address = addressOf(route, record);
    if (address && (await admin(route.method, address, {})).status === 200) return [address, record];
  }
  throw new Error(`${route.path} changes no record.`);
}
