/** A client generated from the description compiles, and refuses the same bodies as the server. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { formats } from '../../engine/text/formats.ts';
import { readChangeWrite } from '../support/readChangeWrite.ts';
import { type Answer, type Ask, model, startApp } from './support/startApp.ts';

let admin: Ask;
let document: Answer['body'];
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
for (const [name, test] of Object.entries(formats)) ajv.addFormat(name, test);
// Inside the repository, where the compiler finds its settings.
const folder = mkdtempSync(path.resolve('node_modules/.client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  admin = await (await startApp({ store: 'memory' })).as('admin');
  document = (await admin('GET', '/openapi.json')).body;
  ajv.addSchema({ $id: 'doc', ...document });
});

const program = `
import type { components, paths } from './client.d.ts';

type Page = paths['/api/product']['get']['responses']['200']['content']['application/json'];
type Update = NonNullable<paths['/api/product']['put']['requestBody']>['content']['application/json'];
type Create = NonNullable<paths['/api/product/plan']['post']['requestBody']>['content']['application/json'];
declare function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;

// Read, change, write.
export async function rename(): Promise<number> {
  const page = await call<Page>('GET', '/api/product');
  const [product] = page.Items;
  if (!product) return page.TotalItems;
  const id: string = product.Id;
  const update: Update = { Id: id, Revision: product.Revision, Name: product.Name.trim(), BrandId: product.BrandId };
  const stored = await call<components['schemas']['product']>('PUT', '/api/product', update);
  const whole: Update = { ...stored, Description: 'changed' };
  const plan: Create = { ProductId: id, Name: 'Gold' };
  await call('POST', '/api/product/plan', plan);
  return stored.Revision + Object.keys(whole).length;
}

// @ts-expect-error: the record to change is named
export const nameless: Update = { Name: 'x' };
// @ts-expect-error: no such field
export const unknown: Update = { Id: 'x', Colour: 'red' };
// @ts-expect-error: a plan has a product
export const orphan: Create = { Name: 'Gold' };
// @ts-expect-error: an id is never null
export const idless: components['schemas']['product']['Id'] = null;
`;

it('a generated client reads, changes and writes every record, and does not compile with a wrong body', () => {
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document));
  const generator = path.resolve('tests/support/generateClient.mjs');
  execFileSync('node', [generator, 'openapi.json', 'client.d.ts'], { cwd: folder, stdio: 'pipe' });
  writeFileSync(path.join(folder, 'program.ts'), program);
  const everyWrite = readChangeWrite(model, document);
  writeFileSync(path.join(folder, 'everyWrite.ts'), everyWrite.text);
  expect(everyWrite.count).toBeGreaterThan(60);
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--noEmit', '--skipLibCheck', '--ignoreConfig', '--target', 'es2022'];
  const options = [
    ...strict,
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
  ];
  expect(
    told(() => execFileSync('node', [compiler, ...options, 'program.ts', 'everyWrite.ts'], { cwd: folder })),
  ).toBe('');
});

it('redocly finds nothing wrong with the description', () => {
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document));
  const redocly = path.resolve('node_modules/@redocly/cli/bin/cli.js');
  // Without telemetry.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [redocly, 'lint', '--extends=recommended', '--format=json', 'openapi.json'];
  const said = told(() => execFileSync('node', args, { cwd: folder, env, stdio: 'pipe', maxBuffer: 1e8 }));
  const { totals, problems } = JSON.parse(said.slice(said.indexOf('{')));
  const rules = [...new Set(problems.map(({ ruleId }: { ruleId: string }) => ruleId))].sort();
  // Paths are those of the specification, and each entity has its schemas even if no path names them.
  expect([totals.errors, rules]).toEqual([0, ['info-license', 'no-ambiguous-paths', 'no-unused-components']]);
});

/** What a program says when it fails. */
function told(run: () => Buffer): string {
  try {
    return run().toString();
  } catch (error) {
    const { stdout, message } = error as Error & { readonly stdout?: Buffer };
    return stdout?.toString() || message;
  }
}

const entities = [
  'product',
  'plan',
  'coverage-item',
  'agreement-document',
  'product-type',
  'limit-of-liability',
];

it('examples are valid by the schema and by the server', async () => {
  for (const name of entities) {
    const { judge, example } = bodyOf(name);
    expect(judge(example), `${name}: ${JSON.stringify(judge.errors)}`).toBe(true);
    expect(await complaints(name, example, Object.keys(example)), name).toEqual([]);
  }
});

it('the schema of a body and the server refuse the same bodies', async () => {
  const different: string[] = [];
  let tried = 0;
  for (const name of entities) {
    const { judge, example, schema } = bodyOf(name);
    for (const [member, of] of Object.entries<Answer['body']>(schema.properties)) {
      // Fields that rules clear while they do not apply are not checked.
      const isOpen = of.type === undefined || /^(\$.*|Id|Revision)$/.test(member);
      if (isOpen || governed(name).includes(member)) continue;
      for (const value of valuesFor(of)) {
        const { [member]: _, ...rest } = example;
        const body = value === absent ? rest : { ...rest, [member]: value };
        tried += 1;
        const [bySchema, byServer] = [judge(body), (await complaints(name, body, [member])).length === 0];
        if (bySchema !== byServer)
          different.push(
            `${name}.${member} = ${JSON.stringify(value) ?? 'absent'}: schema ${bySchema}, server ${byServer}`,
          );
      }
    }
    const extra = { ...example, Nonsense: 1 };
    expect([judge(extra), (await complaints(name, extra, [])).length], name).toEqual([false, 1]);
  }
  expect(different).toEqual([]);
  expect(tried).toBeGreaterThan(300);
});

const governed = (name: string): readonly string[] =>
  (model.entities.get(name)?.rules.state ?? [])
    .filter(({ slot }) => slot === 'relevant')
    .flatMap(({ fields }) => fields);

const absent = Symbol('absent');

/** Values of every type, and just beyond each limit. */
function valuesFor({ maxLength, minimum, maximum, type }: Answer['body']): readonly unknown[] {
  const types = [type].flat();
  const beyond = [
    ...(maxLength && maxLength < 10_000 ? ['x'.repeat(maxLength + 1)] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
  const others = [7, true, ['x']].filter(
    (value) => !types.includes(Array.isArray(value) ? 'array' : typeof value),
  );
  // An object is reduced to its Id, and empty is the same as null.
  return [absent, null, ...others.filter((value) => !(value === 7 && types.includes('integer'))), ...beyond];
}

function bodyOf(name: string) {
  const schema = document.components.schemas[`${name}.create`];
  const judge = ajv.compile({ $ref: `doc#/components/schemas/${name}.create` });
  return { schema, judge, example: schema.examples[0] as DataRecord };
}

/** The server's errors about the shape of these members; business rules are ignored. */
async function complaints(
  name: string,
  body: DataRecord,
  members: readonly string[],
): Promise<readonly string[]> {
  const { status, body: answer } = await admin('POST', `/validate/${name}`, body);
  if (status !== 200) return [`${status} ${answer.Message}`];
  return answer.Errors.filter(
    ({ Key, Rule }: { Key: string; Rule: string }) =>
      Rule.startsWith('validation.') && members.includes(Key.split('.')[0] as string),
  ).map(({ Key, Rule }: { Key: string; Rule: string }) => `${Key} ${Rule}`);
}
