/** What surrounds a record: seen by anyone who may read the record, and by nobody else, through every door. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, type StoreKind, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const roles = {
  // Sees the records of one dealer only.
  'all but dealers': { features: ['*'], except: ['AllDealers.View'] },
  // Reads products and changes nothing.
  reader: { features: ['Product.Menu', 'Product.Plan.View'] },
  outsider: { features: ['Report.View'] },
};
/** Refers to a product by a field that few people see. */
const memo = [
  [
    'entity',
    { $id: 'memo', title: 'Memo', type: 'object', properties: { ProductId: { 'x-ref': 'product' } } },
  ],
  ['behaviour', { for: 'memo', policy: { view: 'login', fields: { ProductId: { view: 'User.Manage' } } } }],
  ['api', { for: 'memo', routes: [{ route: 'GET /memo', operation: 'find', sort: ['Id'] }] }],
].map(([name, json]) => ({ file: `schemas/test/memo/${name}.json`, json }));
const stores: readonly StoreKind[] = process.env.STORES ? appStores : ['memory', 'sqlite'];
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
const ownDealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

describe.each(stores)('on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let reader: Ask;
  let product: string;
  /** A plan of a product in design: `outsider` may not read it. */
  let plan: DataRecord;
  let id: string;
  let foreign: string;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp({ store, added: withRoles(roles, memo) });
    [admin, reader] = [await app.as('admin'), await app.as('reader')];
    const drafts = (await app.store.find({ entity: 'product' })).items.filter(
      (one) => one.ProductStateTypeId === 1,
    );
    const plans = (await app.store.find({ entity: 'plan' })).items;
    plan = plans.find(({ ProductId }) => drafts.some(({ Id }) => Id === ProductId)) as DataRecord;
    [id, product] = [String(plan.Id), String(plan.ProductId)];
    const people = (await app.store.find({ entity: 'user' })).items;
    const like = people.find(({ UserName }) => UserName === 'viewer');
    const limited = { ...like, Id: '0f000000-0000-7000-8000-000000000900', UserName: 'pshah' };
    await app.store.transaction((session) =>
      session.insert('user', { ...limited, Roles: ['all but dealers'] }),
    );
    const dealers = (await app.store.find({ entity: 'dealer' })).items.map(({ Id }) => String(Id));
    foreign = dealers.find((id) => id !== ownDealer) ?? '';
    for (const { UserName, Id } of (await app.store.find({ entity: 'user' })).items)
      ids.set(String(UserName), String(Id));
    return () => app.store.close();
  });

  const of = (one: string, below = '', entity = 'plan') => `/activity/${entity}/${one}${below}`;
  const comment = async (ask: Ask, Text: string, more: object = {}, path = of(id, '/comment')) => {
    const { status, body } = await ask('POST', path, { Text, ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };

  it('comments are written, edited and deleted by their author, with their earlier texts', async () => {
    const made = await comment(reader, '  A\u202Equestion\r\n<b>here</b>\u0000  ');
    expect(made).toMatchObject({ Text: 'Aquestion\n<b>here</b>', IsMine: true, EditedDate: null });
    const seen = (await admin('GET', of(id, '/comment'))).body;
    expect(seen).toMatchObject({ TotalItems: 1, Items: [{ Id: made.Id, IsMine: false, Author: 'reader' }] });
    const one = of(id, `/comment/${made.Id}`);
    expect((await admin('PUT', one, { Text: 'Mine' })).status).toBe(403);
    expect((await admin('DELETE', one)).status).toBe(403);
    const edited = await reader('PUT', one, { Text: 'Better', Revision: made.Revision });
    expect(edited.body).toMatchObject({ Text: 'Better', EditedDate: expect.any(String) });
    expect((await reader('PUT', one, { Text: 'Late', Revision: made.Revision })).status).toBe(409);
    expect((await admin('GET', `${one}/version`)).body.Items).toMatchObject([{ Text: made.Text }]);
    expect((await reader('DELETE', one)).status).toBe(204);
    const after = (await admin('GET', of(id, '/comment'))).body.Items[0];
    expect(after).toMatchObject({ Text: '', RemovedDate: expect.any(String) });
    expect((await admin('GET', `${one}/version`)).status).toBe(403);
    expect((await reader('GET', `${one}/version`)).body.Items[0].Text).toBe('Better');
    // After a restart, everything is there.
    const again = await app.restart().as('reader');
    expect((await again('GET', of(id, '/comment'))).body.TotalItems).toBe(1);
  });

  it('bad input is refused with a sentence, and changes nothing', async () => {
    const before = (await admin('GET', of(id, '/comment'))).body.TotalItems;
    for (const [body, status] of [
      [{}, 422],
      [{ Text: ' \u0000\n ' }, 422],
      [{ Text: 5 }, 422],
      [{ Text: 'x'.repeat(4001) }, 422],
      [{ Text: 'x', Mentions: ['nobody'] }, 422],
      [{ Text: 'x', Mentions: ['0f000000-0000-7000-8000-000000000001'] }, 422],
      [{ Text: 'x', Mentions: Array.from({ length: 21 }, () => ids.get('admin')) }, 422],
      [{ Text: 'x', AuthorId: ids.get('admin') }, 400],
      ['[', 400],
    ] as const) {
      const answer = await reader('POST', of(id, '/comment'), body);
      expect([answer.status, typeof answer.body.Message], JSON.stringify(body).slice(0, 80)).toEqual([
        status,
        'string',
      ]);
    }
    for (const path of [of('x', '/comment'), of(id, '/nothing'), of(id, '/comment', 'letter')])
      expect([400, 404]).toContain((await admin('GET', path)).status);
    for (const wrong of ['page=0', 'pageSize=x'])
      expect((await admin('GET', `${of(id, '/comment')}?${wrong}`)).status).toBe(400);
    expect((await admin('GET', of(id, '/comment'))).body.TotalItems).toBe(before);
  });

  it('an idempotency key writes one comment', async () => {
    const headers = { 'idempotency-key': `comment-${store}` };
    const send = () => reader('POST', of(id, '/comment'), { Text: 'Once' }, headers);
    const [one, other] = [await send(), await send()];
    expect(other.body.Id).toBe(one.body.Id);
    const { Items } = (await reader('GET', of(id, '/comment'))).body;
    expect(Items.filter(({ Text }: { Text: string }) => Text === 'Once')).toHaveLength(1);
  });

  it('a mention tells the bell and by mail, in the language of the reader; only readers are offered', async () => {
    await app.store.update('user', ids.get('admin') ?? '', { Language: 'fr-CA', Email: 'admin@example.com' });
    const offered = (await reader('GET', `${of(id, '/reader')}?name=adm`)).body.Items;
    expect(offered.map(({ Id }: { Id: string }) => Id)).toContain(ids.get('admin'));
    const none = (await reader('GET', `${of(id, '/reader')}?name=outsider`)).body.Items;
    expect(none).toEqual([]);
    const refused = await reader('POST', of(id, '/comment'), {
      ...{ Text: '@outsider', Mentions: [ids.get('outsider')] },
    });
    expect(refused.status).toBe(422);
    await comment(reader, 'Look, @admin', { Mentions: [ids.get('admin')] });
    const bell = (await admin('GET', '/notification', undefined, { 'accept-language': 'fr-CA' })).body;
    expect(bell.Items[0]).toMatchObject({
      Title: 'On vous a mentionné dans un commentaire',
      About: expect.stringContaining('Look, @admin'),
      To: expect.stringContaining(`/plans/${id}`),
    });
    const letters = (await app.store.find({ entity: 'letter' })).items;
    const letter = letters.find(({ UserId }) => UserId === ids.get('admin'));
    expect(letter).toMatchObject({ To: 'admin@example.com', Language: 'fr-CA' });
    expect(letter?.Subject).toContain('vous a mentionné');
    // Nobody hears of their own mention.
    await comment(reader, 'Me', { Mentions: [ids.get('reader')] });
    expect((await reader('GET', '/notification')).body.TotalItems).toBe(0);
  });

  it('anyone who may not read the record learns nothing, through any door', async () => {
    const path = of(foreign, '', 'dealer');
    const made = await comment(admin, 'ForeignSecret', {}, `${path}/comment`);
    await admin('PUT', `${path}/follower`);
    const limited = await app.as('pshah');
    const outsider = await app.as('outsider');
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', ''],
      ['GET', '/comment'],
      ['POST', '/comment', { Text: 'x' }],
      ['PUT', `/comment/${made.Id}`, { Text: 'x' }],
      ['DELETE', `/comment/${made.Id}`],
      ['GET', `/comment/${made.Id}/version`],
      ['GET', '/reader'],
      ['GET', '/follower'],
      ['PUT', '/follower'],
      ['DELETE', '/follower'],
      ['GET', '/file'],
      ['GET', '/related'],
      ['GET', '/related/plan.ProductId'],
      ['POST', '/restore', { Entry: made.Id, What: 'field' }],
    ];
    for (const [method, below, body] of calls) {
      const foreigners = await limited(method, `${path}${below}`, body);
      expect(foreigners.status, `${method} ${below}`).toBe(404);
      expect(JSON.stringify(foreigners.body)).not.toContain('ForeignSecret');
      expect((await outsider(method, `${path}${below}`, body)).status, `${method} ${below}`).toBe(403);
      expect((await (await app.as())(method, `${path}${below}`, body)).status).toBe(401);
    }
    // A comment is not found under another record, and is in no list, history or feed of entities.
    expect((await admin('GET', of(id, `/comment/${made.Id}/version`))).status).toBe(404);
    for (const asked of ['/history?pageSize=100', `/history/record-comment/${made.Id}`, '/changes'])
      expect(JSON.stringify((await limited('GET', asked)).body)).not.toContain('ForeignSecret');
    const mention = { Text: 'x', Mentions: [ids.get('pshah')] };
    expect((await admin('POST', `${path}/comment`, mention)).status).toBe(422);
  });

  it('nobody is offered, mentioned or named as a substitute whom the person may not list', async () => {
    const limited = await app.as('pshah');
    const path = of(ownDealer, '', 'dealer');
    const listed = (await limited('GET', '/person')).body.Items.map(({ UserName }: DataRecord) => UserName);
    expect(listed).toContain('pshah');
    const offered = (await limited('GET', `${path}/reader`)).body.Items.map(({ Id }: DataRecord) => Id);
    const day = { From: '2030-01-01', To: '2030-01-02' };
    const others = [...ids].filter(([name]) => name !== 'pshah');
    expect(others.filter(([name]) => !listed.includes(name)).length).toBeGreaterThan(3);
    for (const [name, one] of others.filter(([name]) => !listed.includes(name))) {
      expect(offered, name).not.toContain(one);
      const mention = await limited('POST', `${path}/comment`, { Text: name, Mentions: [one] });
      expect(mention.status, name).toBe(422);
      const absence = await limited('POST', '/absence', { ...day, Substitute: name });
      expect([absence.status, absence.body.ValidationErrors[0].Rule]).toEqual([422, 'absence.nobody']);
    }
  });

  it('a comment is an entry of the feed of its record', async () => {
    await comment(admin, 'For the feed');
    const { items } = await app.store.find({ entity: 'record-change' });
    expect(items.some(({ RecordId, Operation }) => RecordId === id && Operation === 'comment')).toBe(true);
    expect(items.some(({ Entity }) => Entity === 'record-comment')).toBe(false);
  });

  it('followers hear of changes by others: one bell entry for a record, one e-mail for a person', async () => {
    await app.runDue();
    const path = of(id, '/follower');
    await app.store.update('user', ids.get('reader') ?? '', { Email: 'reader@example.com' });
    expect((await reader('PUT', path)).body).toMatchObject({ IsFollowing: true });
    expect((await reader('PUT', path)).body.Count).toBe((await reader('GET', path)).body.Count);
    await comment(admin, 'First change');
    await app.runDue();
    await comment(admin, 'Second change');
    await comment(reader, 'My own');
    await app.runDue();
    const { Items } = (await reader('GET', '/notification')).body;
    expect(Items).toHaveLength(1);
    expect(Items[0]).toMatchObject({
      Title: 'A record you follow was changed',
      About: expect.stringContaining('2 changes'),
    });
    const letters = (await app.store.find({ entity: 'letter' })).items;
    expect(letters.filter(({ UserId }) => UserId === ids.get('reader'))).toHaveLength(1);
    // Who loses the right hears nothing more.
    await reader('POST', '/notification/read');
    await app.store.update('user', ids.get('reader') ?? '', { Roles: ['outsider'] });
    await comment(admin, 'Third change');
    await app.runDue();
    await app.store.update('user', ids.get('reader') ?? '', { Roles: ['reader'] });
    expect((await reader('GET', '/notification')).body.Unread).toBe(0);
    expect((await reader('DELETE', path)).body).toMatchObject({ IsFollowing: false });
  });

  it('files are attached by those who may, judged by their content, and open for readers only', async () => {
    const upload = async (ask: Ask, content: string, name = 'note.pdf') =>
      ask('POST', of(id, '/file'), content, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
      });
    expect((await upload(reader, '%PDF-1.7 x')).status).toBe(403);
    expect((await upload(admin, '<script>')).status).toBe(415);
    const made = await upload(admin, pdf);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const [file] = (await reader('GET', of(id, '/file'))).body.Items;
    expect(file).toMatchObject({ Name: 'note.pdf', ContentType: 'application/pdf', MayRemove: false });
    expect((await reader('GET', `/File/token/${file.FileId}`)).status).toBe(200);
    const outsider = await app.as('outsider');
    expect((await outsider('GET', `/File/token/${file.FileId}`)).status).not.toBe(200);
    expect((await reader('DELETE', of(id, `/file/${file.Id}`))).status).toBe(403);
    expect((await admin('DELETE', of(id, `/file/${file.Id}`))).status).toBe(204);
    expect((await reader('GET', of(id, '/file'))).body.TotalItems).toBe(0);
  });

  it('related records are counted and paged as far as the person may see them', async () => {
    const path = of(product, '/related', 'product');
    type Found = { readonly Of: string; readonly Entity: string; readonly Count: number };
    const found: Found[] = (await admin('GET', path)).body.Items;
    const plans = found.find(({ Of }) => Of === 'plan.ProductId');
    const { items } = await app.store.find({ entity: 'plan' });
    expect(plans?.Count).toBe(items.filter(({ ProductId }) => ProductId === product).length);
    const page = (await admin('GET', `${path}/plan.ProductId`)).body;
    expect(page.TotalItems).toBe(plans?.Count);
    expect(page.Items[0].Page).toBe(`/products/${product}/plans/${page.Items[0].Id}`);
    // The product is open to every login, its plans are not.
    const outsider = await app.as('outsider');
    const seen: Found[] = (await outsider('GET', path)).body.Items;
    expect(seen.map(({ Entity }) => Entity)).not.toContain('plan');
    expect((await outsider('GET', `${path}/plan.ProductId`)).status).toBe(404);
    expect((await admin('GET', `${path}/user.Id`)).status).toBe(404);
  });

  it('records are related only by fields that the person may see', async () => {
    const now = app.clock.now.toISOString();
    const stamps = { CreatedDate: now, CreatedBy: 'admin', ModifiedDate: now, ModifiedBy: 'admin' };
    const Id = '0f000000-0000-7000-8000-000000000901';
    await app.store.insert('memo', { Id, Revision: 1, ...stamps, ProductId: product });
    const path = of(product, '/related', 'product');
    for (const [ask, count, status] of [[admin, 1, 200] as const, [reader, 0, 404] as const]) {
      const found: { readonly Of: string }[] = (await ask('GET', path)).body.Items;
      expect(found.filter(({ Of }) => Of === 'memo.ProductId')).toHaveLength(count);
      expect((await ask('GET', `${path}/memo.ProductId`)).status).toBe(status);
    }
  });

  it('a plan is duplicated through the ordinary create', async () => {
    const made = await admin('POST', of(id, '/duplicate'));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const stored = await app.store.get('plan', made.body.Id);
    expect(stored).toMatchObject({ Name: `${plan.Name} (copy)`, ProductId: product, Revision: 1 });
    const again = (await admin('POST', of(id, '/duplicate'))).body;
    expect((await app.store.get('plan', again.Id))?.Name).toBe(`${plan.Name} (copy 2)`);
    expect((await reader('POST', of(id, '/duplicate'))).status).toBe(403);
    expect((await admin('POST', of(product, '/duplicate', 'product'))).status).toBe(404);
    // What the ordinary create refuses, a duplicate is refused too.
    const { items } = await app.store.find({ entity: 'plan' });
    const closed = (await app.store.find({ entity: 'product' })).items.find(
      (one) => one.ProductStateTypeId === 3,
    );
    const ofClosed = items.find(({ ProductId }) => ProductId === closed?.Id);
    expect((await admin('POST', of(String(ofClosed?.Id), '/duplicate'))).status).toBe(422);
  });

  it('a field and an earlier state are restored through the ordinary write', async () => {
    const path = of(id, '/restore');
    const name = async () => (await app.store.get('plan', id))?.Name;
    const put = async (Name: string) => {
      const current = (await admin('GET', `/product/plan/${id}`)).body;
      app.clock.now = new Date(app.clock.now.getTime() + 60_000);
      const { status, body } = await admin('PUT', '/product/plan', { ...current, Name });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    await put('One');
    await put('Two');
    const history = (await admin('GET', `/history/plan/${id}?pageSize=50`)).body.Items;
    const [latest, earlier] = history.filter(({ Field }: { Field: string }) => Field === 'Name');
    const trial = await admin('POST', path, { Entry: latest.Id, What: 'field', IsTrial: true });
    expect(trial.body, JSON.stringify(trial.body)).toMatchObject({ Fields: [{ Field: 'Name' }], Left: [] });
    expect(await name()).toBe('Two');
    expect((await reader('POST', path, { Entry: latest.Id, What: 'field' })).status).toBe(403);
    const stale = { Entry: latest.Id, What: 'field', Revision: 1 };
    expect((await admin('POST', path, stale)).status).toBe(409);
    expect((await admin('POST', path, { Entry: earlier.Id, What: 'record' })).status).toBe(200);
    expect(await name()).toBe('One');
    expect((await admin('POST', path, { Entry: earlier.Id, What: 'field' })).status).toBe(200);
    expect(await name()).toBe(plan.Name);
    // An entry of another record is not found; an unusable one is named.
    const other = of(product, '/restore', 'product');
    expect((await admin('POST', other, { Entry: latest.Id, What: 'field' })).status).toBe(404);
    const entry = {
      ...(await app.store.get('history', latest.Id)),
      Id: '0f000000-0000-7000-8000-00000000aaaa',
    };
    await app.store.insert('history', { ...entry, Field: 'RemovedField', PreviousValue: 'x' });
    const left = await admin('POST', path, { Entry: entry.Id, What: 'field' });
    expect(left.body.Left).toMatchObject([{ Field: 'RemovedField', Reason: 'The field no longer exists.' }]);
  });

  it('what belongs to a record goes with it', async () => {
    const made = (await admin('POST', of(id, '/duplicate'))).body;
    await comment(admin, 'On a plan', {}, of(made.Id, '/comment'));
    await app.runDue();
    const { status, body } = await admin('DELETE', `/product/plan/${made.Id}`);
    expect([200, 204], JSON.stringify(body)).toContain(status);
    await app.runDue();
    const { items } = await app.store.find({ entity: 'record-comment' });
    expect(items.some(({ RecordId }) => RecordId === made.Id)).toBe(false);
    expect((await admin('GET', of(made.Id, '/comment'))).status).toBe(404);
  });
});
