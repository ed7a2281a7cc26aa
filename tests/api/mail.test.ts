/**
 * Letters: invitations and links for a new password, with a working mail server, with none, and with one that
 * is down.
 */
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpMail } from '../../server/node/createSmtpMail.ts';
import { followCall } from '../../server/node/followCalls.ts';
import type { Mail } from '../../server/ports/Mail.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const good = 'a few words in a row';
const minute = 60_000;

type Received = { readonly to: readonly string[]; readonly source: string };

/** A mail server of this test, and the letters it accepted. */
async function startMailServer() {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('nobody')
          ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, session, done) => {
      let source = '';
      stream.on('data', (piece: Uint8Array) => {
        source += new TextDecoder().decode(piece);
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { readonly port: number };
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((end) => server.close(end)),
  };
}

const from = 'Formwright <no-reply@formwright.example>';

describe('letters over SMTP', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let app: Running;
  let admin: Ask;
  let nobody: Ask;
  /** Where letters are sent now: to the server, or where nobody listens. */
  let through: Mail;
  let count = 0;

  beforeAll(async () => {
    server = await startMailServer();
    through = createSmtpMail({ url: server.url, from });
    app = await startApp({ store: 'sqlite', ports: { mail: { send: (letter) => through.send(letter) } } });
    [admin, nobody] = [await app.as('admin'), await app.as()];
  });
  afterAll(async () => {
    await app.store.close();
    await server.close();
  });

  async function person(more: object = {}) {
    count += 1;
    const UserName = `person${count}`;
    const sent = {
      UserName,
      DisplayName: `Person ${count}`,
      Roles: ['viewer'],
      Email: `${UserName}@example.com`,
      ...more,
    };
    const { status, body } = await admin('POST', '/user', sent);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { Id: string; UserName: string; Email: string };
  }
  const tokenIn = (text: string) =>
    /account\/password#([\w-]+)/.exec(text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[1] ?? '';
  const lastTo = (address: string) =>
    server.received.filter(({ to }) => to.includes(address)).at(-1)?.source ?? '';
  const choose = (Token: string, NewPassword = good) =>
    nobody('PUT', '/account/link', { Token, NewPassword });
  const signIn = (UserName: string, Password: string) => nobody('POST', '/session', { UserName, Password });
  const letterTo = async (address: string) =>
    (await admin('GET', `/letter?FilterProperty=To&FilterOperator=eq&FilterValue=${address}`)).body.Items[0];
  async function invited(more: object = {}) {
    const one = await person(more);
    const sent = await admin('POST', `/user/${one.Id}/link`);
    expect(sent.body).toMatchObject({ UserName: one.UserName, Email: one.Email, Purpose: 'invite' });
    await app.runDue();
    return { ...one, token: tokenIn(lastTo(one.Email)) };
  }

  it('letters carry the trace of what sent them', async () => {
    const id = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = new Headers({ traceparent: `00-${id}-00f067aa0ba902b7-01` });
    const letter = { id: 'traced', to: 'traced@example.com', subject: 'Traced', text: 'A letter.' };
    await followCall(headers, () => through.send(letter));
    const source = server.received.at(-1)?.source;
    expect(source).toMatch(new RegExp(`^traceparent: 00-${id}-[0-9a-f]{16}-01\r?$`, 'im'));
  });

  it('an invitation lets its person choose a password, once, and sign in', async () => {
    const { token, UserName, Email } = await invited();
    expect(lastTo(Email)).toContain('Subject: Your access to Formwright');
    expect((await nobody('POST', '/account/link', { Token: token })).body).toEqual({
      ...{ UserName, DisplayName: 'Person 1', Purpose: 'invite' },
    });
    expect((await choose(token, 'short')).body.ValidationErrors).toMatchObject([{ Key: 'NewPassword' }]);
    expect((await choose(token)).status).toBe(204);
    expect((await signIn(UserName, good)).status).toBe(200);
    const again = await choose(token, 'another good long one');
    expect([again.status, again.body.Message]).toEqual([
      404,
      'This link has expired or has already been used. Ask for a new one.',
    ]);
    expect((await nobody('POST', '/account/link', { Token: token })).status).toBe(404);
    expect(await letterTo(Email)).toMatchObject({ State: { Name: 'Sent' }, Attempts: 1 });
  });

  const isFrench = (address: string) =>
    /Subject: (=\?UTF-8\?Q\?)?(Votre.acc|Un.nouveau)/.test(lastTo(address));

  it('in French to a person added by someone who reads French', async () => {
    const added = await admin(
      'POST',
      '/user',
      { UserName: 'nouvelle', DisplayName: 'Nouvelle', Roles: ['viewer'], Email: 'nouvelle@example.com' },
      { 'accept-language': 'fr-CA' },
    );
    await admin('POST', `/user/${added.body.Id}/link`);
    await app.runDue();
    expect(isFrench('nouvelle@example.com')).toBe(true);
  });

  it('in the language of the screens, to a person who has chosen it', async () => {
    const { token, UserName, Email } = await invited();
    expect(isFrench(Email)).toBe(false);
    await choose(token);
    const { body } = await signIn(UserName, good);
    const authorization = `Bearer ${body.Token}`;
    await nobody('PUT', '/preference/display', { locale: 'fr-CA' }, { authorization });
    await nobody('POST', '/account/forgotten', { UserName });
    await expect.poll(async () => (await app.runDue(), isFrench(Email))).toBe(true);
  });

  it('a link expires: after an hour for a new password, after a week for an invitation', async () => {
    const { token, UserName, Id, Email } = await invited();
    const start = app.clock.now;
    app.clock.now = new Date(start.getTime() + 6 * 24 * 60 * minute);
    expect((await nobody('POST', '/account/link', { Token: token })).status).toBe(200);
    app.clock.now = new Date(start.getTime() + 7 * 24 * 60 * minute);
    expect((await choose(token)).status).toBe(404);
    app.clock.now = start;
    await choose(token);
    await nobody('POST', '/account/forgotten', { UserName });
    await expect.poll(async () => await app.store.count('account-link', of(Id))).toBe(1);
    await app.runDue();
    const reset = tokenIn(lastTo(Email));
    app.clock.now = new Date(start.getTime() + 59 * minute);
    expect((await nobody('POST', '/account/link', { Token: reset })).body.Purpose).toBe('reset');
    app.clock.now = new Date(start.getTime() + 60 * minute);
    expect((await choose(reset)).status).toBe(404);
    app.clock.now = start;
  });

  const of = (id: string) => ({ kind: 'compare', path: 'UserId', operator: 'eq', value: id }) as const;

  it('a password changed in another way voids open links', async () => {
    const { token, Id } = await invited();
    await admin('POST', `/user/${Id}/password`);
    expect((await choose(token)).status).toBe(404);
    expect(await app.store.count('account-link', of(Id))).toBe(0);
  });

  it('sessions with the old password end once a new one is chosen', async () => {
    const { token, UserName, Email, Id } = await invited();
    await choose(token);
    const { Token } = (await signIn(UserName, good)).body;
    await nobody('POST', '/account/forgotten', { UserName: Email });
    await expect.poll(async () => app.store.count('account-link', of(Id))).toBe(1);
    await app.runDue();
    expect((await choose(tokenIn(lastTo(Email)), 'another good long one')).status).toBe(204);
    const old = await nobody('GET', '/session', undefined, { authorization: `Bearer ${Token}` });
    expect(old.status).toBe(401);
  });

  it('forgotten passwords: the same answer for everyone, and a limited number of letters, only to existing accounts', async () => {
    const known = await invited();
    await choose(known.token);
    const before = server.received.length;
    for (const UserName of ['no-such-person', '', 'x'.repeat(5000), '"; DROP TABLE user', known.UserName]) {
      const { status, body } = await nobody('POST', '/account/forgotten', { UserName }, { 'x-test': '1' });
      expect([status, body], UserName.slice(0, 20)).toEqual([204, '']);
    }
    await expect.poll(async () => app.store.count('account-link', of(known.Id))).toBe(1);
    await app.runDue();
    expect(server.received.length).toBe(before + 1);
    const answers = [];
    for (let at = 0; at < 8; at += 1)
      answers.push((await nobody('POST', '/account/forgotten', { UserName: known.UserName })).status);
    expect(answers).toContain(429);
    expect(await app.store.count('account-link', of(known.Id))).toBeLessThanOrEqual(5);
  });

  it('a mail server that is down loses nothing: letters wait, are retried, and are sent once', async () => {
    through = createSmtpMail({ url: 'smtp://127.0.0.1:1', from });
    const one = await person();
    await admin('POST', `/user/${one.Id}/link`);
    await app.runDue();
    const waiting = await letterTo(one.Email);
    expect(waiting).toMatchObject({
      State: { Name: 'Waiting' },
      Attempts: 1,
      LastError: expect.stringMatching(/ECONN|connect/i),
    });
    await app.runDue();
    expect((await letterTo(one.Email)).Attempts).toBe(1);
    const start = app.clock.now;
    app.clock.now = new Date(start.getTime() + minute);
    await app.runDue();
    expect((await letterTo(one.Email)).Attempts).toBe(2);
    through = createSmtpMail({ url: server.url, from });
    // A restart forgets no letter.
    app.clock.now = new Date(start.getTime() + 10 * minute);
    await app.restart().runDue();
    await app.runDue();
    expect(server.received.filter(({ to }) => to.includes(one.Email))).toHaveLength(1);
    app.clock.now = start;
  });

  it('a mailbox that refuses is reported, and tried again on request', async () => {
    const one = await person({ Email: 'nobody1@example.com' });
    await admin('POST', `/user/${one.Id}/link`);
    await app.runDue();
    const letter = await letterTo('nobody1@example.com');
    expect(letter).toMatchObject({
      State: { Name: 'Failed' },
      LastError: expect.stringContaining('No such mailbox'),
    });
    const again = await admin('POST', `/letter/${letter.Id}/send`);
    expect([again.status, again.body.Message]).toEqual([409, expect.stringContaining('no longer works')]);
  });

  it('no name and no address becomes a header or another recipient', async () => {
    for (const Email of [
      'a@example.com\r\nBcc: all@example.com',
      'a@example.com, b@example.com',
      'a b@example.com',
      '<a@example.com>',
      'a@',
    ])
      expect(
        (await admin('POST', '/user', { UserName: `bad${Email.length}`, DisplayName: 'Bad', Email })).status,
        Email,
      ).toBe(422);
    const one = await person({ DisplayName: 'Eve\r\nBcc: all@example.com\r\n\r\nHello' });
    await admin('POST', `/user/${one.Id}/link`);
    await app.runDue();
    const [head = ''] = lastTo(one.Email).split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc/m);
  });

  it('those who may not edit a person can neither send nor read links', async () => {
    const [viewer, manager] = [await app.as('viewer'), await app.as('manager')];
    const one = await person();
    for (const ask of [viewer, manager]) {
      expect((await ask('POST', `/user/${one.Id}/link`)).status).toBe(403);
      expect((await ask('GET', '/letter')).status).toBe(403);
    }
    expect((await person({ Email: null }).then(({ Id }) => admin('POST', `/user/${Id}/link`))).status).toBe(
      409,
    );
    for (const Token of ['', 'x', 'x'.repeat(900), "' OR 1=1"])
      expect((await choose(Token)).status).toBe(404);
    for (const body of [null, [], { Token: 1 }, { NewPassword: good }, 'x'])
      expect([400, 422]).toContain((await nobody('PUT', '/account/link', body)).status);
  });

  it('H-523 an employee without an account gets one, without a role, and an invitation', async () => {
    const employees = (await admin('GET', '/profile/employee?pageSize=0')).body.Items;
    const tremblay = employees.find(({ UserName }: { UserName: string }) => UserName === 'jtremblay');
    const { status, body } = await admin('POST', `/profile/employee/${tremblay.Id}/resetpassword`);
    expect([status, body]).toEqual([
      200,
      { Id: expect.any(String), UserName: 'jtremblay', Email: tremblay.Email, Purpose: 'invite' },
    ]);
    await app.runDue();
    await choose(tokenIn(lastTo(tremblay.Email)));
    const session = await signIn('jtremblay', good);
    expect([session.status, session.body.User.Roles]).toEqual([200, []]);
    expect(
      (await (await app.as('viewer'))('POST', `/profile/employee/${tremblay.Id}/resetpassword`)).status,
    ).toBe(403);
  });

  it('a subscribed report arrives as a file, once, however often it is found due', async () => {
    let viewer = await app.as('viewer');
    const named = 'FilterProperty=ReportConfigurationName&FilterOperator=eq&FilterValue=Product portfolio';
    const report = (await viewer('GET', `/report?${named}`)).body.Items[0].Id;
    const times = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
    const ScheduleId = (await viewer('POST', '/report/schedule', times)).body.Id;
    const made = await viewer('POST', '/report/subscription', {
      ...{ ReportConfigurationId: report, ScheduleId, ReportFormatId: 2 },
      ...{ DeliveryExtensionId: 1, Path: 'portfolio@example.com' },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await app.runDue();
    const start = app.clock.now;
    app.clock.now = new Date('2026-11-21T14:00:30Z');
    await Promise.all([app.runDue(), app.runDue()]);
    await app.restart().runDue();
    await app.runDue();
    const letters = server.received.filter(({ to }) => to.includes('portfolio@example.com'));
    expect(letters).toHaveLength(1);
    const [{ source }] = letters as [Received];
    expect(source).toContain('Subject: Report: Product portfolio');
    expect(source.replace(/=\r\n/g, '')).toContain('http://localhost:3000/report/deliveries');
    expect(source).toMatch(/filename=.*Product portfolio.*\.xlsx/s);
    const [, file = ''] =
      /base64\r\n(?:.*\r\n)*?\r\n([A-Za-z0-9+/=\r\n]+)/.exec(source.slice(source.indexOf('.xlsx'))) ?? [];
    // The first bytes of a spreadsheet.
    expect(Buffer.from(file.replace(/\s/g, ''), 'base64').subarray(0, 2).toString()).toBe('PK');
    // Reading letters does not allow reading the report.
    admin = await app.as('admin');
    const letter = await letterTo('portfolio@example.com');
    expect([letter.State.Name, letter.AttachmentId]).toEqual(['Sent', undefined]);
    viewer = await app.as('viewer');
    await viewer('DELETE', `/report/subscription/${made.body.Id}`);
    app.clock.now = start;
  });
});

describe('letters without a mail server', () => {
  it('stay where administrators read them, with the link for those who could set the password anyway', async () => {
    const app = await startApp({ store: 'memory' });
    const admin = await app.as('admin');
    const { Id } = (
      await admin('POST', '/user', {
        UserName: 'anna',
        DisplayName: 'Anna',
        Roles: ['viewer'],
        Email: 'anna@example.com',
      })
    ).body;
    await admin('POST', `/user/${Id}/link`);
    await app.runDue();
    const [letter] = (await admin('GET', '/letter')).body.Items;
    expect(letter).toMatchObject({ To: 'anna@example.com', State: { Name: 'Waiting' }, Attempts: 0 });
    expect(JSON.stringify(letter)).not.toContain('#');
    const { Text } = (await admin('GET', `/letter/${letter.Id}`)).body;
    expect(Text).toMatch(/http:\/\/localhost:3000\/account\/password#[\w-]{40,}/);
    await app.store.close();
  });
});
