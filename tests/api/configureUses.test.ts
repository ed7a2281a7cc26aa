/** What a person is told before publication: where a thing is used, and who will see what is new. */
import { beforeAll, describe, expect, it } from 'vitest';
import { usagesOf } from '#engine';
import { type Answer, type Ask, compilation, model, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });

let app: Running;
let configurator: Ask;
beforeAll(async () => {
  app = await startApp({ store: 'memory' });
  configurator = await app.as('configurator');
  return () => app.store.close();
});

const uses = (of: string) => configurator('GET', `/configure/draft/uses?of=${encodeURIComponent(of)}`);

describe('“used by”', () => {
  it('finds what the command line finds, for every field, entity, list and feature', async () => {
    const all = [
      ...[...model.entities.values()].flatMap(({ id, fields }) => [
        `entity:${id}`,
        ...fields.map(({ path }) => `field:${id}.${path}`),
      ]),
      ...[...model.lookups.keys()].map((id) => `lookup:${id}`),
      ...[...model.features.keys()].map((id) => `feature:${id}`),
    ];
    // One in seven, and those people ask about most.
    const asked = [...all.filter((_, index) => index % 7 === 0), 'field:product.Name', 'field:product.Code'];
    for (const of of asked) {
      const places = new Set(usagesOf(compilation.model, of).map(({ file, path }) => `${file}#${path}`));
      const { status, body } = await uses(of);
      expect(status, of).toBe(200);
      expect([body.TotalItems, body.Items.length], of).toEqual([places.size, Math.min(places.size, 200)]);
    }
    expect((await uses('field:product.Name')).body.TotalItems).toBeGreaterThan(50);
  });

  it('knows a field wherever a change of any kind names it', async () => {
    const edit = 'Custom.Crate.Edit';
    const of = { title: texts('Crate'), plural: texts('Crates'), label: texts('Name') };
    const naming: Readonly<Record<string, readonly object[]>> = {
      place: [
        {
          name: 'crate-create.form.item.Weight',
          screen: 'crate-create',
          block: 'form',
          as: 'item',
          field: 'Weight',
          span: 2,
        },
      ],
      field: [
        { name: 'crate.Twice', type: 'decimal', title: texts('Twice'), computed: { value: 'Weight * 2' } },
      ],
      rule: [{ name: 'crate.heavy', check: 'Weight > 0', message: texts('Too light.') }],
      automation: [
        {
          ...{
            name: 'crate.told',
            title: texts('Told'),
            when: { on: 'changed', fields: ['Weight'] },
            if: 'Weight > 1',
          },
          then: [{ do: 'set', if: 'Weight > 2', fields: { Weight: '3' } }],
        },
      ],
      printFormat: [
        {
          ...{ name: 'crate.sheet', title: texts('Sheet') },
          blocks: [
            { print: 'fields', fields: ['Weight'] },
            { print: 'text', if: 'Weight > 4', text: texts('{{ Weight }}') },
          ],
        },
      ],
      publicForm: [
        {
          ...{ name: 'crate.ask', address: 'crate-ask', title: texts('Ask'), thanks: texts('Thanks') },
          fields: [{ field: 'Name' }, { field: 'Weight' }],
        },
      ],
      workflow: [
        {
          ...{ name: 'crate', field: 'State', final: ['Done'] },
          transitions: [
            {
              ...{
                id: 'end',
                label: texts('End'),
                from: ['New'],
                to: 'Done',
                access: edit,
                guard: 'Weight > 5',
              },
              ...{ refusal: texts('Too light to end.'), asks: [{ field: 'Weight' }] },
            },
          ],
        },
      ],
      activity: [{ name: 'crate', activity: { duplicate: { without: ['Weight'] } } }],
    };
    const Put = [
      { kind: 'entity', name: 'crate', ...of },
      { kind: 'field', name: 'crate.Weight', type: 'decimal', title: texts('Weight') },
      {
        ...{
          kind: 'field',
          name: 'crate.State',
          type: 'choice',
          title: texts('State'),
          default: 'New',
          required: true,
        },
        choices: ['New', 'Done'].map((name) => ({ name, title: texts(name) })),
      },
      ...Object.entries(naming).flatMap(([kind, all]) => all.map((words) => ({ kind, ...words }))),
    ];
    const { status, body } = await configurator('PUT', '/configure/draft', { Put });
    expect(status, JSON.stringify(body)).toBe(200);
    const { body: found } = await uses('field:crate.Weight');
    const places = found.Items.map(({ File, Path }: { File: string; Path: string }) => `${File}#${Path}`);
    const wanted = {
      place: /screens.*(items|sections)/,
      computed: /rules\/\d+\/value/,
      rule: /rules/,
      'automation when': /automations\/\d+\/when/,
      'automation if': /automations\/\d+\/if/,
      'automation step': /automations\/\d+\/then\/0\/(if|fields)/,
      'print fields': /printFormats\/\d+\/blocks\/0/,
      'print if': /printFormats\/\d+\/blocks\/1\/if/,
      'print text': /printFormats\/\d+\/blocks\/1\/text/,
      publicForm: /publicForms\/\d+\/fields/,
      'workflow guard': /transitions\/\d+\/guard/,
      'workflow asks': /transitions\/\d+\/asks/,
      activity: /activity/,
    };
    const missing = Object.entries(wanted).filter(
      ([, place]) => !places.some((one: string) => place.test(one)),
    );
    expect(
      missing.map(([name]) => name),
      places.join('\n'),
    ).toEqual([]);
    await configurator('DELETE', '/configure/draft');
  });

  it('includes the uses of the draft', async () => {
    const before = (await uses('field:product.Code')).body.TotalItems;
    const rule = { check: '$length(Code) > 1', message: texts('Longer.') };
    await configurator('PUT', '/configure/draft/rule/product.code-long', rule);
    expect((await uses('field:product.Code')).body.TotalItems).toBeGreaterThan(before);
    await configurator('DELETE', '/configure/draft');
  });

  it.each(['', 'field', 'secret:x', 'field:../../etc', `field:${'x'.repeat(300)}`])(
    'refuses %j',
    async (of) => expect((await uses(of)).status).toBe(400),
  );

  it('answers nobody else', async () => {
    const viewer = await app.as('viewer');
    expect((await viewer('GET', '/configure/draft/uses?of=field:product.Name')).status).toBe(403);
  });
});

describe('who will see what is new', () => {
  const effects = ({ body }: Answer): readonly { Verdict: string; Message: string; Count: number }[] =>
    body.Effects;

  it('lists for an entity every role whose patterns include it, in both languages', async () => {
    const claim = { title: texts('Claim'), plural: texts('Claims') };
    await configurator('PUT', '/configure/draft/entity/claim', claim);
    for (const [locale, roles, nobody] of [
      ['en-CA', ['Viewer', 'Pricing analyst', 'Configurator', 'Administrator'], 'Product manager'],
      ['fr-CA', ['Lecteur', 'Administrateur'], undefined],
    ] as const) {
      const answer = await configurator('GET', '/configure/draft', undefined, { 'accept-language': locale });
      const [said] = effects(answer).filter(({ Message }) => Message.includes('Claims'));
      expect(said?.Verdict, JSON.stringify(answer.body.Effects)).toBe('Safe');
      if (locale === 'en-CA') for (const role of roles) expect(said?.Message).toContain(role);
      if (nobody) expect(said?.Message).not.toContain(nobody);
      expect(said?.Message).not.toMatch(/overlay\.|\{/);
    }
    await configurator('DELETE', '/configure/draft');
  });

  it('is listed for a permission', async () => {
    const answer = await configurator('PUT', '/configure/draft/feature/Claims.View', {
      title: texts('See claims'),
    });
    expect(effects(answer).map(({ Message }) => Message)).toContainEqual(
      expect.stringMatching(/See claims.*Viewer/),
    );
    await configurator('DELETE', '/configure/draft');
  });
});

describe('texts about a draft', () => {
  const messages = async (path: string, change: object) => {
    const { body } = await configurator('PUT', `/configure/draft/${path}`, change);
    await configurator('DELETE', '/configure/draft');
    return [...body.Findings, ...body.Differences].map((one: { Message?: string }) => one.Message ?? one);
  };
  it.each([
    [
      'field/product.Lines',
      { type: 'rows', title: texts('Lines') },
      'The rows have no field yet. Add at least one.',
    ],
    ['field/product.NAME', { type: 'text', title: texts('Again') }, 'There is already a field Name.'],
    [
      'place/products.products.column.Code',
      { screen: 'products', block: 'products', as: 'column', field: 'Code', remove: true },
      'removed',
    ],
  ])('are correct: %s', async (path, change, text) => {
    const said = (await messages(path, change)).join('\n');
    expect(said).toContain(text);
    expect(said).not.toMatch(/taken away:? yes|nearest: \)|“fields”/);
  });
});
