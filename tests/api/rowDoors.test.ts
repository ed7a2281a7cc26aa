/**
 * Row access at the doors besides the declared calls: files, prints, activity, bulk changes, drafts of
 * assistants, keys, jobs and the change feed, of every entity with row access. The administrator opens each
 * door with the planted record; a person of one dealer, with every other right, learns nothing of it.
 */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel, UserContext } from '#engine';
import { limitsOf } from '../../server/operations/rowLimits.ts';
import { textOfPages } from '../support/textOfPages.ts';
import { foreignId, mark } from './support/plantForeign.ts';
import { type Ask, asker, type Running } from './support/startApp.ts';
import { insider, isMarked, startInsider } from './support/startInsider.ts';

let app: Running;
let limited: readonly EntityModel[];
let planted: ReadonlyMap<string, string>;
/** Each person's login. */
let logins: ReadonlyMap<string, string>;

beforeAll(async () => {
  ({ app, limited, planted, tokens: logins } = await startInsider());
  const admin = askAs('admin');
  for (const { id, activity } of limited) {
    if (!activity) continue;
    const path = `/activity/${id}/${planted.get(id)}`;
    if (activity.comments) await admin('POST', `${path}/comment`, { Text: `${mark} comment` });
    if (activity.followers) await admin('PUT', `${path}/follower`);
  }
  return () => app.store.close();
});

const askAs = (who: string): Ask => asker(app.fetch, { authorization: `Bearer ${logins.get(who)}` });

/** The whole answer as text, whatever its format. */
async function readAs(
  who: string,
  path: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { authorization: `Bearer ${logins.get(who)}` };
  const response = await app.fetch(new Request(`http://localhost/api${path}`, { headers }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  if (type === 'application/pdf') return { status: response.status, text: await textOfPages(bytes) };
  const isSheet = type.includes('spreadsheetml');
  const texts = isSheet ? Object.values(unzipSync(bytes)).map((part) => strFromU8(part)) : [strFromU8(bytes)];
  return { status: response.status, text: texts.join('\n') };
}

/** The lists of an entity that need no more than a login and rights. */
const listsOf = ({ id }: EntityModel) =>
  app.models
    .current()
    .routes.filter(
      ({ operation, method, path, entity, any, flag, bind, lengths }) =>
        entity === id &&
        operation === 'find' &&
        method === 'GET' &&
        !path.includes('{') &&
        !any &&
        !flag &&
        Object.keys({ ...bind, ...lengths }).length === 0,
    );

describe('row access at every other door', () => {
  it('no spreadsheet, PDF or printed record holds a record of another dealer', async () => {
    const found: string[] = [];
    const opened = new Set<string>();
    for (const entity of limited) {
      const Id = planted.get(entity.id);
      const doors = [`/print/${entity.id}/${Id}`, `/print/${entity.id}/${Id}?printLanguage=fr-CA`];
      const only = `FilterProperty=Id&FilterOperator=eq&FilterValue=${Id}`;
      for (const { path } of listsOf(entity).slice(0, 1))
        for (const kind of ['csv', 'xlsx', 'pdf']) doors.push(`${path}?${only}&$export=${kind}`);
      for (const door of doors) {
        const own = await readAs('admin', door);
        const other = await readAs(insider, door);
        if (own.status === 200 && isMarked(own.text)) opened.add(door.replace(/\?.*\$/, ' '));
        if (isMarked(other.text) || other.status >= 500) found.push(`${door}: ${other.status}`);
        if (door.startsWith('/print') && other.status < 400) found.push(`${door}: ${other.status}`);
      }
    }
    expect(found).toEqual([]);
    expect(opened.size).toBeGreaterThan(14);
  });

  it('comments, followers, files and restores of it do not exist', async () => {
    const found: string[] = [];
    const below = ['', '/comment', '/follower', '/file', '/related', '/reader'];
    for (const { id, activity } of limited) {
      if (!activity) continue;
      const path = `/activity/${id}/${planted.get(id)}`;
      for (const one of below) {
        const { status, text } = await readAs(insider, `${path}${one}`);
        if (status !== 404 || isMarked(text)) found.push(`${path}${one}: ${status}`);
      }
      const writes: readonly (readonly [string, string, object?])[] = [
        ['POST', '/comment', { Text: 'x' }],
        ['PUT', '/follower'],
        ['POST', '/duplicate'],
        ['POST', '/restore', { Entry: foreignId(1), What: 'record' }],
        ['POST', '/restore', { Entry: foreignId(1), What: 'field', IsTrial: true }],
      ];
      for (const [method, one, body] of writes) {
        const { status, body: said } = await askAs(insider)(method, `${path}${one}`, body);
        if (status !== 404 || isMarked(JSON.stringify(said)))
          found.push(`${method} ${path}${one}: ${status}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('checks, rendered texts and similar records say nothing of it', async () => {
    const found: string[] = [];
    for (const { id, alike, labelField } of limited) {
      const Id = planted.get(id);
      const asked: readonly (readonly [string, object])[] = [
        [`/validate/${id}`, { Id, [labelField]: 'Another' }],
        [`/render/${id}/${Id}`, { Field: labelField }],
        ...(alike.length > 0 ? ([[`/alike/${id}`, { [labelField]: `${mark} ${labelField}` }]] as const) : []),
        [`/rule/${id}/${labelField}`, { Id }],
      ];
      for (const [path, body] of asked) {
        const { status, body: said } = await askAs(insider)('POST', path, body);
        if (status >= 500 || isMarked(JSON.stringify(said ?? '').replaceAll(`${mark} ${labelField}`, '')))
          found.push(`${path}: ${status} ${JSON.stringify(said).slice(0, 200)}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('the feed of changes and all histories are silent about it', async () => {
    const found: string[] = [];
    for (const { id } of limited) {
      const { text } = await readAs(insider, `/changes?entity=${id}&limit=500`);
      if ([...planted.values()].some((one) => text.includes(one))) found.push(`/changes of ${id}`);
    }
    const { text } = await readAs(insider, '/history?pageSize=100');
    if (isMarked(text)) found.push('/history');
    expect(found).toEqual([]);
  });

  it('work of people whom a person does not see is neither shown nor cancelled', async () => {
    const { store } = app;
    const stamp = { CreatedDate: '2026-11-20T14:00:00.000Z', CreatedBy: 'dealer-other', Revision: 1 };
    const features = [...app.models.current().features.keys()].filter((one) => one !== 'AllDealers.View');
    for (const [at, Features] of ['login', features[0], 'Profile.View'].entries()) {
      const Id = foreignId(700 + at);
      const Result = { RowCount: 1, Notes: [{ message: 'ui.bell.rows', params: { count: 7 } }] };
      await store.insert('job', {
        ...{
          ...stamp,
          Id,
          Kind: 'bulk',
          Key: `${mark} list ${at}`,
          Status: 'running',
          StartedBy: 'jtremblay',
        },
        ...{ Features, Input: {}, Result, Notice: { title: 'notification.bulk', about: `${mark} work` } },
      });
    }
    const ask = askAs(insider);
    const found: string[] = [];
    for (const path of ['/job', '/background-work', '/background-work?person=jtremblay']) {
      const { text } = await readAs(insider, path);
      if (isMarked(text) || text.includes('jtremblay')) found.push(path);
      expect((await readAs('admin', path)).text, path).toContain('jtremblay');
    }
    for (const at of [0, 1, 2]) {
      const Id = foreignId(700 + at);
      for (const [method, path] of [
        ['GET', `/job/${Id}`],
        ['POST', `/job/${Id}/cancel`],
        ['POST', `/background-work/job/${Id}/cancel`],
      ] as const) {
        const { status } = await ask(method, path);
        if (status !== 404) found.push(`${method} ${path}: ${status}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('records of an account are seen by those who see the account: letters, API keys and their changes', async () => {
    const { store } = app;
    const accounts = new Map((await store.find({ entity: 'user' })).items.map((one) => [one.UserName, one]));
    const { items: people } = await store.find({ entity: 'employee' });
    const own = people.find(({ UserName }) => UserName === insider) as DataRecord;
    const colleague = people.find(({ DealerId, Id }) => DealerId === own.DealerId && Id !== own.Id);
    await store.update(
      'employee',
      String(colleague?.Id),
      { UserName: 'viewer' },
      Number(colleague?.Revision),
    );
    const stamp = { CreatedDate: '2026-11-20T14:00:00.000Z', CreatedBy: 'admin', ModifiedBy: 'admin' };
    const write = (entity: string, at: number, fields: object) =>
      store.insert(entity, {
        ...{ ...stamp, ModifiedDate: stamp.CreatedDate, Revision: 1, Id: foreignId(at) },
        ...fields,
      });
    const idOf = (name: string | undefined) => (name ? accounts.get(name)?.Id : undefined);
    const readers = [insider, 'viewer', 'admin', undefined];
    for (const [at, name] of readers.entries()) {
      const letter = { To: 'a@example.com', Subject: `To ${name}`, Text: 'Text', StateId: 2, Attempts: 1 };
      await write('letter', 800 + at, { ...letter, UserId: idOf(name) });
      if (!name) continue;
      const program = { Name: `Of ${name}`, OwnerId: idOf(name), Features: [], Entities: [], KeyDays: 30 };
      await write('service-account', 810 + at, { ...program, CallsPerMinute: 60, IsActive: true });
      const key = { ServiceAccountId: foreignId(810 + at), Prefix: `Key of ${name}` };
      await write('service-key', 820 + at, { ...key, ExpiryDate: '2027-01-01T00:00:00Z' });
      const hook = { Url: 'https://receiver.example', Entities: ['dealer'], Events: ['created'] };
      await write('webhook', 830 + at, { ...hook, Name: `Hook of ${name}`, OwnerId: idOf(name) });
      const sent = { WebhookId: foreignId(830 + at), StateId: 3, Attempts: 1 };
      await write('webhook-delivery', 840 + at, { ...sent, Event: `Sent of ${name}` });
    }
    const subjects = async (who: string) => {
      const { body, status } = await askAs(who)('GET', '/letter?pageSize=100');
      expect(status, JSON.stringify(body)).toBe(200);
      return body.Items.map((one: DataRecord) => one.Subject).sort();
    };
    const seen = await subjects(insider);
    expect(seen).toEqual([`To ${insider}`, 'To viewer'].sort());
    expect(await subjects('admin')).toEqual(expect.arrayContaining(['To admin', 'To undefined']));
    const tried = await askAs('admin')('GET', `/configure/draft/rows?entity=letter&person=${insider}`);
    const shown = (tried.body.Items as DataRecord[]).filter(({ Seen }) => Seen);
    expect(shown.map(({ Name }) => Name).sort()).toEqual(seen);
    expect(shown.map(({ Why }) => Why)).toEqual(shown.map(() => ['UserId.UserName']));
    const ask = askAs(insider);
    for (const at of [802, 803])
      for (const [method, path] of [
        ['GET', `/letter/${foreignId(at)}`],
        ['POST', `/letter/${foreignId(at)}/send`],
        ['POST', `/background-work/letter/${foreignId(at)}/again`],
      ] as const)
        expect((await ask(method, path)).status, `${method} ${path}`).toBe(404);
    expect((await ask('GET', `/letter/${foreignId(801)}`)).status).toBe(200);
    const ofAdmin = new Map([
      ['ServiceAccountId', foreignId(812)],
      ['WebhookId', foreignId(832)],
    ]);
    const secrets = [
      'To admin',
      'To undefined',
      'Of admin',
      'Key of admin',
      'Hook of admin',
      'Sent of admin',
    ];
    const { routes } = app.models.current();
    const lists = routes.filter(
      ({ entity, operation }) => operation === 'find' && /^(service|webhook)/.test(entity ?? ''),
    );
    expect(lists).toHaveLength(4);
    const found: string[] = [];
    const read: string[] = [];
    for (const path of [
      '/letter?pageSize=100',
      '/background-work?pageSize=100',
      '/changes?entity=letter&limit=500',
      '/changes?entity=service-key&limit=500',
      ...lists.map((route) => route.path.replace(/\{(\w+)\}/g, (_, name) => ofAdmin.get(name) ?? '')),
    ]) {
      const { text } = await readAs(insider, path);
      for (const secret of [...secrets, foreignId(802)])
        if (text.includes(secret)) found.push(`${path}: ${secret}`);
      const own = (await readAs('admin', path)).text;
      read.push(...secrets.filter((secret) => own.includes(secret)));
    }
    expect(found).toEqual([]);
    expect([...new Set(read)].sort()).toEqual(secrets.toSorted());
    for (const path of ['/webhook', '/serviceaccount']) {
      const items = (await ask('GET', `${path}?pageSize=100`)).body.Items as readonly DataRecord[];
      const own = items.find(({ OwnerId }) => OwnerId === idOf(insider));
      const give = (OwnerId: unknown) => ask('PUT', `${path}/${own?.Id}`, { ...own, OwnerId });
      expect((await give(idOf('admin'))).status, path).toBeOneOf([403, 422]);
      expect((await readAs(insider, `${path}/${own?.Id}`)).text).toMatch(new RegExp(`of ${insider}`, 'i'));
    }
  });

  it('the configurator tries whom a record is visible to, and is told what the person then sees', async () => {
    let [seen, unseen] = [0, 0];
    for (const entity of limited) {
      const [list] = listsOf(entity);
      const asked = `/configure/draft/rows?entity=${entity.id}&person=${insider}`;
      const { status, body } = await askAs('admin')('GET', asked);
      expect(status, entity.id).toBe(200);
      const tried = body.Items as readonly DataRecord[];
      if (!list || body.All) continue;
      for (const { Id, Seen } of tried) {
        const only = `FilterProperty=Id&FilterOperator=eq&FilterValue=${Id}`;
        const { text } = await readAs(insider, `${list.path}?${only}`);
        expect([entity.id, Id, text.includes(String(Id))]).toEqual([entity.id, Id, Seen]);
        if (Seen) seen += 1;
        else unseen += 1;
      }
    }
    expect([seen > 4, unseen > 20]).toEqual([true, true]);
  });

  it('every entity of accounts that a right opens has row access, and keys are not widened by accounts', () => {
    const model = app.models.current();
    const open = [...model.entities.values()].filter(
      ({ id, policy: { view }, fields }) =>
        id !== 'user' &&
        view.kind === 'feature' &&
        view.anyOf.length > 0 &&
        fields.some(({ ref }) => ref?.entity === 'user'),
    );
    expect(open.filter(({ rowAccess }) => !rowAccess?.accounts).map(({ id }) => id)).toEqual([]);
    expect(open.length).toBeGreaterThan(3);
    const user = { UserName: insider, Employee: { DealerId: foreignId(1) } } as unknown as UserContext;
    const features = new Set([...model.features.keys()].filter((one) => one !== 'AllDealers.View'));
    const whole = limitsOf(model, { user, features });
    expect(whole.ofAccounts.size).toBeGreaterThan(4);
    for (const entity of whole.ofAccounts.keys()) {
      const { ofAccounts } = limitsOf(model, { user, features, key: { entities: new Set([entity]) } });
      expect([...ofAccounts.keys()]).toEqual([entity]);
    }
  });
});
