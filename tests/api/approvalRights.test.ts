/** Who may decide an approval is asked at the moment of the decision, whatever was so when it was asked for. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appStores } from './support/startApp.ts';
import { type Approvals, path, startApprovals } from './support/startApprovals.ts';

describe.each(appStores)('the right to decide on %s', (store) => {
  let at: Approvals;
  beforeEach(async () => {
    at = await startApprovals(store);
    for (const name of ['deputy', 'second']) await at.addPerson(name, []);
  });
  afterEach(() => at.app.store.close());

  const give = async (name: string, fields: object) =>
    at.app.store.update('user', String((await at.person(name)).Id), { ...fields });
  const isOffered = async (who: string, approval: string) =>
    (await at.waitingFor(who)).some(({ Id }) => Id === approval);
  const away = async (who: string, Substitute: string, From: string, To: string) => {
    const { status, body } = await (await at.as(who))('POST', '/absence', { From, To, Substitute });
    expect(status, JSON.stringify(body)).toBe(201);
  };
  const moveTo = (moment: string) => {
    at.app.clock.now = new Date(moment);
    at.later(0);
  };

  it('of a substitute holds from the first day of the absence to its last, where they are', async () => {
    await give('deputy', { Roles: ['clerk'] });
    const approval = await at.asked(await at.submitted());
    await away('viewer', 'deputy', '2026-11-22', '2026-11-24');
    const days = {
      '2026-11-22T04:59:00Z': false,
      '2026-11-22T05:01:00Z': true,
      '2026-11-25T04:59:00Z': true,
      '2026-11-25T05:01:00Z': false,
    };
    for (const [moment, may] of Object.entries(days)) {
      moveTo(moment);
      expect([moment, await isOffered('deputy', approval)]).toEqual([moment, may]);
      if (!may) expect((await at.decide('deputy', approval)).status, moment).toBe(403);
    }
    moveTo('2026-11-25T04:59:00Z');
    expect((await at.decide('deputy', approval)).body.Outcome).toBe('carried-out');
  });

  it('is not passed on by a substitute, and ends with the rights of the absent person', async () => {
    await give('deputy', { Roles: ['clerk'] });
    await give('second', { Roles: ['clerk'] });
    await away('viewer', 'deputy', '2026-11-20', '2026-12-20');
    await away('deputy', 'second', '2026-11-20', '2026-12-20');
    const approval = await at.asked(await at.submitted());
    expect([await isOffered('deputy', approval), await isOffered('second', approval)]).toEqual([true, false]);
    expect((await at.decide('second', approval)).status).toBe(403);
    for (const lost of [{ IsActive: false }, { IsActive: true, Roles: ['clerk'] }]) {
      await give('viewer', lost);
      expect(await isOffered('deputy', approval)).toBe(false);
      expect((await at.decide('deputy', approval)).status).toBe(403);
    }
    await give('viewer', { Roles: ['viewer'] });
    expect((await at.decide('deputy', approval)).body.Outcome).toBe('carried-out');
  });

  it('ends when a person loses the role, the record or the account', async () => {
    const approval = await at.asked(await at.submitted());
    await give('viewer', { Roles: ['clerk'] });
    expect(await isOffered('viewer', approval)).toBe(false);
    expect((await at.decide('viewer', approval)).status).toBe(403);
    // A substitute who may not see the record learns nothing of it.
    await give('viewer', { Roles: ['viewer'] });
    await away('viewer', 'deputy', '2026-11-20', '2026-12-20');
    expect(await isOffered('deputy', approval)).toBe(false);
    expect((await at.decide('deputy', approval)).status).toBe(404);
    expect((await at.decide('viewer', approval)).body.Outcome).toBe('carried-out');
  });

  it('carries nothing out for a person who may no longer do it, and stays to be decided', async () => {
    const id = await at.submitted();
    const approval = await at.asked(id);
    const before = (await at.person('clerk')).Roles;
    for (const [lost, status] of [
      [{ Roles: ['viewer'] }, 403],
      [{ Roles: before, IsActive: false }, 409],
    ] as const) {
      await give('clerk', lost);
      const answer = await at.decide('viewer', approval);
      expect([answer.status, await at.stateOf(id)], JSON.stringify(answer.body)).toEqual([
        status,
        'Submitted',
      ]);
      expect(await isOffered('viewer', approval)).toBe(true);
    }
    await give('clerk', { Roles: before, IsActive: true });
    expect((await at.decide('viewer', approval)).body.Outcome).toBe('carried-out');
    const { body } = await at.admin('GET', `${path}/${id}`);
    expect(body).toMatchObject({ State: 'Approved', ModifiedBy: 'clerk' });
    expect(at.app.errors).toEqual([]);
  });

  it('counts once, however many decide at the same time', async () => {
    await at.addPerson('boss', ['viewer']);
    const id = await at.submitted();
    const approval = await at.asked(id);
    const all = await Promise.all(
      ['viewer', 'boss', 'viewer', 'boss'].flatMap((who) => [
        at.decide(who, approval),
        at.decide(who, approval, 'send-back', { $note: 'No' }),
      ]),
    );
    const outcomes = all.filter(({ status }) => status === 200).map(({ body }) => body.Outcome);
    expect(outcomes).toHaveLength(1);
    expect(all.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
    expect(await at.stateOf(id)).toBe(outcomes[0] === 'carried-out' ? 'Approved' : 'Submitted');
  });
});
