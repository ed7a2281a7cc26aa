/** No rule text stalls or crashes the server, on any path that takes one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { heavyTexts, refusedTexts } from '../support/hostileRules.ts';
import { tenMilliseconds, waitsDuring } from '../support/otherClients.ts';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';
import { terms } from './support/startParameters.ts';

/** The benchmark requires 50 ms; here only a real stall fails, even on a slow machine. */
const stall = 40 * tenMilliseconds();

describe('hostile rule texts', () => {
  let app: Running;
  let admin: Ask;
  let product: string;
  let option: string;
  let listed: string;
  const ways = (text: string): Readonly<Record<string, () => Promise<Answer>>> => ({
    save: () => admin('PUT', `/product/${product}/eligibilityrule`, { EligibilityRule: text }),
    'save a rule to choose from': () =>
      admin('POST', '/product/newusedrule', { Name: 'Hostile', RuleText: text }),
    'save an option': () => admin('PUT', option, { Parameter1Id: listed, OptionRuleText: text }),
    check: () =>
      admin('POST', '/rule/product/EligibilityRuleText', {
        Record: { Id: product },
        Text: text,
        Cases: [{}, {}],
      }),
    judge: () => admin('POST', `/product/${product}/eligible`, { testValue: text, salesContext: {} }),
  });

  const second = async () => expect((await admin('GET', `/product/${product}`)).status).toBe(200);

  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    admin = await app.as('admin');
    const open = '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1';
    product = (await admin('GET', open)).body.Items[0].Id;
    const own = { Name: 'Hostile', SourceName: 'Hostile.Flag', ParameterValueTypeId: 4 };
    expect((await admin('POST', `/product/${product}/parameter`, own)).status).toBe(201);
    const { body: term } = await admin('POST', `/product/${product}/parameter`, terms());
    listed = term.Id;
    const made = await admin('POST', `/product/${product}/option`, {
      ProductId: product,
      Parameter1Id: listed,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    option = `/product/${product}/option/${made.body.Id}`;
    for (const [name, way] of Object.entries(ways('Hostile.Flag')))
      if (name !== 'save a rule to choose from') expect((await way()).status, name).toBe(200);
    return () => app.store.close();
  });

  it.each(refusedTexts)('%s is refused on every path, with the reason', async (_, text, reason) => {
    for (const [name, way] of Object.entries(ways(text))) {
      let answer: Answer | undefined;
      const { blocked } = await waitsDuring(async () => {
        answer = await way();
      }, second);
      expect(blocked, name).toBeLessThan(stall);
      const body = answer?.body;
      if (name === 'check') expect([answer?.status, body.Results], name).toEqual([200, []]);
      else expect(answer?.status, name).toBe(422);
      expect(name === 'check' ? body.Problems[0].Message : body.Message, name).toMatch(reason);
    }
  });

  it.each(heavyTexts)('%s stops by itself', async (_, text) => {
    for (const [name, way] of Object.entries(ways(text))) {
      const { blocked } = await waitsDuring(async () => {
        expect([200, 201, 422], name).toContain((await way()).status);
      }, second);
      expect(blocked, name).toBeLessThan(stall);
    }
    await admin('DELETE', `/product/${product}/eligibilityrule`);
  });

  it('10 MB of text are refused before they are parsed', async () => {
    for (const [name, way] of Object.entries(ways('Vehicle.CPO and '.repeat(655_360)))) {
      const { blocked } = await waitsDuring(async () => {
        expect((await way()).status, name).toBe(413);
      }, second);
      expect(blocked, name).toBeLessThan(stall);
    }
  });

  it('a hundred cases of a heavy rule let other callers through between them', async () => {
    const Text = `${'Hostile.Flag and '.repeat(90)}Hostile.Flag`;
    const Cases = Array.from({ length: 100 }, () => ({ 'Hostile.Flag': true }));
    const { blocked } = await waitsDuring(async () => {
      const body = { Record: { Id: product }, Text, Cases };
      const { Results } = (await admin('POST', '/rule/product/EligibilityRuleText', body)).body;
      expect(Results).toHaveLength(100);
    }, second);
    expect(blocked).toBeLessThan(stall);
  });

  it('afterwards the server answers as before', async () => {
    expect((await admin('GET', `/product/${product}`)).status).toBe(200);
    expect(app.errors).toEqual([]);
  });
});
