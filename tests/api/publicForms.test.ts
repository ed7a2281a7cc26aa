/** Forms for people without a login: what they may send, and what they can neither see nor do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type DataRecord, sectionsOfForm } from '#engine';
import { cleanFiles, cleanForms } from '#server/app';
import { documentJudge } from './support/documentJudge.ts';
import { appStores, asker, type Running } from './support/startApp.ts';
import { almostSolved, formsOff, startForms, visitorOf } from './support/startForms.ts';

const good = { Name: 'Ada', Email: 'ada@example.com', Note: 'Hello' };

const stored = async (app: Running, name = 'Ada'): Promise<readonly DataRecord[]> =>
  (await app.store.find({ entity: 'inquiry' })).items.filter(({ Name }) => Name === name);

describe.each(appStores)('a public form (%s)', (store) => {
  let world: Awaited<ReturnType<typeof startForms>>;
  beforeAll(async () => {
    world = await startForms(store);
  });

  it('tells a stranger its own fields, texts and choices, and nothing else of the model', async () => {
    const { status, body } = await world.definition();
    expect(status).toBe(200);
    expect(body).toMatchObject({ Address: 'ask', Fields: expect.arrayContaining(['Name', 'Paper']) });
    const text = JSON.stringify(body);
    for (const hidden of [
      'Secret',
      'User.Manage',
      'workflow',
      'policy',
      'inquiry.ask.link',
      "'web'",
      'product',
    ])
      expect(text, hidden).not.toContain(hidden);
    expect(body.Bundle.files.map(({ file }: { file: string }) => file)).not.toContain(
      expect.stringMatching(/api\.json|screens/),
    );
    const checks = await world.app.fetch(new Request('http://localhost/api/publicforms/ask/validators.js'));
    expect(checks.headers.get('content-type')).toContain('javascript');
    expect(await checks.text()).not.toContain('Secret');
  });

  it('explains its fields in each language', async () => {
    const { body } = await world.definition();
    const said = body.Bundle.files.map(({ json }: { json: { messages?: object } }) => json.messages ?? {});
    expect(Object.assign({}, ...said)).toHaveProperty(['help.inquiry.Note'], 'Ce que vous demandez.');
  });

  it('gives its fields in sections, and leaves out one of which nothing is shown', async () => {
    const { body } = await world.definition();
    const [first, second, ...more] = body.Sections;
    expect(first).toEqual({ Title: null, Fields: ['Name', 'Email'] });
    expect(second.Title).toEqual({ 'en-CA': 'Your question', 'fr-CA': 'Votre question' });
    expect(second.Fields).toEqual(body.Fields.slice(2));
    expect(more).toEqual([]);
    const title = { 'en-CA': 'Gone', 'fr-CA': 'Gone' };
    const fields = [{ field: 'Name' }, { field: 'FriendId', section: title }];
    expect(sectionsOfForm({ fields }, ['Name'])).toEqual([{ Title: null, Fields: ['Name'] }]);
  });

  it('answers as OpenAPI describes', async () => {
    const document = (await (await world.app.as('admin'))('GET', '/openapi.json')).body;
    const judge = documentJudge(document)(['paths', '/api/publicforms/{address}', 'get', 'responses', '200']);
    const { body } = await world.definition();
    expect(judge(body), JSON.stringify(judge.errors)).toBe(true);
    expect(judge({ ...body, Fields: 'Name' })).toBe(false);
  });

  it('creates the record as the form, with what the form sets, and keeps what was agreed to', async () => {
    const { app, letters, send } = world;
    const { status, body } = await send(good);
    expect([status, body]).toEqual([201, { Received: true }]);
    const [record] = await stored(app);
    expect(record).toMatchObject({ ...good, Source: 'web', StateId: 1, CreatedBy: 'public form ask' });
    const [answer] = (await app.store.find({ entity: 'form-answer' })).items;
    expect(answer).toMatchObject({ Form: 'inquiry.ask', RecordId: record?.Id, Language: 'en-CA' });
    expect(answer).toMatchObject({ ConsentText: 'You may keep this.', ConsentDate: expect.any(String) });
    const { items } = await app.store.find({ entity: 'history' });
    expect(
      items.some((entry) => entry.RecordId === record?.Id && entry.ChangedBy === 'public form ask'),
    ).toBe(true);
    await app.runDue();
    expect(letters).toEqual([expect.objectContaining({ to: 'ada@example.com', subject: 'Hello Ada' })]);
    const admin = await app.as('admin');
    const told = await admin('GET', '/notification');
    expect(JSON.stringify(told.body)).toContain('Ask us – Ada');
  });

  it('tells only those who may see the record', async () => {
    const { app, send } = world;
    const toldOf = async (user: string) => {
      const { body } = await (await app.as(user))('GET', '/notification');
      return JSON.stringify(body).match(/Send us – [^"]*/g);
    };
    for (const Doer of ['manager', 'viewer'])
      expect((await send({ Name: `For the ${Doer}`, Doer }, {}, 'errand')).status).toBe(201);
    await app.runDue();
    expect(await toldOf('manager')).toEqual(['Send us – For the manager']);
    expect(await toldOf('viewer')).toEqual(['Send us – For the viewer']);
    expect(await toldOf('admin')).toBeNull();
  });

  it('writes to people in the language they read', async () => {
    const { app, letters, send } = world;
    letters.length = 0;
    await send({ ...good, Name: 'Zoé', Email: 'zoe@example.com' }, { Language: 'fr-CA' });
    await app.runDue();
    expect(letters.map(({ subject }) => subject)).toEqual(['Bonjour Zoé']);
  });

  it.each<[string, object, object, number]>([
    ['a field that is not offered', { ...good, Secret: 'x' }, {}, 400],
    ['the field that the form sets', { ...good, Source: 'x' }, {}, 400],
    ['a workflow state', { ...good, StateId: 2 }, {}, 400],
    ['an id', { ...good, Id: '00000000-0000-7000-8000-000000000000' }, {}, 400],
    ['bookkeeping', { ...good, CreatedBy: 'admin' }, {}, 400],
    ['a field in other letters', { ...good, secret: 'x' }, {}, 400],
    ['no required value', { Name: 'X' }, {}, 422],
    ['a wrong type', { ...good, Amount: 'many' }, {}, 422],
    ['a value that a rule refuses', { ...good, Amount: 5000 }, {}, 422],
    [
      'a reference that is not offered',
      { ...good, FriendId: '00000000-0000-7000-8000-000000000000' },
      {},
      422,
    ],
    ['a file of nobody', { ...good, Paper: '00000000-0000-7000-8000-000000000000' }, {}, 422],
    ['no agreement', good, { Consent: null }, 422],
    ['an agreement to another text', good, { Consent: '0123456789abcdef' }, 409],
    ['an unsolved challenge', good, { Number: -1 }, 400],
    ['a challenge of its own making', good, { Challenge: 'ask.0.9999999999999.x.y' }, 400],
    ['a link of its own making', good, { Token: 'x'.repeat(43) }, 404],
    ['another member', good, { Role: 'admin' }, 400],
  ])('refuses %s, and stores nothing', async (_, values, more, status) => {
    const { app, send } = world;
    const before = await app.store.count('inquiry');
    const answer = await send(values, more);
    expect([answer.status, answer.body.Message], JSON.stringify(answer.body)).toEqual([
      status,
      expect.any(String),
    ]);
    expect(await app.store.count('inquiry')).toBe(before);
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  });

  it('takes a challenge once: the same answer again is the same answer, another one is refused', async () => {
    const { app, ask, solve } = world;
    const body = { ...(await solve()), Language: 'en-CA', Values: { ...good, Name: 'Once' } };
    const first = await ask('POST', '/publicforms/ask', body);
    const again = await ask('POST', '/publicforms/ask', body);
    expect([first.status, again.status]).toEqual([201, 201]);
    const other = await ask('POST', '/publicforms/ask', { ...body, Values: { ...good, Name: 'Twice' } });
    expect(other.status).toBe(409);
    const elsewhere = await ask('POST', '/publicforms/few', { ...body, Language: 'fr-CA' });
    expect(elsewhere.status).toBe(400);
    expect([(await stored(app, 'Once')).length, (await stored(app, 'Twice')).length]).toEqual([1, 0]);
  });

  it('takes a challenge for two hours, and only with all of its work done', async () => {
    const { app, ask, definition, solve } = world;
    const answer = (challenge: object) =>
      ask('POST', '/publicforms/ask', { ...challenge, Language: 'en-CA', Values: { ...good, Name: 'Late' } });
    const { Challenge, Bits, Consent } = (await definition()).body;
    const almost = { Challenge, Number: almostSolved(Challenge, Bits), Consent: Consent.Version };
    expect((await answer(almost)).status).toBe(400);
    const inTime = await solve();
    app.clock.now = new Date(app.clock.now.getTime() + 2 * 3_600_000 - 1);
    const late = await solve();
    expect((await answer(inTime)).status).toBe(201);
    app.clock.now = new Date(app.clock.now.getTime() + 2 * 3_600_000);
    expect((await answer(late)).status).toBe(400);
    expect(await stored(app, 'Late')).toHaveLength(1);
  });

  it('offers the records of its condition only, by name', async () => {
    const { app, definition, send } = world;
    const [ada] = await stored(app);
    await app.store.update('inquiry', String(ada?.Id), { Source: 'listed' });
    const { body } = await definition();
    const offered = body.Bundle.files.find(({ file }: { file: string }) => /offered/.test(file));
    expect(offered.json.items).toEqual([{ Id: ada?.Id, Name: 'N1', title: 'Ada' }]);
    expect((await send({ ...good, Name: 'Friend', FriendId: ada?.Id })).status).toBe(201);
    const [once] = await stored(app, 'Once');
    expect((await send({ ...good, Name: 'Foe', FriendId: once?.Id })).status).toBe(422);
  });

  it('is closed before its first day, after its last, by hand, and once a day is full', async () => {
    const { app, definition, send } = world;
    const closed = async (address: string) => (await definition(address)).body;
    expect(await closed('later')).toMatchObject({ Closed: 'early', From: '2027-01-01' });
    expect(await closed('past')).toMatchObject({ Closed: 'over' });
    expect(await closed('shut')).toMatchObject({ Closed: 'closed' });
    expect(Object.keys(await closed('shut'))).not.toContain('Bundle');
    expect((await definition('nowhere')).status).toBe(404);
    const french = { Language: 'fr-CA' };
    expect((await send(good, {}, 'few')).status).toBe(400);
    const solved = await world.solve('few');
    for (const Name of ['A', 'B']) expect((await send({ ...good, Name }, french, 'few')).status).toBe(201);
    const late = await world.ask('POST', '/publicforms/few', { ...solved, ...french, Values: good });
    expect([late.status, late.body.Closed]).toEqual([409, 'full']);
    expect(await closed('few')).toMatchObject({ Closed: 'full' });
    app.clock.now = new Date(app.clock.now.getTime() + 24 * 3_600_000);
    expect((await send({ ...good, Name: 'C' }, french, 'few')).status).toBe(201);
  });

  const upload = async (
    solved: { Challenge: string; Number: number },
    field: string,
    content: string,
    app: Running = world.app,
  ) => {
    const form = new FormData();
    form.append('file', new File([content], 'note.txt', { type: 'text/plain' }));
    const query = new URLSearchParams({
      field,
      challenge: solved.Challenge,
      number: String(solved.Number),
    });
    const request = new Request(`http://localhost/api/publicforms/ask/file?${query}`, {
      method: 'POST',
      body: form,
    });
    const response = await app.fetch(request);
    return { status: response.status, body: (await response.json()) as DataRecord };
  };

  it.each([
    ['later', '2026-12-31', 'early'],
    ['later', '2027-01-01', undefined],
    ['past', '2026-01-01', undefined],
    ['past', '2026-01-02', 'over'],
  ])('%s is on %s: %s', async (address, day, closed) => {
    const { app, definition } = world;
    const before = app.clock.now;
    app.clock.now = new Date(`${day}T17:00:00Z`);
    expect((await definition(address)).body.Closed ?? undefined).toBe(closed);
    app.clock.now = before;
  });

  it('takes at most twenty files for one answer', async () => {
    const { app, solve } = world;
    const challenge = await solve();
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      statuses.push((await upload(challenge, 'Paper', `file ${at}`)).status);
      // Uploads of a network are bounded too.
      app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(201), 422]);
  });

  it('takes files of its own challenge, within the limits of the field, and removes those never used', async () => {
    const { app, ask, solve } = world;
    const [mine, theirs] = [await solve(), await solve()];
    const { status, body: file } = await upload(mine, 'Paper', 'some text');
    expect([status, file.Name]).toEqual([201, 'note.txt']);
    expect((await upload(mine, 'Paper', 'x'.repeat(2000))).status).toBe(413);
    expect((await upload(mine, 'Name', 'text')).status).toBe(400);
    expect((await upload({ ...mine, Number: mine.Number + 1 }, 'Paper', 'text')).status).toBe(400);
    const sent = (solved: object, Name: string) =>
      ask('POST', '/publicforms/ask', {
        ...solved,
        Language: 'en-CA',
        Values: { ...good, Name, Paper: file.Id },
      });
    expect((await sent(theirs, 'Thief')).status).toBe(422);
    expect((await sent(mine, 'Writer')).status).toBe(201);
    expect((await upload(mine, 'Paper', 'late')).status).toBe(409);
    const { body: unused } = await upload(await solve(), 'Paper', 'never sent');
    app.clock.now = new Date(app.clock.now.getTime() + 2 * 24 * 3_600_000);
    await cleanFiles({
      model: app.models.current(),
      store: app.store,
      ports: { files: app.files, now: () => app.clock.now },
    });
    expect(await app.store.get('file', String(unused.Id))).toBeUndefined();
    expect(await app.store.get('file', String(file.Id))).toBeDefined();
  });

  it('opens one record by a link that staff make: its fields only, once, until it ends or is replaced', async () => {
    const { app, ask, solve } = world;
    const admin = await app.as('admin');
    const [ada] = await stored(app);
    const other = (await stored(app, 'Once'))[0];
    const link = async () => {
      const made = await admin('POST', '/publicforms/ask/link', { RecordId: ada?.Id });
      expect([made.status, made.body.Url]).toEqual([201, expect.stringContaining('/f/ask#')]);
      return String(made.body.Url).split('#')[1] as string;
    };
    const viewer = await app.as('viewer');
    expect((await viewer('POST', '/publicforms/ask/link', { RecordId: ada?.Id })).status).toBe(403);
    expect((await ask('POST', '/publicforms/ask/link', { RecordId: ada?.Id })).status).toBe(401);
    const [first, second] = [await link(), await link()];
    const open = (Token: string, address = 'ask') => ask('POST', `/publicforms/${address}/open`, { Token });
    expect((await open(first)).status).toBe(404);
    expect((await open(second, 'few')).status).toBe(404);
    const { body } = await open(second);
    expect(body.Values).toEqual({ Name: 'Ada', Note: 'Hello' });
    expect(JSON.stringify(body.Bundle)).not.toContain('Email');
    const send = async (Values: object, Token = second) =>
      ask('POST', '/publicforms/ask', { ...(await solve()), Language: 'en-CA', Values, Token });
    expect((await send({ Email: 'other@example.com' })).status).toBe(400);
    expect((await send({ Id: other?.Id, Note: 'X' })).status).toBe(400);
    expect((await send({ Note: 'Filled in' })).status).toBe(201);
    expect(await app.store.get('inquiry', String(ada?.Id))).toMatchObject({
      ...{ Note: 'Filled in', Email: 'ada@example.com', ModifiedBy: 'public form ask' },
    });
    expect((await app.store.get('inquiry', String(other?.Id)))?.Note).toBe('Hello');
    expect([(await send({ Note: 'Again' })).status, (await open(second)).status]).toEqual([404, 404]);
    const third = await link();
    app.clock.now = new Date(app.clock.now.getTime() + 3 * 24 * 3_600_000);
    expect((await open(third)).status).toBe(404);
  });

  it('takes nothing more once it is turned off: no open page, no link, no file', async () => {
    const { app, solve } = world;
    const [ada] = await stored(app);
    const made = await (await app.as('admin'))('POST', '/publicforms/ask/link', { RecordId: ada?.Id });
    const Token = String(made.body.Url).split('#')[1];
    const [page, linked] = [await solve(), await solve()];
    const later = await app.startAgain(formsOff());
    const ask = await later.as(undefined);
    const answer = (body: object) => ask('POST', '/publicforms/ask', { Language: 'en-CA', ...body });
    const refused = [
      await answer({ ...page, Values: good }),
      await answer({ ...linked, Values: { Note: 'Off' }, Token }),
      await ask('POST', '/publicforms/ask/open', { Token }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 404, 404]);
    expect((await upload(page, 'Paper', 'text', later)).status).toBe(409);
    expect((await app.store.get('inquiry', String(ada?.Id)))?.Note).not.toBe('Off');
  });

  it('bounds the calls of a network and asks it to wait, in a new process too', async () => {
    const { app } = world;
    const body = { Challenge: 'x', Number: 1, Language: 'en-CA', Values: good };
    const from = (running: Running, address: string) => {
      const fetch: Running['fetch'] = (request) =>
        running.fetch(request, { incoming: { socket: { remoteAddress: address } } });
      return asker(fetch, {});
    };
    const statuses: number[] = [];
    for (let at = 0; at < 40; at += 1)
      statuses.push((await from(app, '203.0.113.9')('POST', '/publicforms/ask', body)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await from(app.restart(), '203.0.113.9')('POST', '/publicforms/ask', body);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await from(app, '203.0.113.10')('POST', '/publicforms/ask', body)).status).toBe(400);
    app.clock.now = new Date(app.clock.now.getTime() + 11 * 60_000);
    expect((await from(app, '203.0.113.9')('POST', '/publicforms/ask', body)).status).toBe(400);
  });

  it('goes on after a restart, and forgets its counters once they say nothing', async () => {
    const { app } = world;
    const again = app.restart();
    const visitor = visitorOf(await again.as(undefined));
    expect((await visitor.send({ ...good, Name: 'After' })).status).toBe(201);
    app.clock.now = new Date(app.clock.now.getTime() + 40 * 24 * 3_600_000);
    await cleanForms(app.store, { now: () => app.clock.now });
    expect([await app.store.count('form-use'), await app.store.count('form-link')]).toEqual([0, 0]);
    expect(await app.store.count('form-answer')).toBeGreaterThan(0);
    expect(app.errors).toEqual([]);
  });
});
