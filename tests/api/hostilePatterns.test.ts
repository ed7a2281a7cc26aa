/** Patterns with catastrophic backtracking, on every path that takes a pattern, and after a restart. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ask, type Running, startApp } from './support/startApp.ts';
import { texts } from './support/wrongChanges.ts';

const shape = texts('Enter it otherwise.', 'Saisissez-le autrement.');
const sound = ['^(.|.){22}Z$', '^(.|.){40}Z$', '^(a+)+$', '^((a{1,5}){1,5}){1,5}$', '^(a?){100}a{100}$'];
const refused = [
  ['^(?=(a+)+$)', 'pattern-unsupported'],
  ['^(a+)\\1+$', 'pattern-unsupported'],
  ['^(a{1000}){1000}$', 'pattern-large'],
  ['^((((a{30}){30}){30}){30}){30}$', 'pattern-large'],
  ['^(a', 'pattern-broken'],
] as const;

/** Every change that can hold a pattern. */
const places = (pattern: string, at = '') => [
  { kind: 'field', name: `product.Hostile${at}`, type: 'text', title: texts('Hostile'), pattern, shape },
  {
    kind: 'field',
    name: `product.Steps${at}`,
    type: 'rows',
    title: texts('Steps'),
    fields: [{ name: 'Step', type: 'text', title: texts('Step'), pattern, shape }],
  },
];
const adjusted = (pattern: string) => ({
  kind: 'adjust',
  name: 'field.product.Description',
  pattern,
  shape,
  maxLength: 400,
  was: {},
});

type Found = { Findings: { Level: string; Code: string; Change?: { Name: string }; Message: string }[] };
const errorsOf = ({ Findings }: Found) => Findings.filter(({ Level }) => Level === 'error');

describe('hostile patterns', () => {
  let app: Running;
  let admin: Ask;

  beforeEach(async () => {
    app = await startApp({ store: 'sqlite' });
    admin = await app.as('admin');
    return () => app.store.close();
  });

  // A backtracking server would not answer before the test times out.
  it('are checked, published and applied at once, and after a restart too', async () => {
    const { body: page } = await admin('GET', '/product?pageSize=1');
    const { body: product } = await admin('GET', `/product/${page.Items[0].Id}`);
    const Description = 'a'.repeat(60);
    expect((await admin('PUT', '/product', { ...product, Description })).status).toBe(200);
    const Put = sound.flatMap((pattern, at) => places(pattern, String(at)));
    await admin('PUT', '/configure/draft', { Put });
    // Over stored texts, one after the other.
    for (const pattern of sound.slice(-2)) {
      const { body } = await admin('PUT', '/configure/draft', { Put: [adjusted(pattern)] });
      expect(errorsOf(body), pattern).toEqual([]);
      expect(body.Effects.length, pattern).toBeGreaterThan(0);
    }
    const before = await (await app.startAgain()).as('admin');
    expect((await before('GET', '/configure/draft')).body.Changes).toHaveLength(Put.length + 1);
    const { body: asked } = await admin('POST', '/configure/publish', {});
    const token = asked.Confirmations?.map(({ Token }: { Token: string }) => Token).join(',') ?? '';
    expect((await admin('POST', '/configure/publish', {}, { 'x-confirm': token })).status).toBe(201);
    const again = await app.startAgain();
    expect(again.printed).toEqual([]);
    for (const ask of [await app.as('admin'), await again.as('admin')]) {
      const { body: now } = await ask('GET', `/product/${product.Id}`);
      const sent = { ...now, Description: `${Description}!`, Hostile1: Description, Steps2: [{ Step: 'b' }] };
      const { status, body } = await ask('PUT', '/product', sent);
      expect(status).toBe(422);
      expect(body.ValidationErrors.map(({ Path }: { Path: string }) => Path).sort()).toEqual([
        '/Description',
        '/Hostile1',
        '/Steps2/0/Step',
      ]);
    }
  });

  it('that no linear engine can match are refused at every place, in both languages', async () => {
    for (const [pattern, code] of refused) {
      const Put = [...places(pattern), adjusted(pattern)];
      const { body } = await admin('PUT', '/configure/draft', { Put }, { 'accept-language': 'fr-CA' });
      const said = errorsOf(body).filter(({ Code }) => Code === code);
      expect(said.map(({ Change }) => Change?.Name).sort(), pattern).toEqual(
        Put.map(({ name }) => name).sort(),
      );
      for (const { Message } of said) expect(Message).toMatch(/modèle de saisie/);
    }
    expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
  });

  it('that an older version has stored keep neither server nor draft from answering', async () => {
    await admin('PUT', '/configure/draft', { Put: places('x') });
    const { items } = await app.store.find({ entity: 'configuration-draft' });
    const Changes = refused.flatMap(([pattern], at) => places(pattern, String(at)));
    await app.store.update('configuration-draft', String(items[0]?.Id), { Changes });
    const again = await (await app.startAgain()).as('admin');
    const { body } = await again('GET', '/configure/draft');
    expect(errorsOf(body)).toHaveLength(Changes.length);
  });

  it('are not allowed in expressions, wherever those are written', async () => {
    const written = [
      '$contains(Name, /^(.|.){40}Z$/)',
      '$match(Name, /(a+)+$/)',
      '$replace(Name, /(a+)+$/, "")',
    ];
    const { body: page } = await admin('GET', '/product?pageSize=1');
    const { body: product } = await admin('GET', `/product/${page.Items[0].Id}`);
    for (const text of [...written, '$split(Name, /(a+)+$/)', '$eval("$match(Name, /(a+)+$/)")']) {
      const check = { kind: 'rule', name: 'product.hostile', check: text, at: ['Name'], message: shape };
      const computed = { type: 'text', title: shape, computed: { value: text } };
      const Put = [check, { kind: 'field', name: 'product.Hostile', ...computed }];
      const { body } = await admin('PUT', '/configure/draft', { Put });
      expect(errorsOf(body).length, text).toBeGreaterThanOrEqual(2);
      const template = await admin('POST', `/render/product/${product.Id}`, {
        Field: 'SummaryViewTemplate',
        Html: `{{ ${text} }}`,
      });
      expect(template.status, text).toBe(422);
      const rule = await admin('PUT', `/product/${product.Id}/eligibilityrule`, {
        EligibilityRule: text.replace('Name', '"aaaa"'),
      });
      expect(rule.status, text).toBe(422);
    }
  });
});
