/** Background work on one page: what is listed for whom, and what people do there. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { appStores } from './support/startApp.ts';
import { type Automations, day, startAutomations, texts } from './support/startAutomations.ts';

describe.each(appStores)('background work on %s', (store) => {
  let tools: Automations;
  beforeAll(async () => {
    tools = await startAutomations(store);
    return () => tools.app.store.close();
  });
  const listed = async (query = '') => {
    const { status, body } = await tools.ask('GET', `/background-work${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.Items as readonly DataRecord[];
  };
  const scheduleOf = async (id: string) =>
    (
      (await tools.ask('GET', '/background-work/schedule')).body.Items as readonly (DataRecord & {
        readonly Verbs: readonly string[];
      })[]
    ).find(({ Id }) => Id === id);
  const note = { do: 'set', fields: { Note: "'done'" } };

  it('lists runs of all sources by time, filtered, in pieces, and only to those who may see them', async () => {
    const { app, ask, automation, withAutomations, create, settle, me } = tools;
    const mailing = {
      ...{ do: 'mail', to: [{ field: 'Responsible' }] },
      ...{ subject: texts('Look at {{ Name }}', 'Voir {{ Name }}'), text: texts('Now') },
    };
    await withAutomations([automation('told', { when: { on: 'created' }, then: [mailing] })], async () => {
      for (const Name of ['One', 'Two', 'Three']) await create({ Name, Responsible: me.Id });
      await settle();
      const all = await listed();
      expect(new Set(all.map(({ Source }) => Source))).toEqual(new Set(['automation', 'letter']));
      expect(all.filter(({ Source }) => Source === 'letter')).toMatchObject([
        ...['Look at Three', 'Look at Two', 'Look at One'].map((Title) => ({ Title, State: 'done' })),
      ]);
      const runs = await listed('?source=automation&state=done&person=admin');
      expect(runs).toMatchObject([{ About: 'Three' }, { About: 'Two' }, { About: 'One', Title: 'told' }]);
      expect(await listed('?state=failed')).toEqual([]);
      expect(await listed('?person=viewer')).toEqual([]);
      const tomorrow = new Date(app.clock.now.getTime() + day).toISOString();
      expect(await listed(`?since=${tomorrow}`)).toEqual([]);
      const pieces: unknown[] = [];
      for (let after = ''; ; ) {
        const { body } = await ask('GET', `/background-work?pageSize=2${after}`);
        pieces.push(...(body.Items as readonly DataRecord[]).map(({ Id }) => Id));
        if (!body.Next) break;
        after = `&after=${encodeURIComponent(String(body.Next))}`;
      }
      expect(pieces).toEqual(all.map(({ Id }) => Id));
      for (const bad of ['state=odd', 'after=x', 'since=monday', 'pageSize=1000'])
        expect((await ask('GET', `/background-work?${bad}`)).status, bad).toBe(400);
      const viewer = await app.as('viewer');
      expect((await viewer('GET', '/background-work')).body.Items).toEqual([]);
      expect((await viewer('GET', '/background-work/schedule')).body).toMatchObject({ Items: [] });
      const [letter] = await listed('?source=letter');
      const [run] = runs;
      for (const path of [`letter/${letter?.Id}/again`, `automation/${run?.Id}/cancel`])
        expect((await viewer('POST', `/background-work/${path}`)).status, path).toBe(403);
      expect((await viewer('POST', '/background-work/schedule/service/letters/pause')).status).toBe(404);
      expect((await ask('POST', `/background-work/nowhere/${run?.Id}/again`)).status).toBe(404);
      expect((await ask('POST', `/background-work/automation/${run?.Id}/again`)).status).toBe(409);
    });
  });

  it('shows people what they started themselves, and no record that they may not see', async () => {
    const { app, automation, withAutomations, create } = tools;
    await withAutomations([automation('mine', { when: { on: 'created' }, then: [note] })], async () => {
      await create({ Name: 'Secret' });
      await app.runDue();
      const [run] = await listed('?source=automation');
      await app.store.update('automation-run', String(run?.Id), { CausedBy: 'viewer' });
      const viewer = await app.as('viewer');
      const { body } = await viewer('GET', '/background-work');
      expect(body.Items).toMatchObject([{ Id: run?.Id, Title: 'mine', Verbs: [] }]);
    });
  });

  it('tells open pages that work went on, once for many runs, and names none of it', async () => {
    const { app, automation, withAutomations, create, settle } = tools;
    const login = await (await app.as())('POST', '/session', { UserName: 'viewer', Password: 'demo' });
    const headers = { authorization: `Bearer ${login.body.Token}` };
    await withAutomations([automation('noted', { when: { on: 'created' }, then: [note] })], async () => {
      const { body } = await app.fetch(new Request('http://localhost/api/events', { headers }));
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      for (const Name of ['Four', 'Five']) await create({ Name });
      await settle();
      let heard = '';
      while (!heard.includes('workChanged')) {
        const { done, value } = await reader.read();
        expect(done).toBe(false);
        heard += new TextDecoder().decode(value);
      }
      expect(heard.match(/event: workChanged\ndata: \{\}\n/g)).toHaveLength(1);
      expect(heard).not.toContain('automation-run');
      await reader.cancel();
    });
  });

  it('pauses an automation: its events wait, none is lost, and it continues', async () => {
    const { app, ask, automation, withAutomations, create, runsOf } = tools;
    await withAutomations([automation('slow', { when: { on: 'created' }, then: [note] })], async () => {
      const path = '/background-work/schedule/automation/claim.slow';
      expect((await ask('POST', `${path}/pause`)).status).toBe(200);
      expect((await ask('POST', `${path}/pause`)).status).toBe(200);
      await create({ Name: 'Waits' });
      await app.runDue();
      expect((await runsOf('slow'))[0]).toMatchObject({ State: 'waiting' });
      expect(await scheduleOf('claim.slow')).toMatchObject({ PausedBy: 'admin', Waiting: 1 });
      expect((await scheduleOf('claim.slow'))?.Verbs).toEqual(['continue']);
      await app.restart?.();
      await app.runDue();
      expect((await runsOf('slow'))[0]).toMatchObject({ State: 'waiting' });
      expect((await ask('POST', `${path}/continue`)).status).toBe(200);
      await app.runDue();
      expect((await runsOf('slow'))[0]).toMatchObject({ State: 'done' });
      expect(await scheduleOf('claim.slow')).toMatchObject({ PausedBy: null, LastState: 'done' });
    });
  });

  it('runs a schedule now, and makes up for nothing after a pause', async () => {
    const { app, ask, automation, withAutomations, create, runsOf, later } = tools;
    await create({ Name: 'Daily' });
    const daily = automation('daily', { when: { on: 'schedule', every: 'day', at: '08:00' }, then: [note] });
    await withAutomations([daily], async () => {
      await app.runDue();
      const path = '/background-work/schedule/automation/claim.daily';
      expect(await scheduleOf('claim.daily')).toMatchObject({ NextDate: expect.stringMatching(/Z$/) });
      const before = (await runsOf('daily')).length;
      expect((await ask('POST', `${path}/now`)).status).toBe(200);
      await app.runDue();
      const count = (await runsOf('daily')).length;
      expect(count).toBeGreaterThan(before);
      await ask('POST', `${path}/pause`);
      await later(3 * day);
      await app.runDue();
      expect((await runsOf('daily')).length).toBe(count);
      await ask('POST', `${path}/continue`);
      await app.runDue();
      expect((await runsOf('daily')).length).toBe(count);
      await later(day);
      await app.runDue();
      expect((await runsOf('daily')).length).toBeGreaterThan(count);
    });
  });

  it('runs before its time, cancels and runs again', async () => {
    const { app, ask, automation, withAutomations, create, settle, me } = tools;
    const waiting = automation('waiting', {
      when: { on: 'created' },
      then: [{ do: 'wait', days: 3 }, note],
    });
    await withAutomations([waiting], async () => {
      await create({ Name: 'A', Responsible: me.Id });
      await create({ Name: 'B', Responsible: me.Id });
      await app.runDue();
      const [b, a] = await listed('?source=automation&state=due');
      expect(b).toMatchObject({ About: 'B', NextDate: expect.any(String), Verbs: ['now', 'cancel'] });
      await ask('POST', `/background-work/automation/${a?.Id}/now`);
      await ask('POST', `/background-work/automation/${b?.Id}/cancel`);
      await settle();
      const after = await listed('?source=automation');
      expect(after.slice(0, 2)).toMatchObject([{ State: 'cancelled' }, { State: 'done' }]);
      expect((await ask('POST', `/background-work/automation/${b?.Id}/now`)).status).toBe(409);
    });
  });

  it('pauses the sending of letters, cancels one, and sends another before its time', async () => {
    const { app, ask, automation, withAutomations, create, letters, me } = tools;
    letters.splice(0);
    const mailing = automation('mailed', {
      when: { on: 'created' },
      then: [{ do: 'mail', to: [{ field: 'Responsible' }], subject: texts('{{ Name }}'), text: texts('x') }],
    });
    await withAutomations([mailing], async () => {
      expect((await ask('POST', '/background-work/schedule/service/letters/pause')).status).toBe(200);
      await create({ Name: 'Kept', Responsible: me.Id });
      await create({ Name: 'Dropped', Responsible: me.Id });
      await app.runDue();
      await app.runDue();
      expect(letters).toEqual([]);
      expect(await scheduleOf('letters')).toMatchObject({ Waiting: 2, PausedBy: 'admin' });
      const [dropped, kept] = await listed('?source=letter&state=due');
      expect((await ask('POST', `/background-work/letter/${dropped?.Id}/cancel`)).status).toBe(200);
      expect((await ask('POST', `/background-work/letter/${dropped?.Id}/cancel`)).status).toBe(409);
      expect((await ask('POST', `/background-work/letter/${kept?.Id}/now`)).status).toBe(200);
      await ask('POST', '/background-work/schedule/service/letters/continue');
      await app.runDue();
      expect(letters.map(({ subject }) => subject)).toEqual(['Kept']);
      expect(await listed('?source=letter&state=cancelled')).toMatchObject([{ Title: 'Dropped' }]);
    });
  });

  it('deletes expired data when asked, and says what was deleted', async () => {
    const { app, ask, later } = tools;
    await later(200 * day);
    expect((await ask('POST', '/background-work/schedule/service/tidy/now')).status).toBe(200);
    await expect.poll(async () => (await listed('?source=job'))[0]?.State).toBe('done');
    expect((await listed('?source=job'))[0]).toMatchObject({
      Title: 'Deleting expired data',
      Reason: expect.stringMatching(/automation runs? deleted/),
    });
    expect(await scheduleOf('tidy')).toMatchObject({ LastState: 'done' });
    expect(await app.store.count('automation-run')).toBe(0);
  });
});
