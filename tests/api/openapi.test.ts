import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, it } from 'vitest';
import { compileValidators } from '#engine';
import { type Answer, type Ask, model, startApp } from './support/startApp.ts';

let admin: Ask;
let document: Answer['body'];

beforeAll(async () => {
  const app = await startApp({ store: 'memory' });
  admin = await app.as('admin');
  document = (await (await app.as())('GET', '/openapi.json')).body;
});

const spellings = (path: string) => {
  const optional = /^(.*)\/\{([^}]+)\?\}$/.exec(path);
  return optional ? [`${optional[1]}`, `${optional[1]}/{${optional[2]}}`] : [path];
};

it('is OpenAPI 3.1 with every declared route in it', () => {
  expect(document.openapi).toBe('3.1.0');
  const missing = model.routes.flatMap((route) =>
    spellings(route.path)
      .filter(
        (path) =>
          document.paths[`/api${path.replace(/\/$/, '')}`]?.[route.method.toLowerCase()] === undefined,
      )
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
        Object.keys(operation.responses).some((status) => status.startsWith('2')),
        at,
      ).toBe(true);
      expect(Object.values(operation.responses), at).toContainEqual({ $ref: '#/components/responses/Error' });
    }
  }
});

it('every $ref leads somewhere, and every schema is JSON Schema 2020-12', () => {
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

it('answers are what it says they are', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, multipleOfPrecision: 8 });
  ajv.addSchema({ $id: 'doc', ...document });
  for (const entity of ['product', 'plan', 'brand', 'product-group', 'coverage-item', 'coverage-group']) {
    const route = model.routes.find(
      (one) => one.entity === entity && one.operation === 'find' && !one.path.includes('{'),
    );
    if (!route) continue;
    const { body } = await admin('GET', `${route.path}?pageSize=0`);
    const validate = ajv.compile({ $ref: `doc#/components/schemas/${entity}.page` });
    expect(validate(body), `${entity}: ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
    expect(body.Items.length).toBeGreaterThan(0);
  }
});

it('says who may call what', () => {
  expect(document.paths['/api/product'].post['x-features']).toEqual(['Product.New.Create']);
  expect(document.paths['/api/health'].get.security).toEqual([]);
});

it('knows the limits the server holds to', () => {
  const { properties } = document.components.schemas['product.input'];
  expect(properties.Name).toMatchObject({ maxLength: 256 });
  expect(compileValidators(model).product?.Name?.('n'.repeat(257))).toHaveLength(1);
});
