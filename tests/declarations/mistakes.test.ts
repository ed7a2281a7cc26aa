import { beforeAll, describe, expect, it } from 'vitest';
import { checkDeclarations, type FieldModel, type Finding, type ItemModel, widgetsOf } from '#engine';
import { iconNames, registry } from '#renderer';
import screenSchema from '../../engine/declaration/screen.schema.json' with { type: 'json' };
import { compiledOnce } from '../support/parseOnce.ts';
import { realDeclarations } from './realModel.ts';

// biome-ignore lint/suspicious/noExplicitAny: the point is to write what the types of the language forbid
type Json = any;

const limits = 'schemas/configuration/limit-of-liability';
const plan = 'screens/catalogue/plan-create.json';
const product = 'screens/catalogue/product.json';
const products = 'screens/catalogue/products.json';
const seeded = 'schemas/profiles/profile-note/seed.json';
const nobody = '01900000-0000-7000-8000-00000000dead';
const ruleOf = (json: Json, id: string) =>
  json.rules.find((rule: Json) => rule.id === `limit-of-liability.${id}`);
const routeOf = (json: Json, word: string) =>
  json.routes.find(({ route }: Json) => route.endsWith(`/${word}`));
const placeName = (json: Json, item: Json) => {
  json.blocks[0].sections[0].items[0] = { field: 'Name', ...item };
};

/** Each mistake on top of the shipped declarations: the file, its content, and the one finding. */
const mistakes: readonly (readonly [
  title: string,
  file: string,
  write: (json: Json) => void,
  message: string,
])[] = [
  [
    'a feature that is not there, in $can',
    `${limits}/behaviour.json`,
    (json) => Object.assign(ruleOf(json, 'product-locked'), { editable: "$can('Product.Generel.Edit')" }),
    'There is no feature Product.Generel.Edit.',
  ],
  [
    'a text of a seed in a language that there is not',
    'schemas/configuration/parameter/seed.json',
    (json) => {
      json.demo[0].$localized = { Name: { 'de-CH': 'Laufzeit' } };
    },
    'Write a text in one of fr-CA.',
  ],
  [
    'a field of a seed in another language that has one text only',
    'schemas/configuration/parameter/seed.json',
    (json) => {
      json.demo[0].$localized = { SourceName: { 'fr-CA': 'Durée' } };
    },
    'parameter has no text SourceName of several languages (x-localized).',
  ],
  [
    'a translation of a text that no record of the seed has',
    'schemas/profiles/theme/seed.json',
    (json) => {
      json.texts['fr-CA'].Name.Teal = 'Sarcelle';
    },
    'No record of this file has the text "Teal".',
  ],
  [
    'a record of a screen that no route gets',
    products,
    (json) => {
      json.data = { training: { entity: 'training', id: "'x'" } };
    },
    'No route gets one training by its id and the parameters of /products alone.',
  ],
  [
    'a condition on what an update shows',
    'schemas/pricing/rate-card/api.json',
    (json) => {
      json.routes.find((route: Json) => route.operation === 'update').where = "Name = 'A'";
    },
    '"where" belongs to a find or a get',
  ],
  [
    'a form that does not say whose record it is',
    'screens/pricing/rate-card-create.json',
    (json) => {
      delete json.blocks[0].owner;
    },
    'reads $owner. Say in "owner" which record of "data" that is.',
  ],
  [
    'an unknown icon',
    products,
    (json) => Object.assign(json.menu, { icon: 'parcel' }),
    'must be one of alert, archive,',
  ],
  ['an unknown widget', plan, (json) => placeName(json, { widget: 'texarea' }), 'There is no widget texarea'],
  [
    'an unknown option of a widget',
    plan,
    (json) => placeName(json, { widget: 'text', options: { rows: 3 } }),
    'The language has no word "rows" here.',
  ],
  [
    'an unknown option where no widget is named',
    plan,
    (json) => placeName(json, { options: { rows: 3 } }),
    'The language has no word "rows" here.',
  ],
  [
    'a widget that does not fit its field',
    plan,
    (json) => placeName(json, { widget: 'radio' }),
    'The widget radio is for choice; this field is text.',
  ],
  [
    'a message in an option that has no text',
    'screens/configuration/product-option.json',
    (json) => replaceAll(json, '"option.one-row"', '"option.one-rows"'),
    'The message option.one-rows has no text.',
  ],
  [
    'a member that rows do not have, in an option',
    'screens/configuration/product-option.json',
    (json) => replaceAll(json, '"x":"ParameterValue1Id"', '"x":"ParameterValueId"'),
    'The rows of OptionValues have no member ParameterValueId.',
  ],
  [
    'a parameter the address does not have, in a path',
    products,
    (json) => Object.assign(json.blocks[0], { open: '/products/{route.productId}' }),
    'this screen has no route.productId',
  ],
  [
    'a field the row does not have, in a path',
    products,
    (json) => Object.assign(json.blocks[0], { open: '/products/{ProductId}' }),
    'product has no field ProductId',
  ],
  [
    'a record where there is none, in a path',
    product,
    (json) => Object.assign(json.actions[0], { to: '/products/{Id}/copy/version' }),
    'no record is at hand here',
  ],
  [
    'a parameter the address does not have, in an expression',
    product,
    (json) => Object.assign(json.data.product, { id: '$route.Id' }),
    'There is no field Id here.',
  ],
  [
    'a word that means nothing on that kind of rule',
    `${limits}/behaviour.json`,
    (json) => Object.assign(ruleOf(json, 'plan-of-product'), { retain: 'stash' }),
    '"retain" means nothing here.',
  ],
  [
    'a word that is none, on a rule',
    `${limits}/behaviour.json`,
    (json) => Object.assign(ruleOf(json, 'plan-name'), { overide: true }),
    'The language has no word "overide" here.',
  ],
  [
    'a rule that says nothing',
    `${limits}/behaviour.json`,
    (json) => Object.assign(ruleOf(json, 'plan-name'), { value: undefined }),
    'It says none of relevant, required, editable, value, check, options, onUserChange, mirror, gather, insteadOf.',
  ],
  [
    'a path of options that nothing fills',
    `${limits}/behaviour.json`,
    (json) => Object.assign(ruleOf(json, 'plans').options, { find: '/product/{ProductId}/plan' }),
    'The list of options is the same for every record',
  ],
  [
    'one value set where a list is meant',
    'schemas/catalogue/coverage-item/behaviour.json',
    (json) => json.rules.push({ id: 'coverage-item.one', onUserChange: 'Name', set: { Components: "'x'" } }),
    'This must give list, but gives text.',
  ],
  [
    'a choice the lookup does not have, in a seed',
    'schemas/catalogue/product/seed.json',
    (json) => Object.assign(json.demo[0], { ProductStateTypeId: 9 }),
    'The lookup product-state-type has no item 9.',
  ],
  [
    'an unknown field that a call leaves',
    'schemas/catalogue/product/api.json',
    (json) => Object.assign(routeOf(json, 'othersettings'), { leaves: ['Colour'] }),
    'product has no field Colour.',
  ],
  [
    'a call that leaves fields but writes any',
    'schemas/catalogue/product/api.json',
    (json) => Object.assign(routeOf(json, 'othersettings'), { fields: undefined }),
    'Only an update of some "fields" leaves others.',
  ],
  [
    'an unknown field, in a seed',
    'schemas/catalogue/brand/seed.json',
    (json) => Object.assign(json.demo[0], { Colour: 'red' }),
    'brand has no field Colour.',
  ],
  [
    'an unknown field, in a case',
    `${limits}/cases.json`,
    (json) => Object.assign(json.cases[0].given, { record: { Amont: 1 } }),
    'limit-of-liability has no field Amont.',
  ],
  [
    'an unknown feature, in a case',
    `${limits}/cases.json`,
    (json) => Object.assign(json.cases[0].given, { features: ['Product.Edit'] }),
    'There is no feature Product.Edit.',
  ],
  [
    'a record nobody has, in a seed',
    `${limits}/seed.json`,
    (json) => {
      for (const record of json.demo.slice(0, 3)) record.ProductId = nobody;
    },
    `No seed has the product ${nobody}. Add it to the seed.json of product, or correct the Id. It is so in 3 places.`,
  ],
  [
    'a number where an Id belongs, in a seed',
    seeded,
    (json) => Object.assign(json.demo[0], { Id: 1 }),
    'An Id is a UUID, such as 01900000-0000-7000-8000-000000000001; this is 1.',
  ],
  [
    'two records with one Id, in a seed',
    seeded,
    (json) => Object.assign(json.demo[1], { Id: json.demo[0].Id }),
    '/demo/0 has the Id',
  ],
  [
    'reference data that refers to sample data',
    'schemas/configuration/parameter-value/seed.json',
    (json) => Object.assign(json.reference[0], { ParameterId: json.demo[0].ParameterId }),
    'Only the sample data has the parameter ',
  ],
  [
    'a rule that is not there, in a case',
    `${limits}/cases.json`,
    (json) => Object.assign(json.cases[0].expect, { rules: ['limit-of-liability.plan-of-produkt'] }),
    'There is no rule limit-of-liability.plan-of-produkt. Did you mean limit-of-liability.plan-of-product?',
  ],
  [
    'the message of a rule in its place, in a case',
    'schemas/catalogue/product/cases.json',
    (json) => Object.assign(json.cases[0].expect, { rules: ['product.end.after-launch'] }),
    'There is no rule product.end.after-launch. Did you mean product.end-after-launch?',
  ],
  [
    'a page nobody declared, after a save',
    plan,
    (json) => Object.assign(json.blocks[0].save, { then: '/product/{route.productId}' }),
    '/product/{route.productId} leads to no screen. Did you mean /products/:productId?',
  ],
  [
    'a page nobody declared, of a row',
    products,
    (json) => Object.assign(json.blocks[0], { open: 'products/{Id}/plan' }),
    'products/{Id}/plan leads to no screen.',
  ],
  [
    'a page nobody declared, in a trail',
    product,
    (json) => Object.assign(json.breadcrumb[0], { to: '/produkte' }),
    '/produkte leads to no screen. Did you mean /products?',
  ],
  [
    'a page nobody declared, of an action',
    products,
    (json) => Object.assign(json.blocks[0].actions[0], { to: '/products/new/one/two' }),
    '/products/new/one/two leads to no screen.',
  ],
  [
    'a page nobody declared, told to a widget',
    'screens/configuration/localization.json',
    (json) => replaceAll(json, '"back":"/products/{', '"back":"/product/{'),
    '/product/{route.productId} leads to no screen. Did you mean /products/:productId?',
  ],
  [
    'a page nobody declared, after a transition',
    'schemas/catalogue/product/behaviour.json',
    (json) =>
      Object.assign(
        json.workflow.transitions.find((one: Json) => one.then),
        { then: '/product' },
      ),
    '/product leads to no screen.',
  ],
  [
    'a page nobody declared, of a notice',
    'schemas/configuration/plan-code-file/api.json',
    (json) => replaceAll(json, '"/plan-codes/{Provider}"', '"/plan-kodes/{Provider}"'),
    '/plan-kodes/{Provider} leads to no screen.',
  ],
  [
    'one feature that is not there, in several places',
    `${limits}/behaviour.json`,
    (json) => Object.assign(json.policy, { view: 'Product.Limits.Viev', write: ['Product.Limits.Viev'] }),
    'There is no feature Product.Limits.Viev. Add it to schemas/access/features.json, or correct the name. It is named in',
  ],
  [
    'a bad tone',
    products,
    (json) => Object.assign(json.blocks[0].actions[0], { tone: 'primry' }),
    'must be one of primary,',
  ],
  [
    'a kind of block that is none',
    products,
    (json) => Object.assign(json.blocks[0], { kind: 'gird' }),
    'There is no kind "gird". It is one of grid, form, links, list-detail, widget, summary.',
  ],
  [
    'an unknown word of a column',
    products,
    (json) => Object.assign(json.blocks[0], { columns: [{ path: 'Name', titel: 'x' }] }),
    'The language has no word "titel" here.',
  ],
  [
    'an access of no kind',
    products,
    (json) => Object.assign(json, { access: 5 }),
    'This must be of type string or array.',
  ],
];

function replaceAll(json: Json, from: string, to: string): void {
  const text = JSON.stringify(json);
  expect(text, 'what is replaced is there').toContain(from);
  Object.assign(json, JSON.parse(text.replaceAll(from, to)));
}

type Mistake = (typeof mistakes)[number];

/** The findings of one mistake, and those of the same compilation without it. */
type Outcome = { readonly own: readonly Finding[]; readonly elsewhere: readonly Finding[] };

/**
 * Mistakes in separate files are made together and compiled once. An early step of the compiler that finds
 * some stops it: the mistakes of later steps are compiled again, without these.
 */
function findAll(all: readonly Mistake[]): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  let open = all;
  while (open.length > 0) {
    const group = open.filter(([, file], at) => open.findIndex(([, one]) => one === file) === at);
    const findings = findingsOf(group);
    const elsewhere = findings.filter((finding) => group.every(([, file]) => file !== finding.file));
    const made = group.map(([title, file]) => ({ title, own: findings.filter((one) => one.file === file) }));
    const seen = made.filter(({ own }) => own.length > 0);
    for (const { title, own } of seen.length > 0 ? seen : made) outcomes.set(title, { own, elsewhere });
    open = open.filter(([title]) => !outcomes.has(title));
  }
  return outcomes;
}

function findingsOf(group: readonly Mistake[]): readonly Finding[] {
  const files = realDeclarations().set.files.map((entry) => {
    const mistake = group.find(([, file]) => file === entry.file);
    if (!mistake) return entry;
    const json = structuredClone(entry.json);
    mistake[2](json);
    return { file: entry.file, json: JSON.parse(JSON.stringify(json)) };
  });
  return checkDeclarations({ files }, compiledOnce).findings;
}

describe('one mistake in a declaration gives one finding', () => {
  let outcomes: ReadonlyMap<string, Outcome>;
  beforeAll(() => {
    outcomes = findAll(mistakes);
  });

  it.each(mistakes)('%s', (title, _file, _write, message) => {
    const { own, elsewhere } = outcomes.get(title) as Outcome;
    expect(own.map((finding) => finding.message)).toEqual([expect.stringContaining(message)]);
    expect(own[0]).toMatchObject({ severity: 'error', path: expect.stringMatching(/^\//) });
    expect(elsewhere, 'nothing is found where nothing is wrong').toEqual([]);
  });
});

describe('the language covers what the renderer draws', () => {
  it('the kinds of field that a widget edits by default', () => {
    const { fields: fieldWidgets } = widgetsOf(realDeclarations().set);
    const kinds = new Set(Object.values(fieldWidgets).flatMap(({ kinds = [] }) => kinds));
    for (const { name, tester } of registry)
      for (const kind of kinds)
        expect(tester({ kind } as FieldModel, {} as ItemModel) > 0, `${name} for ${kind}`).toBe(
          fieldWidgets[name]?.unnamed?.some((one) => one === kind) ?? false,
        );
  });

  it('every icon by its name', () => {
    expect(screenSchema.$defs.icon.enum).toEqual([...iconNames].sort());
  });
});
