/** Entities made without code: each right on its own, row access, and its trial for a person. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const right = (name: string) => `Custom.Claim.${name}`;
const path = '/custom/claim';
const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const other = 'b696242c-2a9f-51da-81dc-27b3cd9512d6';

const entity = { title: texts('Claim'), plural: texts('Claims'), rights: 'apart' };
const dealerField = { type: 'reference', title: texts('Dealer'), reference: 'dealer', show: ['TradingName'] };
/** Rights without which a right opens nothing. */
const more = (name: string) =>
  ({ Export: [right('View')], Import: [right('View'), right('Create')] })[name] ?? [];
const names = (answer: Answer): readonly string[] =>
  (answer.body.Items as readonly { Name: string }[]).map(({ Name }) => Name).sort();

/** One call for all changes: each call compiles the draft. */
async function publish(ask: Ask, changes: Readonly<Record<string, object>>): Promise<Answer> {
  const Edits = Object.entries(changes).map(([change, words]) => {
    const [kind, name] = change.split('/');
    return { kind, name, Steps: Object.entries(words).map(([word, To]) => ({ At: `/${word}`, To })) };
  });
  const { status, body } = await ask('POST', '/configure/draft/edits', { Edits });
  expect(status, JSON.stringify(body)).toBe(200);
  return ask('POST', '/configure/publish', {});
}

async function giveRole(app: Running, userName: string, roles: readonly string[]): Promise<Ask> {
  const { items } = await app.store.find({ entity: 'user' });
  const person = items.find(({ UserName }) => UserName === userName);
  await app.store.update('user', String(person?.Id), { Roles: roles });
  return app.as(userName);
}

describe.each(appStores)('an entity of one’s own in the %s store', (store) => {
  let app: Running;
  let admin: Ask;

  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
    const grants = Object.fromEntries(
      ['View', 'Create', 'Edit', 'Delete', 'Export', 'Import'].map((name) => [
        `role/only-${name.toLowerCase()}`,
        { title: texts(`Only ${name}`), add: [right(name), ...more(name)] },
      ]),
    );
    const { status, body } = await publish(admin, {
      'entity/claim': entity,
      'field/claim.DealerId': dealerField,
      ...grants,
      'role/adjuster': { title: texts('Adjuster'), add: [right('View'), right('Create')] },
      'role/chief': { title: texts('Chief'), add: ['Configuration.Edit', right('View')] },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return () => app.store.close();
  });

  it('is seen by nobody but administrators until a role is given the right by name', async () => {
    expect((await admin('GET', path)).status).toBe(200);
    for (const person of ['manager', 'pricing', 'viewer', 'configurator', 'dealer-principal'])
      expect((await (await app.as(person))('GET', path)).status, person).toBe(403);
  });

  it('opens exactly the calls of each right', async () => {
    const Id = String((await admin('POST', path, { Name: 'One' })).body.Id);
    const calls: Readonly<Record<string, (ask: Ask) => Promise<Answer>>> = {
      view: (ask) => ask('GET', path),
      create: (ask) => ask('POST', path, { Name: 'Two' }),
      edit: (ask) => ask('PUT', `${path}/${Id}`, { Name: 'Renamed' }),
      export: (ask) => ask('GET', `${path}?$export=csv`),
      import: (ask) => ask('GET', '/import/claim'),
      delete: (ask) => ask('DELETE', `${path}/${Id}`),
    };
    for (const role of Object.keys(calls)) {
      const ask = await giveRole(app, 'viewer', [`only-${role}`]);
      for (const [call, run] of Object.entries(calls)) {
        const isMeant =
          call === role ||
          (role === 'export' && call === 'view') ||
          (role === 'import' && ['view', 'create'].includes(call));
        const { status } = await run(ask);
        expect(status < 400 ? 'open' : String(status), `${role}: ${call}`).toBe(isMeant ? 'open' : '403');
      }
    }
  });

  it('shows people the records that its rules name, in lists, by id and in exports alike', async () => {
    const rows = [
      { where: 'CreatedBy', is: '$user.UserName' },
      { where: 'DealerId', is: 'Employee.DealerId' },
    ];
    const Edits = [
      { kind: 'entity', name: 'claim', Steps: [{ At: '/rows', To: rows }] },
      { kind: 'role', name: 'chief', Steps: [{ At: '/add', Put: right('ViewAll') }] },
    ];
    await admin('POST', '/configure/draft/edits', { Edits });
    const { status, body } = await admin('POST', '/configure/publish', {});
    expect(status, JSON.stringify(body)).toBe(201);
    const made = async (Name: string, DealerId?: string) =>
      String((await admin('POST', path, { Name, ...(DealerId && { DealerId }) })).body.Id);
    const theirs = await made('Of their dealer', dealer);
    const foreign = await made('Of another dealer', other);
    const clerk = await giveRole(app, 'dealer-principal', ['adjuster', 'only-export']);
    const own = await clerk('POST', path, { Name: 'Made by them', DealerId: dealer });
    expect(own.status, JSON.stringify(own.body)).toBe(201);
    expect(names(await clerk('GET', path))).toEqual(['Made by them', 'Of their dealer']);
    expect((await clerk('GET', `${path}/${theirs}`)).status).toBe(200);
    expect((await clerk('GET', `${path}/${foreign}`)).status).toBe(404);
    const { body: text } = await clerk('GET', `${path}?$export=csv`);
    expect(text).toContain('Of their dealer');
    expect(text).not.toContain('Of another dealer');
  });

  it('tries the rows for a person, as that person then sees them', async () => {
    await giveRole(app, 'viewer', ['adjuster']);
    await giveRole(app, 'pricing', ['chief']);
    for (const person of ['dealer-principal', 'viewer', 'pricing', 'manager']) {
      const tried = await admin('GET', `/configure/draft/rows?entity=claim&person=${person}`);
      expect(tried.status, JSON.stringify(tried.body)).toBe(200);
      const items = tried.body.Items as readonly { Name: string; Seen: boolean; Why: readonly string[] }[];
      const list = await (await app.as(person))('GET', `${path}?pageSize=100`);
      const seen = list.status === 200 ? names(list) : [];
      const shown = items.filter(({ Seen }) => Seen).map(({ Name }) => Name);
      expect(shown.sort(), person).toEqual(seen.filter((name) => items.some(({ Name }) => Name === name)));
      expect(tried.body.All, person).toBe(person === 'pricing');
    }
    const { body } = await admin('GET', '/configure/draft/rows?entity=claim&person=dealer-principal');
    const items = body.Items as readonly { Name: string; Why: readonly string[] }[];
    expect(Object.fromEntries(items.map(({ Name, Why }) => [Name, Why]))).toMatchObject({
      'Made by them': ['CreatedBy', 'DealerId'],
      'Of their dealer': ['DealerId'],
      'Of another dealer': [],
    });
    expect((await admin('GET', '/configure/draft/rows?entity=claim&person=nobody')).status).toBe(404);
    expect((await admin('GET', '/configure/draft/rows?entity=nothing&person=viewer')).status).toBe(404);
  });

  it('shows nothing to people of whom the rules know nothing', async () => {
    const rows = [{ where: 'DealerId', is: 'Employee.DealerId' }];
    const Edits = [{ kind: 'entity', name: 'claim', Steps: [{ At: '/rows', To: rows }] }];
    const edited = await admin('POST', '/configure/draft/edits', { Edits });
    expect(edited.status, JSON.stringify(edited.body)).toBe(409);
    const put = await admin('PUT', '/configure/draft/entity/claim', { ...entity, rows });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    // No employee record is about the account.
    const viewer = await giveRole(app, 'viewer', ['adjuster']);
    expect(names(await viewer('GET', path))).toEqual([]);
    const tried = await admin('GET', '/configure/draft/rows?entity=claim&person=viewer');
    expect([tried.body.May, tried.body.All]).toEqual([true, false]);
  });

  it('is not widened by someone who does not see all its records', async () => {
    const builder = await giveRole(app, 'configurator', ['configurator', 'adjuster']);
    const { rows: _, ...wide } = { ...entity, rows: undefined };
    const { status, body } = await builder('PUT', '/configure/draft/entity/claim', wide);
    expect(status).toBe(200);
    const codes = (body.Findings as readonly { Code: string }[]).map(({ Code }) => Code);
    expect(codes).toContain('not-yours-to-widen');
    expect((await builder('POST', '/configure/publish', {})).status).toBe(422);
    await builder('DELETE', '/configure/draft');
  });

  it('is not widened by taking it out and bringing it back either', async () => {
    const builder = await giveRole(app, 'configurator', ['configurator', 'adjuster']);
    const out = await builder('DELETE', '/configure/draft/entity/claim?dependents=true');
    expect(out.status, JSON.stringify(out.body)).toBe(200);
    expect((await builder('POST', '/configure/publish', {})).status).toBe(201);
    const back = await builder('PUT', '/configure/draft/entity/claim', entity);
    const codes = (back.body.Findings as readonly { Code: string }[]).map(({ Code }) => Code);
    expect(codes).toContain('not-yours-to-widen');
    await builder('DELETE', '/configure/draft');
  });

  it('refuses a rule about something that is not known of people', async () => {
    for (const rule of [
      { where: 'Nothing', is: '$user.Id' },
      { where: 'CreatedBy', is: '$user.Password' },
      { where: 'DealerId', is: 'Employee.Salary' },
      { through: 'Name' },
    ]) {
      const { body } = await admin('PUT', '/configure/draft/entity/claim', { ...entity, rows: [rule] });
      const found = body.Findings as readonly { Level: string }[];
      expect(
        found.some(({ Level }) => Level === 'error'),
        JSON.stringify(rule),
      ).toBe(true);
    }
    await admin('DELETE', '/configure/draft');
  });

  it('follows the account that a referenced record names, in lists, by id and in bulk changes', async () => {
    const loss = { title: texts('Loss'), plural: texts('Losses'), rights: 'apart' };
    const { status, body } = await publish(admin, {
      'entity/assessor': { title: texts('Assessor'), plural: texts('Assessors'), rights: 'apart' },
      'field/assessor.Account': { type: 'person', title: texts('Account') },
      'entity/loss': { ...loss, rows: [{ where: 'AssessorId.Account', is: '$user.Id' }] },
      'field/loss.AssessorId': { type: 'reference', title: texts('Assessor'), reference: 'assessor' },
      'field/loss.Note': { type: 'text', title: texts('Note') },
      'role/assessor': {
        title: texts('Assessor'),
        add: ['Custom.Loss.View', 'Custom.Loss.Edit', 'Custom.Assessor.View'],
      },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const worker = await giveRole(app, 'viewer', ['assessor']);
    const { items } = await app.store.find({ entity: 'user' });
    const made = async (user: string): Promise<string> => {
      const Account = items.find(({ UserName }) => UserName === user)?.Id;
      const assessor = await admin('POST', '/custom/assessor', { Name: user, Account });
      const sent = { Name: `Of ${user}`, AssessorId: assessor.body.Id };
      return String((await admin('POST', '/custom/loss', sent)).body.Id);
    };
    const [mine, theirs] = [await made('viewer'), await made('pricing')];
    expect(names(await worker('GET', '/custom/loss'))).toEqual(['Of viewer']);
    expect((await worker('GET', `/custom/loss/${theirs}`)).status).toBe(404);
    const change = { List: 'loss-list#list', Field: 'Note', Value: 'Seen' };
    const tried = await worker('POST', '/bulk/preview', { ...change, Ids: [mine, theirs] });
    expect(tried.status, JSON.stringify(tried.body)).toBe(200);
    const outcomes = tried.body.Items as readonly { Outcome: string }[];
    expect(outcomes.map(({ Outcome }) => Outcome)).toEqual(['change', 'refused']);
    expect((await worker('GET', `/custom/loss/${mine}`)).body.Note ?? null).toBe(null);
  });

  it('of an earlier version keeps its two rights', async () => {
    const { rights: _, ...earlier } = entity;
    const { status, body } = await publish(admin, {
      'entity/voyage': { ...earlier, title: texts('Voyage'), plural: texts('Voyages') },
      'role/sailor': { title: texts('Sailor'), add: ['Custom.Voyage.Edit'] },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const sailor = await giveRole(app, 'viewer', ['sailor']);
    const Id = String((await sailor('POST', '/custom/voyage', { Name: 'First' })).body.Id);
    expect((await sailor('GET', '/custom/voyage?$export=csv')).status).toBe(200);
    expect((await sailor('DELETE', `/custom/voyage/${Id}`)).status).toBeLessThan(300);
    expect((await (await giveRole(app, 'viewer', ['viewer']))('GET', '/custom/voyage')).status).toBe(200);
  });
});
