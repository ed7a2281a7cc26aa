/**
 * What one person sends keeps nobody else waiting: each input that once stalled the server is sent while a
 * second client keeps asking. `ATTACK_COUNT` sends each this many times at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMessage } from '#engine';
import { tenMilliseconds, waitsDuring } from '../support/otherClients.ts';
import { formOf, type Send, sender } from './support/sheets.ts';
import {
  type Answer,
  type Ask,
  model,
  type Running,
  startApp,
  withDeclarations,
} from './support/startApp.ts';

const count = Number(process.env.ATTACK_COUNT) || 1;
/** Some 50 ms on an idle machine, 300 ms allowed: the stalls took from 350 ms to many seconds. */
const atMost = 30 * tenMilliseconds();
const figures: string[] = [];

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const nested = '$sum([1..1000].($sum([1..900])))';

const tooMuch = formatMessage(model, 'en-CA', 'server.too-much-work');
const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const heavyFields = ['One', 'Two', 'Three'];

/** As in a release published before costs were checked. */
const added = withDeclarations([
  {
    file: 'schemas/test/heavy/entity.json',
    json: {
      $id: 'heavy',
      title: 'Heavy',
      type: 'object',
      properties: {
        Name: { type: 'string', maxLength: 20 },
        ...Object.fromEntries(heavyFields.map((name) => [name, { type: 'integer', 'x-stored': false }])),
      },
    },
  },
  {
    file: 'schemas/test/heavy/behaviour.json',
    json: {
      for: 'heavy',
      rules: heavyFields.map((field) => ({ id: `heavy.${field}`, field, value: nested })),
      policy: { view: 'login', write: 'nobody' },
    },
  },
  {
    file: 'schemas/test/heavy/api.json',
    json: { for: 'heavy', routes: [{ route: 'GET /heavy', operation: 'find' }] },
  },
]);

describe('while someone else works', () => {
  let app: Running;
  let admin: Ask;
  let patient: Ask;
  let send: Send;
  let product: string;

  beforeAll(async () => {
    app = await startApp({ store: 'memory', added, settings: { workLimitMs: 400 } });
    admin = await app.as('admin');
    patient = await startAgain(60_000);
    send = await sender(app, 'admin');
    const open = '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1';
    product = (await admin('GET', open)).body.Items[0].Id;
    // A server that has been up for a while.
    for (let round = 0; round < 20; round += 1)
      for (const ask of [admin, patient]) await ask('GET', '/product?page=1&pageSize=10');
  });
  afterAll(() => {
    if (process.env.ATTACK_COUNT) console.log(figures.join('\n'));
    return app.store.close();
  });

  /** The same store with another limit. */
  const startAgain = async (workLimitMs: number) =>
    (await startApp({ store: app.store, added, settings: { workLimitMs } })).as('admin');

  // Measures the wait of the second client without a time limit, which a paused machine could exceed.
  const second = async () => expect((await patient('GET', '/product?page=1&pageSize=5')).status).toBe(200);

  async function attack(
    name: string,
    one: (at: number) => Promise<Answer>,
    times = count,
  ): Promise<Answer[]> {
    let answers: Answer[] = [];
    const { blocked, waited } = await waitsDuring(async () => {
      answers = await Promise.all(Array.from({ length: times }, (_, at) => one(at)));
    }, second);
    figures.push(`${name}: blocked ${Math.round(blocked)} ms, waited ${Math.round(waited)} ms`);
    expect(blocked, `${name}: processor time without giving way`).toBeLessThan(atMost);
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
    return answers;
  }

  const render = (html: string, headers?: Record<string, string>) =>
    admin('POST', `/render/product/${product}`, { Field: 'ExpandedViewTemplate', Html: html }, headers);

  it('templates that compute for long', async () => {
    const html = `{{ ${nested} }}`.repeat(30);
    const [one] = await attack('a template of 30 nested sums', () => render(html));
    expect([200, 422]).toContain(one?.status);
    const [long] = await attack('a template of 400 nested sums', () =>
      render(`{{ ${nested} }}`.repeat(400), { 'accept-language': 'fr-CA' }),
    );
    expect(long?.status).toBe(422);
    expect(long?.body.Message).toMatch(/^Cela exige trop de travail à la fois, et rien n’a été enregistré\./);
    await attack('four such templates at once', () => render(html), 4 * count);
    await attack('a template of 5,000 different placeholders', () =>
      render(Array.from({ length: 4999 }, (_, at) => `{{ Name & "${at}" }}`).join('<b>')),
    );
  });

  it('a list whose records compute for long', async () => {
    for (let at = 0; at < 40; at += 1) await app.store.insert('heavy', { Id: idOf(at), Name: `Heavy ${at}` });
    const all = () => admin('GET', '/heavy?pageSize=0');
    const [answer] = await attack('a list of 40 with three heavy computed fields', all);
    expect(answer?.body.Message).toBe(tooMuch);
    const [sheet] = await attack('the same as a file', () => admin('GET', '/heavy?pageSize=0&$export=csv'));
    // The time of the file itself is not limited.
    expect(sheet?.body.trim().split('\n')).toHaveLength(41);
    // With the default time of a call, a page is answered on a slow machine too.
    const usual = await startAgain(2000);
    expect((await usual('GET', '/heavy?page=1&pageSize=2')).body.TotalItems).toBe(40);
  });

  it('a form with 80,000 unknown fields', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`u${at}`, 1])));
    const [answer] = await attack('80,000 unknown fields', () => admin('POST', '/product', body));
    expect(answer?.status).toBe(400);
  });

  it('a csv of limits with 15,000 wrong rows', async () => {
    const bytes = new TextEncoder().encode(`Name,Maximum per event\n${'x,many\n'.repeat(15_000)}`);
    const path = `/products/${product}/limitsofliability/upload`;
    const [answer] = await attack('15,000 wrong rows of limits', () =>
      send('POST', path, formOf(bytes, 'limits.csv')),
    );
    expect(answer?.status).toBe(422);
  });

  it('a plan whose rows refer to 22,500 records', async () => {
    const items: string[] = [];
    for (let at = 0; at < 45; at += 1) {
      const made = await admin('POST', '/product/coverageitem', { ProductId: product, Name: `Item ${at}` });
      items.push(made.body.Id);
    }
    const rows = Array.from({ length: 500 }, (_, at) => ({
      CoverageItemId: items[at % 45],
      IsOptional: true,
      ExcludedCoverageItems: items,
    }));
    const plan = (at: number) =>
      JSON.stringify({ ProductId: product, Name: `Long ${at}`, PlanCoverageItems: rows });
    // The count is not under test: on a busy machine it could reach the limit of the other client.
    const plans = async () => (await patient('GET', '/product/plan?page=1&pageSize=1')).body.TotalItems;
    const before = await plans();
    expect(before).toBeGreaterThan(0);
    const text = plan(0);
    const [refused] = await attack(
      'a plan of 500 × 45 references',
      () => admin('POST', '/product/plan', text),
      1,
    );
    expect([refused?.status, refused?.body.Message]).toEqual([422, tooMuch]);
    expect(await plans()).toBe(before);
    const shorter = JSON.stringify({ ...JSON.parse(text), PlanCoverageItems: rows.slice(0, 200) });
    const [judged] = await attack(
      '200 × 45 with time enough',
      () => patient('POST', '/product/plan', shorter),
      1,
    );
    expect([201, 422]).toContain(judged?.status);
    expect(judged?.body.Message).not.toBe(tooMuch);
  });

  describe('in a draft', () => {
    let drafter: Ask;

    beforeAll(async () => {
      drafter = await (await startApp({ store: 'memory', settings: { workLimitMs: 400 } })).as('admin');
      // Work done once, such as compiling the checks of the language, belongs to a start.
      await drafter('PUT', '/configure/draft', { Put: [rule('one', { off: true })] });
    });

    const put = (Put: readonly object[]) => {
      const text = JSON.stringify({ Put });
      return () => drafter('PUT', '/configure/draft', text);
    };
    const discard = () => drafter('DELETE', '/configure/draft');
    const rule = (name: string, more: object) => ({ kind: 'rule', name: `product.${name}`, ...more });

    it('1,500 rules', async () => {
      const rules = Array.from({ length: 1500 }, (_, at) =>
        rule(`r${at}`, { check: `$length(Name) > ${at % 3}`, at: ['Name'], message: texts('Too short.') }),
      );
      await attack('a draft of 1,500 rules', put(rules), 1);
      await discard();
    });

    it('a rule of nested sums', async () => {
      const heavy = Array.from({ length: 20 }, (_, at) =>
        rule(`heavy${at}`, { check: `${nested} > ${at}`, at: ['Name'], message: texts('Heavy.') }),
      );
      const [answer] = await attack('a draft of 20 rules of nested sums', put(heavy), 1);
      // A check that cannot try all records in time says how many it tried.
      const tried = answer?.body.Effects.find(({ Message }: { Message: string }) =>
        /were tested/.test(Message),
      );
      expect(tried?.Message).toMatch(/^The rules were tested on the first \d+ of \d+ records/);
      await discard();
    });

    it('a field of 5,000 choices', async () => {
      const choices = Array.from({ length: 5000 }, (_, at) => ({
        name: `C${at}`,
        title: texts(`Choice ${at}`),
      }));
      const change = { kind: 'field', name: 'product.Many', type: 'choice', title: texts('Many'), choices };
      await attack('a draft of a field of 5,000 choices', put([change]), 1);
      await discard();
    });

    it('a count of records that are slow to check', async () => {
      // 600 records, each taking 2 ms to check: by number alone they would be checked in one go.
      const slow = Array.from({ length: 600 }, (_, at) => ({
        Id: idOf(at),
        get Description() {
          for (const since = performance.now(); performance.now() - since < 2; );
          return 'x';
        },
      }));
      const base = await startApp({ store: 'memory' });
      const store = new Proxy(base.store, {
        get: (own, name) =>
          name === 'scan' ? async () => ({ items: slow, next: undefined }) : Reflect.get(own, name),
      });
      const asking = await (await startApp({ store })).as('admin');
      const change = { kind: 'adjust', name: 'field.product.Description', pattern: '^y' };
      const [answer] = await attack(
        'a draft of a pattern for slow records',
        () => asking('PUT', '/configure/draft', JSON.stringify({ Put: [change] })),
        1,
      );
      expect(answer?.body.Effects.map(({ Count }: { Count: number }) => Count)).toContain(600);
    });

    it('a computed field that would delay every list is measured, and refused', async () => {
      const field = (name: string, expression: string) => ({
        kind: 'field',
        name: `product.${name}`,
        type: 'integer',
        title: texts(name),
        computed: { value: expression },
      });
      const changes = [
        field('Heavy', '$sum([1..900].($sum([1..900])))'),
        field('Middling', '$sum([1..90].($sum([1..90])))'),
        field('Light', '$length(Name)'),
      ];
      const [answer] = await attack('a draft of heavy computed fields', put(changes), 1);
      type Said = { Verdict: string; Message: string; Change: { Name: string } | null };
      const costly = answer?.body.Effects.filter(({ Verdict }: Said) => Verdict === 'Refused');
      expect(costly.map(({ Change }: Said) => Change?.Name).sort()).toEqual([
        'product.Heavy',
        'product.Middling',
      ]);
      expect(costly[0].Message).toMatch(/^(Heavy|Middling) takes [\d,]+ steps to compute for one record;/);
      expect((await drafter('POST', '/configure/publish', {})).status).toBe(422);
      await discard();
      expect((await put(changes.slice(2))()).body.Effects.map(({ Verdict }: Said) => Verdict)).not.toContain(
        'Refused',
      );
      await discard();
    });
  });
});
