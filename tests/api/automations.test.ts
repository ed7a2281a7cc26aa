/** Automations from the draft to the letter: events, rights, loops, failures and trials. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { appStores } from './support/startApp.ts';
import { type Automations, path, startAutomations, texts } from './support/startAutomations.ts';

describe.each(appStores)('automations in the %s store', (store) => {
  let tools: Automations;
  beforeAll(async () => {
    tools = await startAutomations(store);
    return () => tools.app.store.close();
  });
  beforeEach(() => tools.letters.splice(0));

  it('mails the person responsible once, when the amount over 5,000 is approved, in their language', async () => {
    const { ask, me, letters, automation, withAutomations, create, runsOf, stateIds, settle } = tools;
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
      await ask('PUT', `${path}/${Id}`, { Status: ids.Approved });
      await ask('PUT', `${path}/${Id}`, { Note: 'it still holds' });
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
    const { app, ask, automation, withAutomations, create, runsOf } = tools;
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
      expect((await ask('GET', `${path}/${Id}`)).body).toMatchObject({ Note: 'seen One' });
      const tasks = await ask('GET', '/custom/task');
      expect(tasks.body.Items).toMatchObject([{ Name: 'Check One', Done: true, ClaimId: Id }]);
      expect((await runsOf('work'))[0]).toMatchObject({ State: 'stopped' });
    });
  });

  it('keeps nothing of a run that fails, lists it, and runs it again', async () => {
    const { app, ask, automation, withAutomations, create, runsOf } = tools;
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
        ((await ask('GET', '/custom/task')).body.Items as DataRecord[]).filter(({ Name }) => Name === 'Lost')
          .length;
      expect(await lost()).toBe(0);
      await ask('PUT', `${path}/${Id}`, { Note: '' });
      expect((await ask('POST', `/configure/automations/runs/${run?.Id}/again`)).status).toBe(200);
      await app.runDue();
      expect([(await runsOf('failing'))[0]?.State, await lost()]).toEqual(['done', 1]);
      expect((await ask('POST', `/configure/automations/runs/${run?.Id}/again`)).status).toBe(409);
    });
  });

  it('runs with the rights of its owner at that time, and stops with a word when the owner has left', async () => {
    const { app, ask, put, publish, automation, off, person, create, runsOf } = tools;
    const chief = await person('configurator');
    await app.store.update('user', String(chief.Id), { Roles: ['admin'] });
    const theirs = await app.as('configurator');
    const own = automation('owned', {
      owner: 'configurator',
      when: { on: 'created' },
      then: [{ do: 'set', fields: { Note: "'by owner'" } }],
    });
    const foreign = (await put(ask, [own])).Findings as readonly DataRecord[];
    expect(foreign.map(({ Code }) => Code)).toContain('automation-not-yours');
    await ask('DELETE', '/configure/draft');
    await publish([own], theirs);
    const noteOf = async (Id: unknown) => (await ask('GET', `${path}/${Id}`)).body.Note ?? null;
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
    const { body } = await ask('GET', '/notification');
    expect(
      (body.Items as DataRecord[]).some(
        ({ Kind, Title }) => Kind === 'server' && /automation/i.test(String(Title)),
      ),
    ).toBe(true);
    await app.store.update('user', String(chief.Id), { Roles: ['configurator'], IsActive: true });
    await publish([off('owned')]);
  });

  it('finds loops before publishing, and stops those that only run time shows', async () => {
    const { app, ask, put, automation, withAutomations, create, runsOf } = tools;
    const endless = automation('endless', {
      when: { on: 'changed' },
      then: [{ do: 'set', fields: { Note: '$now' } }],
    });
    const draft = await put(ask, [endless]);
    expect((draft.Findings as DataRecord[]).map(({ Code, Level }) => [Code, Level])).toContainEqual([
      'automation-loop',
      'error',
    ]);
    await ask('DELETE', '/configure/draft');
    const counting = automation('counting', {
      when: { on: 'changed', fields: ['Amount'] },
      if: 'Amount > 0',
      then: [{ do: 'set', fields: { Amount: 'Amount + 1' } }],
    });
    await withAutomations([counting], async () => {
      const { Id } = await create({ Name: 'Eight', Amount: 0 });
      await ask('PUT', `${path}/${Id}`, { Amount: 1 });
      await app.runDue();
      const runs = await runsOf('counting');
      // The first, and five that follow from one another.
      expect(runs.filter(({ State }) => State === 'done')).toHaveLength(6);
      expect(runs.filter(({ State }) => State === 'failed')).toHaveLength(1);
    });
  });

  it('starts no more than twenty runs an hour for a record from other automations, and none when off', async () => {
    const { app, ask, automation, withAutomations, create, publish } = tools;
    const first = automation('first', {
      when: { on: 'changed', fields: ['Amount'] },
      then: [{ do: 'set', fields: { Note: '$string(Amount)' } }],
    });
    const second = automation('second', {
      when: { on: 'changed', fields: ['Note'] },
      then: [{ do: 'set', fields: { Due: "'2026-12-31'" } }],
    });
    await withAutomations([first, second], async () => {
      const { Id } = await create({ Name: 'Nine', Amount: 0 });
      for (let Amount = 1; Amount <= 21; Amount += 1) {
        await ask('PUT', `${path}/${Id}`, { Amount });
        await app.runDue();
      }
      const of = (value: string) => ({ kind: 'compare', path: 'Automation', operator: 'eq', value }) as const;
      const { items } = await app.store.find({ entity: 'automation-run', filter: of('claim.second') });
      const states = items.map(({ State }) => State);
      expect(states.filter((state) => state === 'done')).toHaveLength(20);
      expect(states.filter((state) => state === 'failed')).toHaveLength(1);
      await publish([{ ...first, off: true }]);
      const runs = () => app.store.count('automation-run', of('claim.first'));
      const before = await runs();
      await ask('PUT', `${path}/${Id}`, { Amount: 100 });
      expect([before, await runs()]).toEqual([21, 21]);
    });
  });

  it('tries an automation of the draft on a record without keeping anything', async () => {
    const { ask, me, letters, put, automation, create, settle } = tools;
    const { Id } = await create({ Name: 'Nine', Amount: 7, Responsible: me.Id });
    await put(ask, [
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
    const { status, body } = await ask('POST', '/configure/automations/claim.tried/trial', {
      RecordId: Id,
    });
    expect([status, body.Holds], JSON.stringify(body)).toEqual([200, false]);
    expect(body.Steps).toMatchObject([
      { Do: 'set', Outcome: 'done', Values: { Note: 'tried' } },
      { Do: 'wait', Outcome: 'skipped' },
      { Do: 'mail', Outcome: 'done', Values: { told: [{ To: 'admin@example.com', Subject: 'S tried' }] } },
    ]);
    await settle();
    expect([letters, (await ask('GET', `${path}/${Id}`)).body.Note ?? null]).toEqual([[], null]);
    const sent = await ask('POST', '/configure/automations/claim.tried/trial', {
      RecordId: Id,
      Send: true,
    });
    expect(sent.status).toBe(200);
    await settle();
    expect(letters).toMatchObject([{ to: 'admin@example.com', subject: 'S tried' }]);
    await ask('DELETE', '/configure/draft');
  });

  it('refuses bad declarations at the word that is wrong', async () => {
    const { ask, put, automation } = tools;
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
          then: [{ do: 'notify', to: [{ field: 'Responsible' }], text: texts('{{ Zzzzzzzz }}') }],
        },
      ],
      [
        'automation-template-near',
        {
          when: { on: 'created' },
          then: [{ do: 'notify', to: [{ field: 'Responsible' }], text: texts('{{ Amont }}') }],
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
      const { Findings } = await put(ask, [automation('wrong', words)]);
      const codes = (Findings as DataRecord[])
        .filter(({ Level }) => Level === 'error')
        .map(({ Code }) => Code);
      expect(codes, JSON.stringify([words, Findings])).toContain(code);
      expect((await ask('POST', '/configure/publish', {})).status).toBe(422);
    }
    await ask('DELETE', '/configure/draft');
  });

  it('is closed to people who do not configure', async () => {
    const { app } = tools;
    const viewer = await app.as('viewer');
    for (const [method, at] of [
      ['GET', '/configure/automations'],
      ['GET', '/configure/automations/runs'],
      ['POST', '/configure/automations/claim.approved/trial'],
    ] as const)
      expect((await viewer(method, at, method === 'POST' ? {} : undefined)).status, at).toBe(403);
  });
});
