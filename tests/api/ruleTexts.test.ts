import { beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord, DeclarationFile } from '#engine';
import {
  type Ask,
  appStores,
  type Running,
  type StoreKind,
  startApp,
  withDeclarations,
} from './support/startApp.ts';

const text = { type: 'string' };
const anybody = { view: 'login', write: 'login' };
const scheme = { 'x-ref': 'scheme', 'x-owner': true };

function entity(id: string, json: object, behaviour: object, routes: readonly object[]): DeclarationFile[] {
  return [
    { file: `schemas/rules/${id}/entity.json`, json: { $id: id, title: id, type: 'object', ...json } },
    { file: `schemas/rules/${id}/behaviour.json`, json: { for: id, policy: anybody, ...behaviour } },
    { file: `schemas/rules/${id}/api.json`, json: { for: id, routes } },
  ];
}

const crud = (path: string) => [
  { route: `GET ${path}/{id}`, operation: 'get' },
  { route: `POST ${path}`, operation: 'create' },
  { route: `PUT ${path}`, operation: 'update' },
  { route: `DELETE ${path}/{id}`, operation: 'remove' },
];

const rule = (by: object) => ({ ...text, format: 'rule', 'x-rule': { operands: { entity: 'measure', by } } });

/** A scheme with a rule, its offers with rules, measures they name, and codes a function looks up. */
const files: readonly DeclarationFile[] = [
  ...entity('scheme', { properties: { Name: text, Rule: rule({ SchemeId: 'Id' }) } }, {}, [
    ...crud('/scheme'),
    { route: 'PUT /scheme/{id}/rule', operation: 'update', body: { RuleText: 'Rule' }, fields: ['Rule'] },
    {
      route: 'DELETE /scheme/{id}/rule',
      operation: 'update',
      fields: [],
      set: { Rule: 'null' },
      answer: 'none',
    },
    { route: 'GET /scheme/{id}/measures', operation: 'operands', rule: 'Rule' },
    { route: 'POST /scheme/{id}/judge', operation: 'judge', rule: 'Rule' },
  ]),
  ...entity(
    'offer',
    { properties: { SchemeId: scheme, Name: text, Rule: rule({ SchemeId: 'SchemeId' }) } },
    {},
    crud('/offer'),
  ),
  ...entity(
    'measure',
    { properties: { SchemeId: scheme, Name: text, SourceName: text, Kind: text } },
    {
      operand: {
        name: 'SourceName',
        type: 'Kind',
        values: { entity: 'measure-value', of: 'MeasureId', value: 'Name' },
        message: 'rule.in-use',
        functions: {
          known: {
            parameters: [
              { name: 'code', type: 'text' },
              { name: 'among', type: 'text' },
            ],
            entity: 'code',
            where: 'Code = $code and List = $among',
          },
        },
      },
      removal: [{ id: 'measure.used', usedInRules: true, message: 'rule.in-use' }],
    },
    [...crud('/measure'), { route: 'GET /measure/{id}/whereused', operation: 'uses' }],
  ),
  ...entity(
    'measure-value',
    { properties: { MeasureId: { 'x-ref': 'measure', 'x-owner': true }, Name: text } },
    {
      removal: [
        { id: 'value.used', usedInRules: { operand: 'MeasureId', value: 'Name' }, message: 'rule.in-use' },
      ],
    },
    crud('/measure-value'),
  ),
  ...entity('code', { 'x-label': 'Code', properties: { Code: text, List: text } }, {}, crud('/code')),
];
const added = withDeclarations(files);

describe.each(appStores)('rule texts on %s', (kind: StoreKind) => {
  let app: Running;
  let ask: Ask;
  const made = { scheme: '', other: '', term: '', cpo: '', klass: '', truck: '' };
  const create = async (path: string, body: DataRecord): Promise<string> => {
    const answer = await ask('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.Id;
  };
  const write = (body: object) => ask('PUT', `/scheme/${made.scheme}/rule`, body);
  const stored = async () => (await ask('GET', `/scheme/${made.scheme}`)).body.Rule ?? null;

  beforeEach(async () => {
    app = await startApp({ store: kind, seed: 'none', added });
    ask = await app.as('admin');
    made.scheme = await create('/scheme', { Name: 'Care' });
    made.other = await create('/scheme', { Name: 'Other' });
    const measure = (SourceName: string, Kind: string, SchemeId = made.scheme) =>
      create('/measure', { SchemeId, Name: `The ${SourceName}`, SourceName, Kind });
    made.term = await measure('Policy.TermMonth', 'number');
    made.cpo = await measure('Vehicle.CPO', 'boolean');
    made.klass = await measure('Vehicle.Class', 'text');
    await measure('Policy.TermMonth', 'number', made.other);
    made.truck = await create('/measure-value', { MeasureId: made.klass, Name: 'Truck' });
    await create('/measure-value', { MeasureId: made.klass, Name: 'Van' });
    await create('/code', { Code: 'SPRING', List: 'Promo' });
    return () => app.store.close();
  });

  it('a valid text is stored as written, under the name the call gives it', async () => {
    const RuleText = 'Policy.TermMonth <= 60   and Vehicle.CPO /* certified */';
    expect((await write({ RuleText })).status).toBe(200);
    expect(await stored()).toBe(RuleText);
  });

  it('a DELETE with a body removes the text and ignores the body', async () => {
    await write({ RuleText: 'Vehicle.CPO' });
    const answer = await ask('DELETE', `/scheme/${made.scheme}/rule`, {
      RuleText: 'Vehicle.CPO',
      Name: 'Taken',
    });
    expect(answer.status).toBe(204);
    expect(await stored()).toBe(null);
    expect((await ask('GET', `/scheme/${made.scheme}`)).body.Name).toBe('Care');
  });

  it.each([
    ['Policy.TermMonths <= 60', 'Character 8: There is no field TermMonths', 'Caractère 8'],
    ['Policy.TermMonth <= "60"', 'Character 18:', 'Caractère 18'],
    ['Policy.TermMonth <= ', 'Character', 'Caractère'],
    ['Policy.TermMonth', 'Character 1: A rule must give true or false', 'doit donner vrai ou faux'],
    ['(Vehicle.CPO', 'Close this bracket', 'crochet'],
  ])(
    '%s is refused on every path with place and reason in both languages',
    async (RuleText, english, french) => {
      const ways = () => [
        write({ RuleText }),
        ask('PUT', '/scheme', { Id: made.scheme, Rule: RuleText }),
        ask('POST', '/offer', { SchemeId: made.scheme, Name: 'Gold', Rule: RuleText }),
      ];
      for (const answer of await Promise.all(ways())) {
        expect(answer.status).toBe(422);
        expect(answer.body.ValidationErrors[0]).toMatchObject({ Path: '/Rule', Rule: 'validation.rule' });
        expect(answer.body.Message).toContain(english);
      }
      const inFrench = await ask(
        'PUT',
        `/scheme/${made.scheme}/rule`,
        { RuleText },
        { 'accept-language': 'fr-CA' },
      );
      expect(inFrench.body.Message).toContain(french);
      expect(await stored()).toBe(null);
    },
  );

  it('a measure of another scheme is unknown in this one', async () => {
    const answer = await ask('PUT', '/scheme', { Id: made.other, Rule: 'Vehicle.CPO' });
    expect(answer.status).toBe(422);
  });

  it('what a rule names cannot be removed; a text that only looks like it blocks nothing', async () => {
    await write({ RuleText: 'Vehicle.Class = "Policy.TermMonth" or Vehicle.CPO' });
    await create('/offer', {
      SchemeId: made.scheme,
      Name: 'Gold',
      Rule: 'Vehicle.CPO and Vehicle.Class = "Truck"',
    });
    const refused = await ask('DELETE', `/measure/${made.cpo}`);
    expect(refused.status).toBe(409);
    expect(refused.body.Message).toBe('The Vehicle.CPO is in use by a rule which must be deleted first.');
    const value = await ask('DELETE', `/measure-value/${made.truck}`);
    expect(value.status).toBe(409);
    expect(value.body.Message).toBe('Truck is in use by a rule which must be deleted first.');
    expect((await ask('DELETE', `/measure/${made.term}`)).status).toBeLessThan(300);
  });

  it('once the last rule is removed, its measure can be removed', async () => {
    await write({ RuleText: 'Vehicle.CPO' });
    expect((await ask('DELETE', `/measure/${made.cpo}`)).status).toBe(409);
    await ask('DELETE', `/scheme/${made.scheme}/rule`);
    expect((await ask('DELETE', `/measure/${made.cpo}`)).status).toBeLessThan(300);
  });

  it('lists the uses of a measure', async () => {
    await write({ RuleText: 'Vehicle.CPO' });
    await create('/offer', { SchemeId: made.scheme, Name: 'Gold', Rule: '$not(Vehicle.CPO)' });
    await create('/offer', { SchemeId: made.scheme, Name: 'Silver', Rule: 'Policy.TermMonth > 1' });
    const { body } = await ask('GET', `/measure/${made.cpo}/whereused`);
    expect(body.TotalItems).toBe(2);
    expect(body.Items).toEqual([
      expect.objectContaining({
        Entity: 'scheme',
        Id: made.scheme,
        Name: 'Care',
        Field: 'Rule',
        Text: 'Vehicle.CPO',
      }),
      expect.objectContaining({ Entity: 'offer', Name: 'Gold', Text: '$not(Vehicle.CPO)' }),
    ]);
  });

  it('a new source name reaches every rule of its scheme and no other', async () => {
    await write({ RuleText: 'Policy.TermMonth <= 60 /* in months */' });
    const offer = await create('/offer', {
      SchemeId: made.scheme,
      Name: 'Gold',
      Rule: '$has(Policy.TermMonth)',
    });
    await ask('PUT', '/scheme', { Id: made.other, Rule: 'Policy.TermMonth = 1' });
    const renamed = await ask('PUT', '/measure', { Id: made.term, SourceName: 'Contract.Months' });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    expect(await stored()).toBe('Contract.Months <= 60 /* in months */');
    expect((await ask('GET', `/offer/${offer}`)).body.Rule).toBe('$has(Contract.Months)');
    expect((await ask('GET', `/scheme/${made.other}`)).body.Rule).toBe('Policy.TermMonth = 1');
  });

  it('a rename that a text cannot follow changes nothing', async () => {
    await write({ RuleText: 'Policy.(TermMonth <= 60)' });
    const answer = await ask('PUT', '/measure', { Id: made.term, SourceName: 'Contract.Months' });
    expect(answer.status).toBe(422);
    expect(answer.body.ValidationErrors[0].Path).toBe('/SourceName');
    expect((await ask('GET', `/measure/${made.term}`)).body.SourceName).toBe('Policy.TermMonth');
    expect(await stored()).toBe('Policy.(TermMonth <= 60)');
  });

  const judge = (body: object) => ask('POST', `/scheme/${made.scheme}/judge`, body);

  it('evaluates values by source name, nested or listed, and explains the result', async () => {
    await write({ RuleText: 'Policy.TermMonth <= 60 and Vehicle.CPO' });
    const { body } = await judge({
      productParameters: [{ SourceName: 'Policy.TermMonth', Value: 48 }],
      salesContext: { Vehicle: { CPO: true } },
    });
    expect(body.IsEligible).toBe(true);
    expect(body.Trace).toContainEqual({
      At: 0,
      End: 16,
      Text: 'Policy.TermMonth',
      Value: 48,
      IsUnknown: false,
    });
    expect(body.Trace).toContainEqual({
      At: 0,
      End: 22,
      Text: 'Policy.TermMonth <= 60',
      Value: true,
      IsUnknown: false,
    });
    expect(
      (await judge({ salesContext: { 'Policy.TermMonth': 72, 'Vehicle.CPO': true } })).body.IsEligible,
    ).toBe(false);
  });

  it('texts that grow with every part stay short in the answer', async () => {
    const grow = (to: string, from: string) => `$${to} := ${Array(9).fill(`$${from}`).join(' & ')}`;
    const steps = [grow('b', 'a'), grow('c', 'b'), grow('d', 'c'), grow('e', 'd'), '$e = "x"'];
    const { status, body } = await judge({ testValue: `($a := "0123456789"; ${steps.join('; ')})` });
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(100_000);
    expect(body.IsEligible).toBe(false);
  });

  it('a missing value leaves the verdict open and is named, unless other values decide', async () => {
    await write({ RuleText: 'Policy.TermMonth <= 60 and Vehicle.CPO' });
    const open = await judge({ salesContext: { 'Vehicle.CPO': true } });
    expect(open.body).toMatchObject({ IsEligible: null, Missing: ['Policy.TermMonth'] });
    expect((await judge({ salesContext: { 'Vehicle.CPO': false } })).body).toMatchObject({
      IsEligible: false,
      Missing: [],
    });
  });

  it('tries a text that is not stored, and refuses an unparseable one', async () => {
    const tried = await judge({ testValue: 'Policy.TermMonth = 1', salesContext: { 'Policy.TermMonth': 1 } });
    expect(tried.body.IsEligible).toBe(true);
    expect((await judge({ testValue: 'Polcy = 1' })).status).toBe(422);
    expect((await judge({})).body).toMatchObject({ IsEligible: true, Rule: null });
  });

  it('functions of rules ask the store, and refuse wrong arguments', async () => {
    const ask = async (testValue: string, klass: string) =>
      (await judge({ testValue, salesContext: { 'Vehicle.Class': klass } })).body.IsEligible;
    expect(await ask('$known(Vehicle.Class, "Promo")', 'SPRING')).toBe(true);
    expect(await ask('$known(Vehicle.Class, "Other")', 'SPRING')).toBe(false);
    expect(await ask('$known(Vehicle.Class, "Promo")', 'AUTUMN')).toBe(false);
    expect((await judge({ testValue: '$known(Vehicle.Class)' })).status).toBe(422);
    expect((await judge({ testValue: '$known(Policy.TermMonth, "Promo")' })).status).toBe(422);
  });

  it('lists what the rule may use, with types and values', async () => {
    const { body } = await ask('GET', `/scheme/${made.scheme}/measures`);
    expect(body.Items.map((one: DataRecord) => [one.SourceName, one.Type])).toEqual([
      ['Policy.TermMonth', 'number'],
      ['Vehicle.CPO', 'boolean'],
      ['Vehicle.Class', 'text'],
    ]);
    expect(body.Items[2].Values.map((one: DataRecord) => one.Value).toSorted()).toEqual(['Truck', 'Van']);
  });

  it('an editor gets the tree, problems at the character, and the results of its cases in one call', async () => {
    const asked = (Text: string, Cases: object[] = []) =>
      ask('POST', '/rule/scheme/Rule', { Record: { Id: made.scheme }, Text, Cases });
    const sound = await asked('Vehicle.CPO', [{ 'Vehicle.CPO': true }, { 'Vehicle.CPO': false }, {}]);
    expect(sound.body.Tree.kind).toBe('path');
    expect(sound.body.Results.map((one: DataRecord) => one.IsEligible)).toEqual([true, false, null]);
    const broken = await asked('Vehicle.CP', [{}]);
    expect(broken.body.Problems).toMatchObject([{ At: 8, Length: 2, Fix: 'CPO', Level: 'error' }]);
    expect(broken.body.Results).toEqual([]);
    expect((await ask('POST', '/rule/scheme/Name', { Text: '' })).status).toBe(404);
    const nobody = await app.as();
    expect((await nobody('POST', '/rule/scheme/Rule', { Text: '' })).status).toBe(401);
  });

  it('a text of 10 MB is refused before it is parsed', async () => {
    const answer = await write({ RuleText: 'Vehicle.CPO and '.repeat(655_360) });
    expect(answer.status).toBe(413);
    const long = await write({ RuleText: 'Vehicle.CPO and '.repeat(2000) });
    expect(long.status).toBe(422);
  });
});
