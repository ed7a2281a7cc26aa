/** Automations from the draft to the letter: events, rights, loops, retries, digests and restarts. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
const path = '/custom/claim';
const day = 86_400_000;

/** An entity of one's own, with somebody responsible and a related entity. */
const application = [
  {
    kind: 'entity',
    name: 'claim',
    title: texts('Claim'),
    plural: texts('Claims'),
    label: texts('Name'),
    history: true,
  },
  { kind: 'field', name: 'claim.Amount', type: 'money', title: texts('Amount') },
  {
    ...{ kind: 'field', name: 'claim.Status', type: 'choice', title: texts('Status') },
    choices: ['Open', 'Approved', 'Paid'].map((name) => ({ name, title: texts(name) })),
  },
  { kind: 'field', name: 'claim.Responsible', type: 'person', title: texts('Responsible') },
  { kind: 'field', name: 'claim.Note', type: 'text', title: texts('Note') },
  { kind: 'field', name: 'claim.Due', type: 'date', title: texts('Due') },
  { kind: 'entity', name: 'task', title: texts('Task'), plural: texts('Tasks'), label: texts('Name') },
  {
    kind: 'field',
    name: 'task.ClaimId',
    type: 'reference',
    reference: 'claim',
    title: texts('Claim'),
    show: ['Name'],
  },
  { kind: 'field', name: 'task.Done', type: 'boolean', title: texts('Done') },
];

type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly id: string;
};

describe.each(appStores)('automations in the %s store', (store) => {
  let app: Running;
  let admin: Ask;
  let me: DataRecord;
  let letters: Letter[] = [];

  beforeAll(async () => {
    const mail = { send: async (letter: Letter) => void letters.push(letter) };
    app = await startApp({ store, ports: { mail } });
    admin = await app.as('admin');
    await publish(application);
    me = await person('admin');
    await app.store.update('user', String(me.Id), { Email: 'admin@example.com' });
    return () => app.store.close();
  });
  beforeEach(() => {
    letters = [];
  });

  async function put(ask: Ask, changes: readonly DataRecord[]) {
    const { body: draft } = await ask('GET', '/configure/draft');
    const { status, body } = await ask('PUT', '/configure/draft', { Revision: draft.Revision, Put: changes });
    expect(status, JSON.stringify([body, app.errors.map((one) => String((one as { err?: Error }).err?.stack))])).toBe(200);
    return body;
  }
  /** Logins end with time. */
  async function later(milliseconds: number) {
    app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
    admin = await app.as('admin');
  }
  async function publish(changes: readonly DataRecord[], ask = admin) {
    const draft = await put(ask, changes);
    const answer = await ask('POST', '/configure/publish', {});
    expect(answer.status, JSON.stringify([answer.body, draft.Findings])).toBe(201);
  }
  const automation = (name: string, words: DataRecord): DataRecord => ({
    ...{ kind: 'automation', name: `claim.${name}`, title: texts(name, `${name} (fr)`) },
    ...words,
  });
  const off = (name: string) => ({
    ...automation(name, { when: { on: 'button' }, then: [{ do: 'stop' }] }),
    off: true,
  });
  /** Publishes automations, and switches them off again afterwards. */
  async function withAutomations(all: readonly DataRecord[], work: () => Promise<void>) {
    await publish(all);
    try {
      await work();
    } finally {
      await publish(all.map(({ name }) => off(String(name).split('.')[1] ?? '')));
    }
  }
  const person = async (name: string) =>
    (await app.store.find({ entity: 'user' })).items.find(({ UserName }) => UserName === name) as DataRecord;
  const create = async (record: DataRecord, at = path) => {
    const { status, body } = await admin('POST', at, record);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as DataRecord;
  };
  const runsOf = async (name: string) => {
    const { body } = await admin('GET', `/configure/automations/runs?automation=claim.${name}`);
    return body.Items as readonly DataRecord[];
  };
  const stateIds = () => {
    const lookup = app.models.current().lookups.get('claim-status');
    return Object.fromEntries((lookup?.items ?? []).map(({ Name, Id }) => [Name, Id]));
  };
  /** Runs what is due, and sends the letters that follow. */
  const settle = async () => {
    await app.runDue();
    await app.runDue();
  };

  it('mails the person responsible once, when the amount over 5,000 is approved, in their language', async () => {
    const mailing = automation('approved', {
      owner: 'admin',
      when: { on: 'became' },
      if: `Status = ${JSON.stringify(stateIds().Approved)} and Amount > 5000`,
      then: [
        {
          do: 'mail',
          to: [{ field: 'Responsible' }],
          subject: texts('Claim {{ Name }} is approved', 'La demande {{ Name }} est approuvée'),
          text: texts('Amount: {{ $currency(Amount) }} <b>', 'Montant : {{ Amount }}'),
        },
      ],
    });
    await withAutomations([mailing], async () => {
      const ids = stateIds();
      const { Id } = await create({ Name: 'A & B', Amount: 6000, Status: ids.Open, Responsible: me.Id });
      await create({ Name: 'small', Amount: 10, Status: ids.Approved, Responsible: me.Id });
      await settle();
      expect(letters).toEqual([]);
      await admin('PUT', `${path}/${Id}`, { Status: ids.Approved });
      await admin('PUT', `${path}/${Id}`, { Note: 'it still holds' });
      await settle();
      await settle();
      expect(letters).toMatchObject([{ to: 'admin@example.com', subject: 'Claim A & B is approved' }]);
      expect(letters[0]?.text).toContain('6,000');
      expect(letters[0]?.html).not.toContain('<b>');
      const [run, ...more] = await runsOf('approved');
      expect([run?.State, more.length]).toEqual(['done', 0]);
      expect(run).toMatchObject({ RecordName: 'A & B', Steps: [{ Do: 'mail', Outcome: 'done' }] });
    });
  });

  it('sets fields, creates and changes related records in the transaction that marks the run as done', async () => {
    const working = automation('work', {
      when: { on: 'created' },
      then: [
        { do: 'set', fields: { Note: "'seen ' & Name" } },
        { do: 'create', entity: 'task', fields: { Name: "'Check ' & Name", ClaimId: 'Id' } },
        { do: 'each', entity: 'task', through: 'ClaimId', then: [{ do: 'set', fields: { Done: 'true' } }] },
        { do: 'stop', if: 'Amount = 1' },
        { do: 'set', fields: { Note: "'after stop'" } },
      ],
    });
    await withAutomations([working], async () => {
      const { Id } = await create({ Name: 'One', Amount: 1 });
      await app.runDue();
      expect((await admin('GET', `${path}/${Id}`)).body).toMatchObject({ Note: 'seen One' });
      const tasks = await admin('GET', '/custom/task');
      expect(tasks.body.Items).toMatchObject([{ Name: 'Check One', Done: true, ClaimId: Id }]);
      expect((await runsOf('work'))[0]).toMatchObject({ State: 'stopped' });
    });
  });

  it('keeps nothing of a run that fails, lists it, and runs it again', async () => {
    const failing = automation('failing', {
      when: { on: 'created' },
      then: [
        { do: 'create', entity: 'task', fields: { Name: "'Lost'" } },
        { do: 'set', fields: { Note: "Note = 'long' ? $join([1..400].($string($)), '') : 'fits'" } },
      ],
    });
    await withAutomations([failing], async () => {
      const { Id } = await create({ Name: 'Two', Note: 'long' });
      await app.runDue();
      const [run] = await runsOf('failing');
      expect(run).toMatchObject({ State: 'failed', Steps: [{ Outcome: 'done' }, { Outcome: 'failed' }] });
      expect(String(run?.Problem)).not.toBe('');
      const lost = async () =>
        ((await admin('GET', '/custom/task')).body.Items as DataRecord[]).filter(
          ({ Name }) => Name === 'Lost',
        ).length;
      expect(await lost()).toBe(0);
      await admin('PUT', `${path}/${Id}`, { Note: '' });
      expect((await admin('POST', `/configure/automations/runs/${run?.Id}/again`)).status).toBe(200);
      await app.runDue();
      expect([(await runsOf('failing'))[0]?.State, await lost()]).toEqual(['done', 1]);
      expect((await admin('POST', `/configure/automations/runs/${run?.Id}/again`)).status).toBe(409);
    });
  });

  it('waits across a restart, and gives up when the automation was changed meanwhile', async () => {
    const waiting = (note: string) =>
      automation('waiting', {
        when: { on: 'created' },
        then: [
          { do: 'wait', days: 3 },
          { do: 'set', fields: { Note: `'${note}'` } },
        ],
      });
    await withAutomations([waiting('later')], async () => {
      const { Id } = await create({ Name: 'Three' });
      await app.runDue();
      expect((await runsOf('waiting'))[0]).toMatchObject({ State: 'waiting' });
      await later(2 * day);
      await app.runDue();
      expect((await admin('GET', `${path}/${Id}`)).body.Note ?? null).toBe(null);
      await later(1.1 * day);
      const again = await app.startAgain();
      await again.runDue();
      expect((await admin('GET', `${path}/${Id}`)).body.Note).toBe('later');
      await create({ Name: 'Four' });
      await app.runDue();
      await publish([waiting('changed')]);
      await later(4 * day);
      await app.runDue();
      expect((await runsOf('waiting'))[0]).toMatchObject({ State: 'cancelled' });
    });
  });

  it('runs with the rights of its owner at that time, and stops with a word when the owner has left', async () => {
    const chief = await person('configurator');
    await app.store.update('user', String(chief.Id), { Roles: ['admin'] });
    const theirs = await app.as('configurator');
    const own = automation('owned', {
      owner: 'configurator',
      when: { on: 'created' },
      then: [{ do: 'set', fields: { Note: "'by owner'" } }],
    });
    const foreign = (await put(admin, [own])).Findings as readonly DataRecord[];
    expect(foreign.map(({ Code }) => Code)).toContain('automation-not-yours');
    await admin('DELETE', '/configure/draft');
    await publish([own], theirs);
    const noteOf = async (Id: unknown) => (await admin('GET', `${path}/${Id}`)).body.Note ?? null;
    const first = await create({ Name: 'Five' });
    await app.runDue();
    expect(await noteOf(first.Id)).toBe('by owner');
    await app.store.update('user', String(chief.Id), { Roles: ['viewer'] });
    const second = await create({ Name: 'Six' });
    await app.runDue();
    expect([await noteOf(second.Id), (await runsOf('owned'))[0]?.State]).toEqual([null, 'failed']);
    await app.store.update('user', String(chief.Id), { Roles: ['admin'], IsActive: false });
    await create({ Name: 'Seven' });
    await app.runDue();
    expect((await runsOf('owned'))[0]?.Problem).toContain('configurator');
    const { body } = await admin('GET', '/notification');
    expect(
      (body.Items as DataRecord[]).some(
        ({ Kind, Title }) => Kind === 'server' && /automation/i.test(String(Title)),
      ),
    ).toBe(true);
    await app.store.update('user', String(chief.Id), { Roles: ['configurator'], IsActive: true });
    await publish([off('owned')]);
  });

  it('finds loops before publishing, and stops those that only run time shows', async () => {
    const endless = automation('endless', {
      when: { on: 'changed' },
      then: [{ do: 'set', fields: { Note: '$now' } }],
    });
    const draft = await put(admin, [endless]);
    expect((draft.Findings as DataRecord[]).map(({ Code, Level }) => [Code, Level])).toContainEqual([
      'automation-loop',
      'error',
    ]);
    await admin('DELETE', '/configure/draft');
    const counting = automation('counting', {
      when: { on: 'changed', fields: ['Amount'] },
      if: 'Amount > 0',
      then: [{ do: 'set', fields: { Amount: 'Amount + 1' } }],
    });
    await withAutomations([counting], async () => {
      const { Id } = await create({ Name: 'Eight', Amount: 0 });
      await admin('PUT', `${path}/${Id}`, { Amount: 1 });
      await app.runDue();
      const runs = await runsOf('counting');
      expect(runs.filter(({ State }) => State === 'done').length).toBeLessThan(10);
      expect(runs.filter(({ State }) => State === 'failed')).toHaveLength(1);
    });
  });

  it('tries an automation of the draft on a record without keeping anything', async () => {
    const { Id } = await create({ Name: 'Nine', Amount: 7, Responsible: me.Id });
    await put(admin, [
      automation('tried', {
        when: { on: 'changed' },
        if: 'Amount > 100',
        then: [
          { do: 'set', fields: { Note: "'tried'" } },
          { do: 'wait', days: 1 },
          { do: 'mail', to: [{ field: 'Responsible' }], subject: texts('S {{ Note }}'), text: texts('T') },
        ],
      }),
    ]);
    const { status, body } = await admin('POST', '/configure/automations/claim.tried/trial', {
      RecordId: Id,
    });
    expect([status, body.Holds], JSON.stringify(body)).toEqual([200, false]);
    expect(body.Steps).toMatchObject([
      { Do: 'set', Outcome: 'done', Values: { Note: 'tried' } },
      { Do: 'wait', Outcome: 'skipped' },
      { Do: 'mail', Outcome: 'done', Values: { told: [{ To: 'admin@example.com', Subject: 'S tried' }] } },
    ]);
    await settle();
    expect([letters, (await admin('GET', `${path}/${Id}`)).body.Note ?? null]).toEqual([[], null]);
    const sent = await admin('POST', '/configure/automations/claim.tried/trial', {
      RecordId: Id,
      Send: true,
    });
    expect(sent.status).toBe(200);
    await settle();
    expect(letters).toMatchObject([{ to: 'admin@example.com', subject: 'S tried' }]);
    await admin('DELETE', '/configure/draft');
  });

  it('starts at dates of records and on a schedule, each time once', async () => {
    const now = app.clock.now;
    const due = automation('due', {
      when: { on: 'date', field: 'Due', days: -3, at: '00:00' },
      then: [{ do: 'set', fields: { Note: "'remind'" } }],
    });
    const daily = automation('daily', {
      when: { on: 'schedule', every: 'day', at: '06:00' },
      if: "Name = 'Scheduled'",
      then: [{ do: 'set', fields: { Amount: 'Amount + 1' } }],
    });
    await withAutomations([due, daily], async () => {
      const inThree = new Date(now.getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
      const near = await create({ Name: 'Near', Due: inThree });
      const far = await create({ Name: 'Far', Due: '2099-01-01' });
      const { Id } = await create({ Name: 'Scheduled', Amount: 0 });
      await app.runDue();
      await app.runDue();
      const noteOf = async (id: unknown) => (await admin('GET', `${path}/${id}`)).body.Note ?? null;
      expect([await noteOf(near.Id), await noteOf(far.Id)]).toEqual(['remind', null]);
      await later(day);
      await app.runDue();
      await app.runDue();
      expect((await admin('GET', `${path}/${Id}`)).body.Amount).toBe(1);
      expect(await runsOf('due')).toHaveLength(1);
    });
  });

  it('gathers a burst into a digest', async () => {
    const telling = automation('telling', {
      when: { on: 'created' },
      then: [
        { do: 'notify', to: [{ field: 'Responsible' }], text: texts('{{ Name }} came in') },
        { do: 'mail', to: [{ field: 'Responsible' }], subject: texts('{{ Name }}'), text: texts('T') },
      ],
    });
    await withAutomations([telling], async () => {
      const before = (await admin('GET', '/notification')).body.TotalItems;
      for (let at = 0; at < 40; at += 1) await create({ Name: `Burst ${at}`, Responsible: me.Id });
      await settle();
      const { body } = await admin('GET', '/notification');
      expect(body.TotalItems - before).toBe(11);
      expect((body.Items as DataRecord[]).some(({ RowCount }) => RowCount === 30)).toBe(true);
      expect(letters).toHaveLength(10);
      await later(20 * 60_000);
      await settle();
      expect(letters).toHaveLength(11);
      expect(letters[10]?.subject).toContain('30');
    });
  });

  it('refuses bad declarations at the word that is wrong', async () => {
    const wrong: readonly (readonly [string, DataRecord])[] = [
      ['no-field', { when: { on: 'changed', fields: ['Nope'] }, then: [{ do: 'stop' }] }],
      ['automation-missing', { when: { on: 'date' }, then: [{ do: 'stop' }] }],
      ['automation-missing', { when: { on: 'created' }, then: [{ do: 'wait' }] }],
      ['automation-word', { when: { on: 'created', every: 'day' }, then: [{ do: 'stop' }] }],
      ['automation-word', { when: { on: 'became' }, then: [{ do: 'stop' }] }],
      [
        'automation-recipient',
        { when: { on: 'created' }, then: [{ do: 'notify', to: [{ field: 'Note' }], text: texts('x') }] },
      ],
      [
        'automation-role',
        { when: { on: 'created' }, then: [{ do: 'notify', to: [{ role: 'nobody' }], text: texts('x') }] },
      ],
      [
        'automation-template',
        {
          when: { on: 'created' },
          then: [{ do: 'notify', to: [{ field: 'Responsible' }], text: texts('{{ Nope }}') }],
        },
      ],
      [
        'automation-reference',
        {
          when: { on: 'created' },
          then: [{ do: 'each', entity: 'task', through: 'Name', then: [{ do: 'stop' }] }],
        },
      ],
      [
        'entity-closed',
        { when: { on: 'created' }, then: [{ do: 'create', entity: 'user', fields: { UserName: "'x'" } }] },
      ],
      ['shape.enum', { when: { on: 'sometimes' }, then: [{ do: 'stop' }] }],
      ['shape.empty', { when: { on: 'created' }, then: [] }],
    ];
    for (const [code, words] of wrong) {
      const { Findings } = await put(admin, [automation('wrong', words)]);
      const codes = (Findings as DataRecord[])
        .filter(({ Level }) => Level === 'error')
        .map(({ Code }) => Code);
      expect(codes, JSON.stringify([words, Findings])).toContain(code);
      expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
    }
    await admin('DELETE', '/configure/draft');
  });

  it('is closed to people who do not configure', async () => {
    const viewer = await app.as('viewer');
    for (const [method, at] of [
      ['GET', '/configure/automations'],
      ['GET', '/configure/automations/runs'],
      ['POST', '/configure/automations/claim.approved/trial'],
    ] as const)
      expect((await viewer(method, at, method === 'POST' ? {} : undefined)).status, at).toBe(403);
  });
});
