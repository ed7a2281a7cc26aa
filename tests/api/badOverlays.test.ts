/**
 * Mistakes of configurators: each is refused with its reason in their language, the draft is kept and the
 * live release keeps running.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { putAll } from '../support/putAll.ts';
import { filter } from './support/createClients.ts';
import {
  type Answer,
  type Ask,
  appStores,
  type Running,
  type StoreKind,
  startApp,
} from './support/startApp.ts';
import {
  choices,
  field,
  locales,
  nbsp,
  stepFields,
  texts,
  unsound,
  type Wrong,
} from './support/wrongChanges.ts';

/** The release that all of these changes follow. */
const before: Readonly<Record<string, object>> = {
  'field/product.Condition': field('choice', { choices: choices('Good', 'Poor') }),
  'field/product.Steps': field('rows', {
    fields: stepFields({
      name: 'Outcome',
      type: 'choice',
      title: texts('Outcome'),
      choices: choices('Well', 'Ill'),
    }),
  }),
};

const stored = { Condition: 'Poor', Steps: [{ Step: 'Look', Outcome: 'Ill' }] };

/** Changes that stored records do not allow. */
const refusedByRecords: readonly Wrong[] = [
  {
    what: 'a required field without a default',
    changes: { 'field/product.Rating': field('text', { required: true }) },
    says: texts(
      'Rating is required, but 200 records of Products have no value in it.',
      'Cote est obligatoire, mais 200 fiches de Produits n’y ont pas de valeur.',
    ),
  },
  {
    what: 'a choice taken away that a record has',
    changes: { 'field/product.Condition': field('choice', { choices: choices('Good') }) },
    says: texts(
      '1 record of Products uses a choice in Rating that would be removed.',
      '1 fiche de Produits utilise dans Cote un choix qui serait retiré.',
    ),
  },
  {
    what: 'an item of a shipped list taken away that a record has',
    changes: { 'lookup/product-type-category.Maintenance': { remove: true } },
    says: texts('that would be removed', 'retiré'),
  },
  {
    what: 'a choice of a row taken away that a record has',
    changes: {
      'field/product.Steps': field('rows', {
        fields: stepFields({
          name: 'Outcome',
          type: 'choice',
          title: texts('Outcome'),
          choices: choices('Well'),
        }),
      }),
    },
    says: texts(
      '1 record of Products uses a choice in Outcome that would be removed.',
      '1 fiche de Produits utilise dans Outcome un choix qui serait retiré.',
    ),
  },
  {
    what: 'a row field of another type',
    changes: {
      'field/product.Steps': field('rows', {
        fields: [{ name: 'Step', type: 'money', title: texts('Step') }],
      }),
    },
    says: texts(
      'The type of Step has changed, but 1 record of Products',
      'Le type de Step a changé, mais 1 fiche de Produits',
    ),
  },
  {
    what: 'a row field that is required and missing',
    changes: {
      'field/product.Steps': field('rows', {
        fields: stepFields({ name: 'By', type: 'text', title: texts('By'), required: true }),
      }),
    },
    says: texts('By is required, but 1 record of Products', 'By est obligatoire, mais 1 fiche de Produits'),
  },
  {
    what: 'a field of another type',
    changes: { 'field/product.Condition': field('integer') },
    says: texts(
      'The type of Rating has changed, but 1 record of Products',
      'Le type de Cote a changé, mais 1 fiche de Produits',
    ),
  },
  {
    what: 'a unique field that records share',
    changes: { 'field/product.Rating': field('integer', { unique: true, default: 1 }) },
    says: texts(
      'Rating must be unique, but 200 records of Products have the same value as another',
      'Cote doit être unique, mais 200 fiches de Produits ont',
    ),
  },
];

const sound = JSON.stringify({ kind: 'field', name: 'product.Rating', ...field('text') });
const path = 'overlay/field/product.Rating.json';

/** Files edited by hand, each with a valid counterpart. */
const nonsense: readonly {
  readonly what: string;
  readonly file: { readonly Path: string; readonly Text: string };
  readonly says: Wrong['says'];
}[] = [
  {
    what: 'cut off in the middle',
    file: { Path: path, Text: sound.slice(0, 40) },
    says: texts(
      `${path}, line 1, character 41: this cannot be read as JSON. Correct it there.`,
      `${path}, ligne 1, caractère 41${nbsp}: le JSON est illisible. Corrigez-le à cet endroit.`,
    ),
  },
  {
    what: 'with the marks of a merge',
    file: { Path: path, Text: '{\n<<<<<<< mine\n  "kind": "field"\n' },
    says: texts(`${path}, line 2, character 1`, `${path}, ligne 2, caractère 1`),
  },
  {
    what: 'empty',
    file: { Path: path, Text: '' },
    says: texts(`${path}, line 1, character 1`, `${path}, ligne 1, caractère 1`),
  },
  {
    what: 'a list',
    file: { Path: path, Text: `[${sound}]` },
    says: texts(
      `${path}: The kind of the change must be one of:`,
      `${path}${nbsp}: Le type de la modification doit être l’un de ceux-ci${nbsp}:`,
    ),
  },
  {
    what: 'of an unknown kind',
    file: { Path: path, Text: sound.replace('"field"', '"feild"') },
    says: texts(
      `${path}: The kind of the change must be one of:`,
      `${path}${nbsp}: Le type de la modification`,
    ),
  },
  {
    what: 'with a word there is not',
    file: { Path: path, Text: sound.replace('{', '{"colour":"red",') },
    says: texts(
      `${path}: “colour” is unknown here.`,
      `${path}${nbsp}: «${nbsp}colour${nbsp}» est inconnu ici.`,
    ),
  },
  {
    what: 'with a word missing',
    file: { Path: path, Text: JSON.stringify({ kind: 'field', name: 'product.Rating', type: 'text' }) },
    says: texts(
      `${path}: “title” is missing. Enter it.`,
      `${path}${nbsp}: Il manque «${nbsp}title${nbsp}». Saisissez-le.`,
    ),
  },
  {
    what: 'with a number for a name',
    file: { Path: path, Text: sound.replace('"product.Rating"', '7') },
    says: texts(
      `${path}: This must be of type string.`,
      `${path}${nbsp}: La valeur doit être de type string.`,
    ),
  },
  {
    what: 'under the name of another change',
    file: { Path: path, Text: sound.replace('product.Rating', 'product.Other') },
    says: texts(
      `${path} must be at overlay/field/product.Other.json.`,
      `${path} doit se trouver à overlay/field/product.Other.json.`,
    ),
  },
  {
    what: 'outside of the folder',
    file: { Path: '../../etc/passwd', Text: sound },
    says: texts(`../../etc/passwd must be at ${path}.`, `../../etc/passwd doit se trouver à ${path}.`),
  },
];

const told = ({ body }: Answer): string =>
  JSON.stringify([body.Message, ...(body.Findings ?? []).map(({ Message }: { Message: string }) => Message)]);

describe.each(appStores)('mistakes of configurators, on %s', (kind: StoreKind) => {
  let app: Running;
  let admin: Ask;
  let viewer: Ask;
  let product: DataRecord;
  let live: number;

  const publish = (headers = {}) => admin('POST', '/configure/publish', { Note: 'A test' }, headers);
  const put = async (changes: Readonly<Record<string, object>>) => {
    const { status, body } = await admin('PUT', '/configure/draft', putAll(changes));
    expect(status, JSON.stringify(body)).toBe(200);
  };
  /** The live release serves everyone as before. */
  const goesOn = async () => {
    const { status, body } = await viewer('GET', `/product/${product.Id}`);
    expect([status, body.Condition, body.Steps]).toEqual([200, 'Poor', product.Steps]);
    expect(app.models.inForce().release).toBe(live);
  };

  beforeAll(async () => {
    app = await startApp({ store: kind });
    [admin, viewer] = await Promise.all([app.as('admin'), app.as('viewer')]);
    await put(before);
    expect((await publish()).status).toBe(201);
    live = app.models.inForce().release;
    const inDesign = `/product?pageSize=1&${filter('ProductStateType.Name', 'InDesign')}`;
    const [{ Id }] = (await admin('GET', inDesign)).body.Items;
    const saved = await admin('PUT', '/product', { Id, ...stored });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    product = (await viewer('GET', `/product/${Id}`)).body;
  });

  afterEach(() => admin('DELETE', '/configure/draft'));

  it.each([...unsound, ...refusedByRecords])('$what', async ({ changes, says }) => {
    await put(changes);
    for (const locale of locales) {
      const answer = await publish({ 'accept-language': locale });
      expect([answer.status, told(answer)]).toEqual([
        422,
        expect.stringContaining(JSON.stringify(says[locale]).slice(1, -1)),
      ]);
    }
    await goesOn();
    const draft = (await admin('GET', '/configure/draft')).body.Changes;
    for (const [path, change] of Object.entries(changes)) {
      const [of, name] = path.split('/');
      // The draft also remembers what it replaces.
      expect(draft).toContainEqual(expect.objectContaining({ kind: of, name, ...change }));
    }
  });

  it.each(nonsense)(
    'a file $what is refused with its place, and its valid counterpart too',
    async ({ file, says }) => {
      await put({ 'field/product.Kept': field('text') });
      const draft = (await admin('GET', '/configure/draft')).body;
      const other = { kind: 'field', name: 'product.Sound', ...field('text') };
      const Files = [{ Path: 'overlay/field/product.Sound.json', Text: JSON.stringify(other) }, file];
      for (const locale of locales)
        for (const Mode of ['add', 'replace']) {
          const answer = await admin(
            'POST',
            '/configure/import',
            { Mode, Files },
            { 'accept-language': locale },
          );
          expect([answer.status, told(answer)]).toEqual([422, expect.stringContaining(says[locale])]);
        }
      expect((await admin('GET', '/configure/draft')).body).toEqual(draft);
      await goesOn();
    },
  );

  it.each([
    [{}, '/Files', 'Le champ «\u00a0Files\u00a0» est obligatoire.'],
    [{ Files: 'x' }, '/Files', 'La valeur du champ «\u00a0Files\u00a0» doit être une liste.'],
    [
      { Files: [{ Path: 1, Text: 'x' }] },
      '/Files/0/Path',
      'La valeur du champ «\u00a0Files.Path\u00a0» doit être du texte.',
    ],
    [
      { Files: [null] },
      '/Files/0',
      'La valeur du champ «\u00a0Files\u00a0» doit être un objet aux champs nommés.',
    ],
  ])('an import without files is refused: %j', async (body, Path, Value) => {
    const answer = await admin('POST', '/configure/import', body, { 'accept-language': 'fr-CA' });
    expect([answer.status, answer.body.ValidationErrors]).toMatchObject([422, [{ Path, Value }]]);
  });

  it("of two simultaneous publications the second is told, in its user's language, to take over the first", async () => {
    const configurator = await app.as('configurator');
    await put({ 'field/product.Motto': field('text') });
    await configurator('PUT', '/configure/draft/field/product.Slogan', field('text'));
    const [first, second] = await Promise.all([
      publish(),
      configurator('POST', '/configure/publish', { Note: 'Too' }, { 'accept-language': 'fr-CA' }),
    ]);
    live += 1;
    expect([first.status, second.status, second.body.Message]).toEqual([
      201,
      409,
      `La version ${live} a été publiée entre-temps. Mettez d’abord l’ébauche à jour, puis publiez.`,
    ]);
    await goesOn();
    const rebased = await configurator('POST', '/configure/draft/rebase', {});
    expect([rebased.status, rebased.body.Release]).toEqual([200, live]);
    expect((await configurator('POST', '/configure/publish')).status).toBe(201);
    live += 1;
    expect(
      (await viewer('GET', '/product?pageSize=1&FilterProperty=Slogan&FilterOperator=eq&FilterValue='))
        .status,
    ).toBe(200);
    await goesOn();
  });
});
