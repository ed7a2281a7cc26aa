/** Automations that a person starts: by a button on the record, or by a comment. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { appStores } from './support/startApp.ts';
import { type Automations, path, startAutomations, texts } from './support/startAutomations.ts';

describe.each(appStores)('buttons and comments in the %s store', (store) => {
  let tools: Automations;
  beforeAll(async () => {
    tools = await startAutomations(store);
    await tools.publish([
      { kind: 'activity', name: 'claim', activity: { comments: {} } },
      tools.automation('call-back', {
        when: { on: 'button', icon: 'phone', asks: [{ field: 'Note', required: true }] },
        if: 'Amount > 0',
        then: [{ do: 'set', fields: { Due: '$today' } }],
      }),
      tools.automation('chief', {
        when: { on: 'button', roles: ['configurator'] },
        then: [{ do: 'set', fields: { Note: "'by the chief'" } }],
      }),
      tools.automation('commented', {
        when: { on: 'comment' },
        if: "$contains($event.Text, 'urgent')",
        then: [
          { do: 'set', fields: { Note: "$event.Author & ': ' & $event.Text" } },
          {
            ...{ do: 'mail', to: [{ field: 'Responsible' }], subject: texts('Comment', 'Commentaire') },
            text: texts('{{ $event.Text }}'),
          },
        ],
      }),
    ]);
    return () => tools.app.store.close();
  });

  const button = (id: unknown, name = 'call-back') => `${path}/${id}/buttons/${name}`;

  it('fills in what it asks for and runs once; a repeated call with the same key starts nothing new', async () => {
    const { app, ask, create, runsOf } = tools;
    const { Id } = await create({ Name: 'One', Amount: 5 });
    const key = { 'idempotency-key': 'one-press' };
    const first = await ask('POST', button(Id), { Note: 'Call at noon' }, key);
    expect(first.status, JSON.stringify(first.body)).toBe(202);
    expect((await ask('POST', button(Id), { Note: 'Call at noon' }, key)).body).toEqual(first.body);
    await app.runDue();
    const { body } = await ask('GET', `${path}/${Id}`);
    expect(body).toMatchObject({ Note: 'Call at noon' });
    expect(body.Due).not.toBeNull();
    const runs = await runsOf('call-back');
    expect(runs.map(({ State, Event, CausedBy }) => [State, Event, CausedBy])).toEqual([
      ['done', 'button', 'admin'],
    ]);
  });

  it('refuses a missing answer at its field, unknown members, a condition that does not hold and an old revision', async () => {
    const { ask, create, runsOf } = tools;
    const before = (await runsOf('call-back')).length;
    const { Id } = await create({ Name: 'Two', Amount: 5 });
    const { Revision } = (await ask('GET', `${path}/${Id}`)).body;
    const missing = await ask('POST', button(Id), {});
    expect([missing.status, JSON.stringify(missing.body)]).toEqual([422, expect.stringContaining('Note')]);
    expect((await ask('POST', button(Id), { Note: 'x', Amount: 9 })).status).toBe(422);
    await ask('PUT', `${path}/${Id}`, { Amount: 0 });
    expect((await ask('POST', button(Id), { Note: 'x' })).status).toBe(409);
    await ask('PUT', `${path}/${Id}`, { Amount: 1 });
    expect((await ask('POST', button(Id), { Note: 'x', Revision })).status).toBe(409);
    expect((await ask('POST', button('00000000-0000-7000-8000-000000000000'), { Note: 'x' })).status).toBe(
      404,
    );
    expect(await runsOf('call-back')).toHaveLength(before);
    expect((await ask('GET', `${path}/${Id}`)).body.Note ?? null).toBeNull();
  });

  it('is only for its roles, whatever else a person may do, and appears only to them', async () => {
    const { app, ask, create } = tools;
    const { Id } = await create({ Name: 'Three' });
    expect((await ask('POST', button(Id, 'chief'), {})).status).toBe(403);
    const viewer = await app.as('viewer');
    expect((await viewer('POST', button(Id), { Note: 'x' })).status).toBe(403);
    const actions = [...app.models.current().screens.values()].flatMap(({ actions, blocks }) => [
      ...actions,
      ...blocks.flatMap((block) => (block.kind === 'grid' ? block.rowActions : [])),
    ]);
    const own = actions.filter(({ automation }) => automation === 'claim.chief');
    expect(own.map(({ label }) => label)).toEqual(['button.claim.chief', 'button.claim.chief']);
    const isShown = (Roles: readonly string[]) =>
      own.map(({ visible }) => visible?.evaluate({ root: {}, vars: { user: { Roles } } }) === true);
    expect([isShown(['admin']), isShown(['configurator'])]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(app.models.current().messages['fr-CA'].get('button.claim.chief')).toBe('chief (fr)');
  });

  it('bounds how often a button starts something for a record', async () => {
    const { ask, create } = tools;
    const { Id } = await create({ Name: 'Four', Amount: 1 });
    const statuses: number[] = [];
    for (let press = 0; press < 21; press += 1)
      statuses.push((await ask('POST', button(Id), { Note: 'again' })).status);
    expect([statuses.indexOf(429), statuses.filter((one) => one === 202).length]).toEqual([20, 20]);
  });

  it('starts with a comment that meets the condition, once, and reads it', async () => {
    const { ask, create, settle, letters, me, runsOf } = tools;
    const { Id } = await create({ Name: 'Five', Responsible: me.Id });
    const comment = (Text: string) => ask('POST', `/activity/claim/${Id}/comment`, { Text });
    expect((await comment('a calm word')).status).toBe(201);
    const { body } = await comment('this is urgent');
    await ask('PUT', `/activity/claim/${Id}/comment/${body.Id}`, { Text: 'still urgent' });
    await settle();
    expect((await ask('GET', `${path}/${Id}`)).body.Note).toContain(': this is urgent');
    expect((await runsOf('commented')).map(({ State, Event }) => [State, Event])).toEqual([
      ['done', 'comment'],
    ]);
    expect(letters.map(({ text }) => text)).toEqual(['this is urgent']);
  });

  it('finds questions, roles and comments that are not there before publishing', async () => {
    const { ask, put } = tools;
    const stop = [{ do: 'stop' }];
    const draft = await put(ask, [
      tools.automation('a', { when: { on: 'button', asks: [{ field: 'Nothing' }] }, then: stop }),
      tools.automation('b', { when: { on: 'button', roles: ['nobody'] }, then: stop }),
      { ...tools.automation('c', { when: { on: 'comment' }, then: stop }), name: 'task.c' },
      tools.automation('d', { when: { on: 'changed', icon: 'phone' }, then: stop }),
    ]);
    const codes = (draft.Findings as DataRecord[]).map(({ Code }) => Code);
    expect(codes).toEqual(
      expect.arrayContaining([
        'automation-asks',
        'automation-role',
        'automation-no-comments',
        'automation-word',
      ]),
    );
    await ask('DELETE', '/configure/draft');
  });
});
