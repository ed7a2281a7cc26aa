/** Transitions that wait for approval: who may decide, what becomes of it, and what history says. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebPorts } from '#server/app';
import { takeBackImport } from '../../server/sheets/takeBackImport.ts';
import { appStores } from './support/startApp.ts';
import { type Approvals, path, startApprovals, texts } from './support/startApprovals.ts';

describe.each(appStores)('approvals on %s', (store) => {
  let at: Approvals;
  beforeAll(async () => {
    at = await startApprovals(store);
    await at.addPerson('boss', ['viewer']);
    await at.addPerson('chief', ['viewer']);
    await at.app.store.update('user', String((await at.person('clerk')).Id), {
      SuperiorId: (await at.person('boss')).Id,
    });
    return () => at.app.store.close();
  });
  beforeEach(async () => {
    await at.settle();
    at.letters.length = 0;
  });

  it('waits only if the condition holds, and carries the step out once approved', async () => {
    const small = await at.submitted({ Amount: 100 });
    expect((await at.take(at.clerk, small, 'approve')).status).toBe(200);
    const id = await at.submitted();
    const approval = await at.asked(id, 'approve', { Reference: 'R-1', $note: 'Please' });
    expect(await at.stateOf(id)).toBe('Submitted');
    expect((await at.take(at.clerk, id, 'approve')).status).toBe(409);
    const [item] = (await at.waitingFor('viewer')).filter(({ Id }) => Id === approval);
    expect(item).toMatchObject({ RecordName: 'Hotel', Note: 'Please', MayDecide: true, Label: 'approve' });
    const done = await at.decide('viewer', approval, 'approve', { $note: 'Fine' });
    expect([done.status, done.body.Outcome]).toEqual([200, 'carried-out']);
    const { body } = await at.admin('GET', `${path}/${id}`);
    expect(body).toMatchObject({ State: 'Approved', Reference: 'R-1', ModifiedBy: 'clerk' });
    const marks = await at.marksOf(id);
    expect(marks.map(({ Field, ChangedBy, CurrentValue }) => [Field, ChangedBy, CurrentValue])).toEqual(
      expect.arrayContaining([
        ['$approval.requested', 'clerk', 'Please'],
        ['$approval.approved', 'viewer', 'Fine'],
      ]),
    );
    const late = await at.decide('boss', approval);
    expect([late.status, late.body.Message]).toEqual([409, expect.stringContaining('Viewer')]);
  });

  it('is decided neither by those who asked nor by those who are not named', async () => {
    const id = await at.submitted({ Responsible: (await at.person('clerk')).Id });
    const approval = await at.asked(id);
    expect((await at.decide('clerk', approval)).status).toBe(403);
    expect((await at.waitingFor('clerk')).map(({ Id }) => Id)).not.toContain(approval);
    await at.addPerson('other', ['clerk']);
    expect((await at.decide('other', approval)).status).toBe(403);
    await at.addPerson('stranger', []);
    expect((await at.decide('stranger', approval)).status).toBe(404);
    expect((await at.as('stranger')).length).toBeDefined();
    expect((await (await at.as('stranger'))('GET', `/approval/record/expense/${id}`)).status).toBe(403);
    expect((await at.decide('other', approval, 'withdraw')).status).toBe(403);
    expect((await at.decide('clerk', approval, 'withdraw')).body.Outcome).toBe('withdrawn');
    expect((await at.decide('viewer', approval)).status).toBe(409);
    expect(await at.stateOf(id)).toBe('Submitted');
  });

  it('lets people approve their own request where that is declared', async () => {
    const id = await at.submitted({ Amount: 10 });
    await at.take(at.clerk, id, 'approve');
    const approval = await at.asked(id, 'pay');
    expect((await at.decide('clerk', approval)).body.Outcome).toBe('carried-out');
    expect(await at.stateOf(id)).toBe('Paid');
  });

  it('needs all: a role and the superior, each once', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id, 'refuse');
    expect((await at.decide('viewer', approval)).body.Outcome).toBe('waiting');
    expect((await at.decide('viewer', approval)).status).toBe(403);
    expect(await at.stateOf(id)).toBe('Submitted');
    expect((await at.decide('boss', approval)).body.Outcome).toBe('carried-out');
    expect(await at.stateOf(id)).toBe('Refused');
  });

  it('does not count the approval of a person who has left meanwhile', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id, 'refuse');
    expect((await at.decide('chief', approval)).body.Outcome).toBe('waiting');
    const chief = await at.person('chief');
    await at.app.store.update('user', String(chief.Id), { IsActive: false });
    // Boss is the superior and has the role as well, so that only the role is open again and counts at once.
    const viewer = await at.person('boss');
    await at.app.store.update('user', String(viewer.Id), { Roles: ['clerk'] });
    expect((await at.decide('boss', approval)).body.Outcome).toBe('waiting');
    expect(await at.stateOf(id)).toBe('Submitted');
    expect((await at.decide('viewer', approval)).body.Outcome).toBe('carried-out');
    await at.app.store.update('user', String(viewer.Id), { Roles: ['viewer'] });
    await at.app.store.update('user', String(chief.Id), { IsActive: true });
  });

  it('is sent back with a note, which the person who asked is told', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id);
    await at.settle();
    expect(at.letters.map(({ to }) => to)).toEqual(expect.arrayContaining(['viewer@example.com']));
    expect(at.letters.map(({ to }) => to)).not.toContain('clerk@example.com');
    at.letters.length = 0;
    expect((await at.decide('viewer', approval, 'send-back')).status).toBe(422);
    expect((await at.decide('viewer', approval, 'send-back', { $note: 'x'.repeat(2001) })).status).toBe(422);
    expect((await at.decide('viewer', approval, 'send-back', { $note: 'No receipt' })).status).toBe(200);
    await at.settle();
    expect(at.letters).toMatchObject([
      { to: 'clerk@example.com', text: expect.stringContaining('No receipt') },
    ]);
    const bell = await at.clerk('GET', '/notification');
    expect(bell.body.Items[0]).toMatchObject({ Kind: 'approval', Title: 'Sent back' });
    expect(await at.stateOf(id)).toBe('Submitted');
    expect(await at.asked(id)).not.toBe(approval);
  });

  it('starts over when the record changes, and ends when it leaves the state or is deleted', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id);
    const read = (await at.admin('GET', `${path}/${id}`)).body;
    await at.clerk('PUT', `${path}/${id}`, { Name: 'Hotel', Amount: 7000 });
    const stale = await at.decide('viewer', approval, 'approve', { RecordRevision: read.Revision });
    expect([stale.status, stale.body.Message]).toEqual([409, expect.stringContaining('changed')]);
    expect((await at.marksOf(id)).map(({ Field }) => Field)).toContain('$approval.restarted');
    expect((await at.take(at.clerk, id, 'reopen')).status).toBe(200);
    expect((await at.decide('viewer', approval)).status).toBe(409);
    await at.settle();
    expect(at.letters.map(({ subject }) => subject).join()).toContain('Cancelled');
    const other = await at.submitted();
    const second = await at.asked(other);
    expect((await at.admin('DELETE', `${path}/${other}`)).status).toBeLessThan(300);
    expect((await at.decide('viewer', second)).status).toBe(404);
    await at.settle();
    expect((await at.waitingFor('viewer')).map(({ Id }) => Id)).not.toContain(second);
  });

  it('starts over when a figure of the record changes by another record, which nobody has approved', async () => {
    const id = await at.submitted();
    const line = async (Cost: number) => {
      const made = await at.clerk('POST', '/custom/expense-line', { Name: 'Bed', Expense: id, Cost });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return String(made.body.Id);
    };
    const first = await line(10);
    const approval = await at.asked(id);
    const keeping = await at.asked(id, 'refuse');
    const seen = async () => (await at.admin('GET', `${path}/${id}`)).body;
    expect((await at.decide('viewer', keeping)).body.Outcome).toBe('waiting');
    const doors: readonly (() => Promise<unknown>)[] = [
      () => line(50_000),
      () => at.clerk('PUT', `/custom/expense-line/${first}`, { Cost: 70_000 }),
      () => at.clerk('PUT', `/custom/expense-line/${first}`, { Expense: null }),
      () => at.admin('DELETE', `/custom/expense-line/${first}`),
    ];
    const restarts = async () =>
      (await at.marksOf(id)).filter(({ Field }) => Field === '$approval.restarted').length;
    for (const [index, change] of doors.entries()) {
      const before = await seen();
      const count = await restarts();
      await change();
      const after = await seen();
      if (before.Total === after.Total) {
        expect([index, await restarts()]).toEqual([3, count]);
        continue;
      }
      expect([index, await restarts()]).toEqual([index, count + 1]);
      const stale = await at.decide('viewer', approval, 'approve', { RecordRevision: before.Revision });
      expect([index, stale.status]).toEqual([index, 409]);
    }
    expect(await restarts()).toBe(3);
    // Where approvals are kept, the one given still counts.
    expect((await at.decide('boss', keeping)).body.Outcome).toBe('carried-out');
  });

  it('starts over when a publication computes a figure of the record anew', async () => {
    const id = await at.submitted({ Amount: 6000 });
    const approval = await at.asked(id);
    const { body: seen } = await at.admin('GET', `${path}/${id}`);
    const tax = { kind: 'field', name: 'expense.Tax', type: 'money', title: texts('Tax') };
    await at.publish([{ ...tax, computed: { value: 'Amount * 0.15', stored: true } }]);
    await at.settle();
    const { body: now } = await at.admin('GET', `${path}/${id}`);
    expect(now.Tax).toBe(900);
    expect((await at.marksOf(id)).map(({ Field }) => Field)).toContain('$approval.restarted');
    const stale = await at.decide('viewer', approval, 'approve', { RecordRevision: seen.Revision });
    expect(stale.status).toBe(409);
  });

  it('asks again for approvals given on values of an import that is taken back', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id, 'refuse');
    const { store: own } = at.app;
    const StartedAt = at.app.clock.now.toISOString();
    const ImportId = crypto.randomUUID();
    const running = { Id: ImportId, Entity: 'expense', FileName: 'a.csv', Status: 'running', Revision: 1 };
    await own.insert('import', running);
    // What an import does to a record, by the calls of a form.
    await at.clerk('PUT', `${path}/${id}`, { Name: 'Hotel', Amount: 7000 });
    const { body: imported } = await at.admin('GET', `${path}/${id}`);
    await own.insert('import-change', {
      ...{ Id: crypto.randomUUID(), Revision: 1, ImportId, RecordId: id, Row: 2 },
      ...{ RecordRevision: imported.Revision, Previous: { Amount: 6000 } },
    });
    expect((await at.decide('viewer', approval)).body.Outcome).toBe('waiting');
    await takeBackImport(
      { store: own, ports: createWebPorts({}), yieldTurn: async () => undefined },
      { ImportId, Entity: 'expense', StartedAt },
    );
    const { body: back } = await at.admin('GET', `${path}/${id}`);
    expect(back.Amount).toBe(6000);
    const seen = await at.decide('boss', approval, 'approve', { RecordRevision: imported.Revision });
    expect(seen.status).toBe(409);
    expect((await at.decide('viewer', approval)).body.Outcome).toBe('waiting');
    expect((await at.decide('boss', approval)).body.Outcome).toBe('carried-out');
  });

  it('keeps approvals over a change where that is declared, and asks for rights again at the end', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id, 'refuse');
    expect((await at.decide('viewer', approval)).body.Outcome).toBe('waiting');
    await at.clerk('PUT', `${path}/${id}`, { Name: 'Hotel', Amount: 7000 });
    const clerk = await at.person('clerk');
    await at.app.store.update('user', String(clerk.Id), { Roles: ['viewer'] });
    expect((await at.decide('boss', approval)).status).toBe(403);
    await at.app.store.update('user', String(clerk.Id), { Roles: ['clerk'], IsActive: false });
    expect((await at.decide('boss', approval)).status).toBe(409);
    await at.app.store.update('user', String(clerk.Id), { Roles: ['clerk'], IsActive: true });
    expect((await at.decide('boss', approval)).body.Outcome).toBe('carried-out');
  });

  it('holds the guard again at the end', async () => {
    const id = await at.submitted({ Amount: 10 });
    await at.take(at.clerk, id, 'approve');
    const approval = await at.asked(id, 'pay');
    await at.app.store.update('expense', id, { Amount: 95_000 });
    expect((await at.decide('clerk', approval)).status).toBe(409);
    expect(await at.stateOf(id)).toBe('Approved');
  });

  it('is refused at once where nobody could approve', async () => {
    const viewers = (await at.app.store.find({ entity: 'user' })).items.filter(({ Roles }) =>
      (Roles as string[]).includes('viewer'),
    );
    for (const { Id } of viewers) await at.app.store.update('user', String(Id), { IsActive: false });
    const id = await at.submitted();
    const refused = await at.take(at.clerk, id, 'approve');
    expect([refused.status, refused.body.Message]).toEqual([
      409,
      expect.stringContaining('No one can approve'),
    ]);
    for (const { Id } of viewers) await at.app.store.update('user', String(Id), { IsActive: true });
  });

  it('lets two decide at once, of whom one is told that it is decided', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id);
    await Promise.all([at.as('viewer'), at.as('boss')]);
    const answers = await Promise.all(['viewer', 'boss'].map((who) => at.decide(who, approval)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await at.marksOf(id)).filter(({ Field }) => Field === '$approval.approved')).toHaveLength(1);
  });

  it('is approved by the substitute during an absence, and never for a request of their own', async () => {
    await at.addPerson('deputy', ['clerk']);
    const viewer = await at.as('viewer');
    const add = (From: string, To: string, Substitute: string) =>
      viewer('POST', '/absence', { From, To, Substitute });
    expect((await add('2026-11-25', '2026-11-20', 'deputy')).status).toBe(422);
    expect((await add('2026-11-18', '2026-11-19', 'deputy')).status).toBe(422);
    expect((await add('2026-11-19', '2026-11-25', 'viewer')).status).toBe(422);
    expect((await add('2026-11-19', '2026-11-25', 'nobody')).status).toBe(422);
    const absence = await add('2026-11-19', '2026-11-25', 'deputy');
    expect(absence.status, JSON.stringify(absence.body)).toBe(201);
    const id = await at.submitted();
    const approval = await at.asked(id);
    const [item] = (await at.waitingFor('deputy')).filter(({ Id }) => Id === approval);
    expect(item).toMatchObject({ For: expect.stringContaining('Viewer'), MayDecide: true });
    await at.settle();
    expect(at.letters.map(({ to }) => to)).toContain('deputy@example.com');
    const own = await at.submitted();
    const ownApproval = await at.asked(own, 'approve', {}, await at.as('deputy'));
    expect((await at.decide('deputy', ownApproval)).status).toBe(403);
    expect((await at.decide('deputy', approval)).body.Outcome).toBe('carried-out');
    expect((await at.marksOf(id)).map(({ Field }) => Field)).toContain('$approval.for');
    const boss = await at.as('boss');
    expect((await boss('DELETE', `/absence/${absence.body.Id}`)).status).toBe(404);
    expect((await viewer('DELETE', `/absence/${absence.body.Id}`)).status).toBe(204);
    expect((await at.decide('deputy', ownApproval)).status).toBe(403);
  });

  it('logs no failure of the server', () => {
    expect(at.app.errors).toEqual([]);
  });

  it('goes on after a restart: reminds, is overdue, and escalates', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id);
    await at.settle();
    at.letters.length = 0;
    const again = await at.app.startAgain();
    at.later(1.1);
    await again.runDue();
    await again.runDue();
    expect(at.letters.filter(({ subject }) => subject.startsWith('Reminder')).length).toBeGreaterThan(0);
    expect((await at.decide('admin', approval)).status).toBe(403);
    at.later(2);
    at.letters.length = 0;
    await at.settle();
    const subjects = at.letters.map(({ to, subject }) => `${to} ${subject}`);
    expect(subjects).toEqual(
      expect.arrayContaining([
        expect.stringContaining('admin@example.com Overdue'),
        expect.stringContaining('clerk@example.com Overdue'),
      ]),
    );
    expect((await at.decide('admin', approval)).body.Outcome).toBe('carried-out');
    expect(await at.stateOf(id)).toBe('Approved');
  });
});
