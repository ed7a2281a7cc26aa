/** Automations over time: waits, restarts, dates, schedules and bursts. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { appStores } from './support/startApp.ts';
import { type Automations, day, path, startAutomations, texts } from './support/startAutomations.ts';

describe.each(appStores)('automations over time in the %s store', (store) => {
  let tools: Automations;
  beforeAll(async () => {
    tools = await startAutomations(store);
    return () => tools.app.store.close();
  });
  beforeEach(() => tools.letters.splice(0));

  it('waits across a restart, and gives up when the automation was changed meanwhile', async () => {
    const { app, ask, later, publish, automation, withAutomations, create, runsOf } = tools;
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
      expect((await ask('GET', `${path}/${Id}`)).body.Note ?? null).toBe(null);
      await later(1.1 * day);
      const again = await app.startAgain();
      await again.runDue();
      expect((await ask('GET', `${path}/${Id}`)).body.Note).toBe('later');
      await create({ Name: 'Four' });
      await app.runDue();
      await publish([waiting('changed')]);
      await later(4 * day);
      await app.runDue();
      expect((await runsOf('waiting'))[0]).toMatchObject({ State: 'cancelled' });
    });
  });

  it('starts at dates of records and on a schedule, each time once', async () => {
    const { app, ask, later, automation, withAutomations, create, runsOf } = tools;
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
      const inFour = new Date(now.getTime() + 4 * 86_400_000).toISOString().slice(0, 10);
      const next = await create({ Name: 'Next', Due: inFour });
      const far = await create({ Name: 'Far', Due: '2099-01-01' });
      const { Id } = await create({ Name: 'Scheduled', Amount: 0 });
      await app.runDue();
      await app.runDue();
      const noteOf = async (id: unknown) => (await ask('GET', `${path}/${id}`)).body.Note ?? null;
      const notes = async () => [await noteOf(near.Id), await noteOf(next.Id), await noteOf(far.Id)];
      expect(await notes()).toEqual(['remind', null, null]);
      await later(day);
      await app.runDue();
      await app.runDue();
      expect((await ask('GET', `${path}/${Id}`)).body.Amount).toBe(1);
      expect(await notes()).toEqual(['remind', 'remind', null]);
      expect(await runsOf('due')).toHaveLength(2);
    });
  });

  it('starts at the hour of the day in the time zone of the server', async () => {
    const { app, ask, later, automation, withAutomations, create } = tools;
    const evening = automation('evening', {
      when: { on: 'date', field: 'Due', days: -3, at: '22:00' },
      then: [{ do: 'set', fields: { Note: "'remind'" } }],
    });
    await withAutomations([evening], async () => {
      // 21:00 in Toronto, where it is still the day before.
      const until = (moment: string) => later(Date.parse(moment) - app.clock.now.getTime());
      await until('2026-12-16T02:00:00Z');
      const { Id } = await create({ Name: 'Evening', Due: '2026-12-18' });
      const other = await create({ Name: 'Evening after', Due: '2026-12-19' });
      const notes = async () => [
        (await ask('GET', `${path}/${Id}`)).body.Note ?? null,
        (await ask('GET', `${path}/${other.Id}`)).body.Note ?? null,
      ];
      await app.runDue();
      expect(await notes()).toEqual([null, null]);
      await until('2026-12-16T03:10:00Z');
      await app.runDue();
      expect(await notes()).toEqual(['remind', null]);
    });
  });

  it('runs a schedule once a day while clocks change, and goes on after the clock of the server was wrong', async () => {
    const { app, ask, later, automation, withAutomations, create, settle } = tools;
    const nightly = automation('nightly', {
      when: { on: 'schedule', every: 'day', at: '02:30' },
      if: "Name = 'Nightly'",
      then: [{ do: 'set', fields: { Amount: 'Amount + 1' } }],
    });
    const dated = automation('dated', {
      when: { on: 'date', field: 'Due', at: '00:00' },
      if: "Name = 'Nightly'",
      then: [{ do: 'set', fields: { Note: "Note & '.'" } }],
    });
    const until = (moment: string) => later(Date.parse(moment) - app.clock.now.getTime());
    // Noon in Toronto; on March 14, 2027, clocks skip 02:30, and on November 7 they show 01:30 twice.
    await until('2027-03-12T17:00:00Z');
    await withAutomations([nightly, dated], async () => {
      const { Id } = await create({ Name: 'Nightly', Amount: 0, Note: '', Due: '2027-11-08' });
      const counts = async () => {
        const { body } = await ask('GET', `${path}/${Id}`);
        return [body.Amount, (body.Note ?? '').length];
      };
      await settle();
      for (const [at, dayOfMonth] of [13, 14, 15].entries()) {
        await until(`2027-03-${dayOfMonth}T17:00:00Z`);
        await settle();
        expect(await counts()).toEqual([at + 1, 0]);
      }
      // A pause of months is made up for once.
      await until('2027-11-06T17:00:00Z');
      await settle();
      expect(await counts()).toEqual([4, 0]);
      for (let hour = 1; hour <= 24; hour += 1) {
        await later(3_600_000);
        await settle();
      }
      expect(await counts()).toEqual([5, 0]);
      // A clock that is centuries ahead, and is set right.
      await until('2427-01-01T17:00:00Z');
      await settle();
      expect(await counts()).toEqual([6, 0]);
      await until('2027-11-07T17:10:00Z');
      await settle();
      expect(await counts()).toEqual([6, 0]);
      await until('2027-11-08T17:10:00Z');
      await settle();
      expect(await counts()).toEqual([7, 1]);
      await settle();
      expect(await counts()).toEqual([7, 1]);
    });
  });

  it('gathers a burst into a digest', async () => {
    const { ask, me, letters, later, automation, withAutomations, create, settle } = tools;
    const telling = automation('telling', {
      when: { on: 'created' },
      then: [
        { do: 'notify', to: [{ field: 'Responsible' }], text: texts('{{ Name }} came in') },
        { do: 'mail', to: [{ field: 'Responsible' }], subject: texts('{{ Name }}'), text: texts('T') },
      ],
    });
    await withAutomations([telling], async () => {
      const before = (await ask('GET', '/notification')).body.TotalItems;
      for (let at = 0; at < 40; at += 1) await create({ Name: `Burst ${at}`, Responsible: me.Id });
      await settle();
      const { body } = await ask('GET', '/notification');
      expect(body.TotalItems - before).toBe(11);
      expect((body.Items as DataRecord[]).some(({ RowCount }) => RowCount === 30)).toBe(true);
      expect(letters).toHaveLength(10);
      await later(20 * 60_000);
      await settle();
      expect(letters).toHaveLength(11);
      expect(letters[10]?.subject).toContain('30');
    });
  });
});
