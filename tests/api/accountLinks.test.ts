/** Links that open accounts: who receives them, who may read them, and when they expire. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { grantFeatures } from '../../server/operations/grantFeatures.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const good = 'a few words in a row';

describe('links to accounts', () => {
  let app: Running;
  let [admin, profiles, nobody] = [] as unknown as [Ask, Ask, Ask];
  const sent: { readonly to: string; readonly text: string }[] = [];
  let count = 0;

  beforeAll(async () => {
    const mail = { send: async (letter: { to: string; text: string }) => void sent.push(letter) };
    app = await startApp({ store: 'sqlite', ports: { mail } });
    [admin, profiles, nobody] = await Promise.all([app.as('admin'), app.as('profiles'), app.as()]);
    return () => app.store.close();
  });
  beforeEach(async () => {
    await app.runDue();
    sent.length = 0;
  });

  const userNamed = async (name: string): Promise<DataRecord> => {
    const { items } = await app.store.find({ entity: 'user' });
    return items.find(({ UserName }) => UserName === name) as DataRecord;
  };
  /** An employee with an address of the caller's choice, tied to the account by hand. */
  const employeeOf = async (UserName: string): Promise<string> => {
    count += 1;
    const contact = {
      ...{ FirstName: 'Ann', LastName: 'Lee', Phone: { Number: '613 555-0100', IsPrimary: true } },
      Email: { Address: `thief${count}@evil.example`, IsPrimary: true },
    };
    const own = { FirstName: 'Ann', LastName: `Lee ${count}`, DealerId: dealer, AddressTypeId: 1 };
    const { body, status } = await profiles('POST', '/profile/employee', { ...own, Contacts: [contact] });
    expect(status, JSON.stringify(body)).toBe(201);
    await app.store.update('employee', body.Id, { UserName });
    return body.Id;
  };
  const ask = (by: Ask, id: string) => by('POST', `/profile/employee/${id}/resetpassword`);
  const tokenIn = (text: string) => /account\/password#([\w-]+)/.exec(text)?.[1] ?? '';
  const choose = (Token: string) => nobody('PUT', '/account/link', { Token, NewPassword: good });
  const linksOf = async (id: unknown) =>
    (await app.store.find({ entity: 'account-link' })).items.filter(({ UserId }) => UserId === id).length;

  it('an account without an address gets no link through a record about it', async () => {
    const made = await admin('POST', '/user', { UserName: 'silent', DisplayName: 'S.', Roles: [] });
    const id = await employeeOf('silent');
    const answers = [await ask(profiles, id), await ask(admin, id)];
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(answers[0]?.body.Message).toBe(
      'The account of S. has no email address. A user administrator can add one.',
    );
    await app.runDue();
    expect([sent, await linksOf(made.body.Id)]).toEqual([[], 0]);
  });

  it('an account with an address gets it there, whatever address the record has', async () => {
    const Email = 'own@people.example';
    await admin('POST', '/user', { UserName: 'heard', DisplayName: 'H.', Roles: [], Email });
    const id = await employeeOf('heard');
    expect((await ask(profiles, id)).body).toMatchObject({ Email });
    await app.runDue();
    expect(sent.map(({ to }) => to)).toEqual([Email]);
  });

  it('an unconfirmed address opens nothing once the account has rights', async () => {
    const id = await employeeOf('fresh');
    expect((await ask(profiles, id)).status).toBe(200);
    const account = await userNamed('fresh');
    expect(account).toMatchObject({ IsEmailUnconfirmed: true, Email: expect.stringContaining('thief') });
    // The unused invitation is sent again; "forgot password" must not obtain it.
    expect((await ask(profiles, id)).status).toBe(200);
    await app.runDue();
    const tokens = sent.map(({ text }) => tokenIn(text));
    expect(tokens).toHaveLength(2);
    await nobody('POST', '/account/forgotten', { UserName: 'fresh' });
    await app.runDue();
    expect(sent).toHaveLength(2);
    // The account gains rights: earlier links expire, and only administrators can send new ones.
    const given = await admin('PUT', `/user/${account.Id}`, { Roles: ['viewer'] });
    expect(given.status).toBe(200);
    for (const token of tokens) expect((await choose(token)).status).toBe(404);
    const refused = await ask(profiles, id);
    expect(refused.status).toBeGreaterThanOrEqual(403);
    expect(await linksOf(account.Id)).toBe(0);
  });

  it('is confirmed by using a link sent to it, or by an administrator who enters another', async () => {
    const id = await employeeOf('joiner');
    await ask(profiles, id);
    await app.runDue();
    const common = { Token: tokenIn(sent.at(-1)?.text ?? ''), NewPassword: 'Motdepasse-2026' };
    const refused = await nobody('PUT', '/account/link', common);
    expect([refused.status, refused.body.Message]).toEqual([422, expect.stringContaining('Many people use')]);
    expect((await choose(common.Token)).status).toBe(204);
    expect(await userNamed('joiner')).toMatchObject({ IsEmailUnconfirmed: false });
    const other = await employeeOf('moved');
    await ask(profiles, other);
    await app.runDue();
    const old = tokenIn(sent.at(-1)?.text ?? '');
    const { Id } = await userNamed('moved');
    expect((await admin('PUT', `/user/${Id}`, { Email: 'right@people.example' })).status).toBe(200);
    expect(await userNamed('moved')).toMatchObject({ IsEmailUnconfirmed: false });
    expect((await choose(old)).status).toBe(404);
  });

  it('accounts from earlier versions count as confirmed', async () => {
    const { Id } = await userNamed('viewer');
    await app.store.update('user', String(Id), { Email: 'v@people.example', IsEmailUnconfirmed: null });
    await nobody('POST', '/account/forgotten', { UserName: ' VIEWER ' });
    await app.runDue();
    expect(sent.map(({ to }) => to)).toEqual(['v@people.example']);
  });

  it('the outbox shows each link only to those who could give that person a password', async () => {
    const roles = [...app.models.current().roles.keys()];
    const letters: { readonly id: string; readonly role: string }[] = [];
    for (const role of roles) {
      const { Id } = await userNamed(role);
      await app.store.update('user', String(Id), { Email: `${role}@people.example` });
      expect((await admin('POST', `/user/${Id}/link`)).status, role).toBe(200);
      const { items } = await app.store.find({ entity: 'letter' });
      letters.push({ id: String(items.find(({ UserId, Link }) => UserId === Id && Link)?.Id), role });
    }
    const { model } = { model: app.models.current() };
    for (const reader of roles) {
      const by = await app.as(reader);
      const held = new Set(grantFeatures(model, [reader]));
      for (const { id, role } of letters) {
        const { body, status } = await by('GET', `/letter/${id}`);
        const could = held.has('User.Manage') && grantFeatures(model, [role]).every((one) => held.has(one));
        expect(tokenIn(JSON.stringify(body)) !== '', `${reader} reads the letter to ${role}`).toBe(could);
        expect(status).toBe(held.has('User.Manage') ? 200 : 403);
        const list = JSON.stringify((await by('GET', '/letter?pageSize=0')).body);
        expect(tokenIn(list)).toBe('');
      }
    }
    // Once sent, no record of any entity keeps a working link.
    await app.runDue();
    const tokens = sent.map(({ text }) => tokenIn(text));
    expect(tokens.filter(Boolean)).toHaveLength(roles.length);
    for (const entity of model.entities.keys()) {
      const kept = JSON.stringify((await app.store.find({ entity })).items);
      for (const token of tokens) expect(kept.includes(token), `${entity} keeps a link`).toBe(false);
    }
    for (const { id } of letters) expect(tokenIn((await admin('GET', `/letter/${id}`)).body.Text)).toBe('');
  });

  it('a letter whose link is gone is not sent', async () => {
    const { Id } = await userNamed('reports');
    await app.store.update('user', String(Id), { Email: 'r@people.example' });
    await admin('POST', `/user/${Id}/link`);
    await admin('POST', `/user/${Id}/password`);
    await app.runDue();
    expect(sent).toEqual([]);
  });
});
