/**
 * The rights, limits and orders of the declarations, as tables that a person reads in the diff of a change.
 * Tests that take their expectations from the declarations cannot notice a wrong feature or a moved limit.
 * After an intended change: `npx vitest run --project declarations tests/declarations/tables.test.ts -u`.
 */
import { expect, it } from 'vitest';
import type { Access, EntityModel, FieldModel, Sort } from '#engine';
import defaults from '../../base/schemas/defaults.json';
import { realDeclarations, realModel } from './realModel.ts';

const systemFields = defaults.systemFields;
const open = new Set(['login', 'public', 'nobody']);
const openKeys = new Set(['access', 'view', 'create', 'update', 'remove', 'write', 'to']);
const isElsewhere = (file: string) => /\/(messages|lookups)\/|access\/|seed|cases\.json$|demo/.test(file);

type Site = { readonly of: string; readonly at: string };

/** Every place that names a feature, by ids instead of positions. */
function sitesIn(value: unknown, at: string, key = ''): readonly Site[] {
  if (typeof value === 'string') return featuresIn(value, key).map((of) => ({ of, at }));
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([name, one]) => sitesIn(one, `${at}/${name}`, name));
  return value.flatMap((one, index) =>
    sitesIn(one, typeof one === 'string' ? at : `${at}/${nameOf(one) ?? index}`, key),
  );
}

function featuresIn(text: string, key: string): readonly string[] {
  if (realModel().features.has(text) || (open.has(text) && openKeys.has(key))) return [text];
  return [...text.matchAll(/\$can\(["']([\w.]+)["']\)/g)].map(([, feature = '']) => feature);
}

function nameOf(value: unknown): string | undefined {
  const members = (value ?? {}) as Readonly<Record<string, unknown>>;
  for (const name of ['id', 'route', 'name', 'field', 'path', 'key', 'title', 'label', 'type'])
    if (typeof members[name] === 'string') return `${members[name]}`.replaceAll('/', '|');
  return undefined;
}

it('who may do what: every place that names a feature', async () => {
  const sites = realDeclarations()
    .set.files.filter(({ file }) => !isElsewhere(file))
    .flatMap(({ file, json }) =>
      sitesIn(json, file.replace(/^(base\/|extensions\/[^/]+\/)?(schemas|screens)\//, '')),
    );
  const features = [...realModel().features.keys(), ...open];
  const unused = features.filter((feature) => !sites.some(({ of }) => of === feature));
  expect(unused.length, unused.join()).toBeLessThan(12);
  const lines = features.flatMap((feature) => [
    feature,
    ...sites
      .filter(({ of }) => of === feature)
      .map(({ at }) => `  ${at}`)
      .sort(),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/rights.txt');
});

it('the features of each role', async () => {
  const lines = [...realModel().roles.values()].flatMap(({ id, features }) => [
    id,
    ...[...features].sort().map((feature) => `  ${feature}`),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/roles.txt');
});

it('the values of each field: limits, scales, defaults, and which may be empty', async () => {
  const lines = [...realModel().entities.values()].flatMap((entity) => [
    entity.id,
    ...boundsOf(entity).map((bound) => `  ${bound}`),
    ...[...entity.fieldByPath.values()].filter(({ name }) => !(name in systemFields)).flatMap(lineOf),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/limits.txt');
});

const boundsOf = ({ unique, ones, atMost, maxBytes, order, removal }: EntityModel): readonly string[] => [
  ...unique.map(({ id, fields, within, collation, anyOrder }) =>
    [`unique ${id}:`, fields, 'within', within, collation, anyOrder ? 'any order' : ''].join(' ').trim(),
  ),
  ...ones.map(({ field, within }) => `one ${field} within ${within}`),
  ...atMost.map(({ count, per }) => `at most ${count} per ${per}`),
  ...(maxBytes === undefined ? [] : [`at most ${maxBytes} bytes`]),
  ...(order ? [`order ${order.field} within ${order.within}`] : []),
  ...removal.map(
    ({ id, referencedBy }) =>
      `removal ${id}: ${referencedBy ? `${referencedBy.entity} ${referencedBy.path}` : 'rules'}`,
  ),
];

function lineOf(field: FieldModel): readonly string[] {
  const { limits, scale, required, readOnly, createOnly, file, schema } = field;
  const isText = field.kind === 'text' && schema.format !== undefined;
  const facts = [
    ...(isText ? [`format ${schema.format}`] : []),
    ...(required ? ['required'] : []),
    ...(readOnly ? ['read-only'] : []),
    ...(createOnly ? ['create only'] : []),
    ...Object.entries(limits).map(([name, value]) => `${name} ${value}`),
    ...(scale === undefined ? [] : [`scale ${scale}`]),
    ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
    ...(file ? [`file ${file.maxBytes} ${file.accept}`] : []),
  ];
  return facts.length === 0 ? [] : [`  ${field.path} ${field.kind}: ${facts.join(', ')}`];
}

it('the orders of lists and the lengths of their pages', async () => {
  const { routes, entities, settings } = realModel();
  const lists = routes.flatMap(({ method, path, sort, pageSize, include }) => [
    ...(sort.length > 0 || pageSize
      ? [`${method} ${path}: ${sortText(sort)}${pageSize ? ` by ${pageSize}` : ''}`]
      : []),
    ...include
      .filter((one) => one.sort.length > 0)
      .map((one) => `${method} ${path} ${one.name}: ${sortText(one.sort)}`),
  ]);
  const options = [...entities.values()].flatMap(({ rules }) =>
    rules.options
      .filter(({ sort, pageSize, minimumLength }) => sort.length > 0 || pageSize || minimumLength)
      .map(
        ({ id, sort, pageSize = '-', minimumLength = '-' }) =>
          `${id}: ${sortText(sort)} by ${pageSize} after ${minimumLength}`,
      ),
  );
  const screens = realDeclarations()
    .set.files.filter(({ file }) => /(^|\/)screens\//.test(file))
    .flatMap(({ file, json }) => [...ordersIn(json, file)]);
  const lines = [`settings: ${JSON.stringify(settings)}`, ...lists, ...options, ...screens];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/orders.txt');
});

const sortText = (sort: readonly Sort[]) =>
  sort.map(({ path, direction }) => `${direction === 'desc' ? '-' : ''}${path}`).join(', ');

const orderKeys = new Set(['sort', 'pageSize', 'delay', 'minimumLength', 'limit', 'maximum', 'every']);

/** Orders, page sizes and delays that screens declare. */
function* ordersIn(value: unknown, at: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    const key = Array.isArray(value) ? (nameOf(one) ?? name) : name;
    if (orderKeys.has(name)) yield `${at}/${key}: ${JSON.stringify(one)}`;
    yield* ordersIn(one, `${at}/${key}`);
  }
}

it('who may take a step of a workflow, and from where', async () => {
  const accessText = (access: Access) => (access.kind === 'feature' ? access.anyOf.join(' ') : access.kind);
  const lines = [...realModel().entities.values()].flatMap(({ id, workflow }) =>
    (workflow?.transitions ?? []).map(
      (step) => `${id} ${step.id}: ${step.from} > ${step.to}, ${accessText(step.access)}`,
    ),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/steps.txt');
});
