/** Letters of automations: what is attached, for whom, and a mail server that hangs. */
import { createServer, type Socket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createSmtpMail } from '../../server/node/createSmtpMail.ts';
import type { Mail } from '../../server/ports/Mail.ts';
import { textsOfPages } from '../support/textOfPages.ts';
import { sender } from './support/sheets.ts';
import { appStores } from './support/startApp.ts';
import { type Automations, path, startAutomations, texts } from './support/startAutomations.ts';

const pdf = (text: string) => `%PDF-1.7\n% ${text}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`;

type Sent = Parameters<Mail['send']>[0];

/** A mail server that takes connections and says nothing. */
async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `smtp://127.0.0.1:${port}`, sockets, hangUp };
}

describe.each(appStores)('letters of automations on %s', (store) => {
  let tools: Automations;
  let send: Mail['send'];
  const letters: Sent[] = [];
  const keep: Mail['send'] = async (letter) => void letters.push(letter);
  beforeAll(async () => {
    send = keep;
    tools = await startAutomations(store, { mail: { send: (letter: Sent) => send(letter) } });
    const file = (name: string, more = {}) => ({
      ...{ kind: 'field', name: `claim.${name}`, type: 'file', title: texts(name) },
      ...more,
    });
    await tools.publish([
      file('Photo'),
      file('Secret', { view: 'User.Manage', edit: 'User.Manage' }),
      { kind: 'field', name: 'claim.Payee', type: 'email', title: texts('Payee') },
    ]);
    const viewer = await tools.person('viewer');
    await tools.app.store.update('user', String(viewer.Id), { Email: 'viewer@example.com' });
    return () => tools.app.store.close();
  });
  beforeEach(() => {
    letters.splice(0);
    send = keep;
  });

  const upload = async (field: string, content: string, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([pdf(content)]), name);
    const by = await sender(tools.app, 'admin');
    const answer = await by('POST', `/File?field=claim.${field}`, form);
    expect(answer.status).toBe(201);
    return String((answer.body as DataRecord).Id);
  };
  const mailing = (attach: object, more: object = {}) => ({
    ...{ do: 'mail', to: [{ field: 'Responsible' }], subject: texts('Claim {{ Name }}') },
    ...{ text: texts('See the attachment', 'Voir la pièce jointe'), attach, ...more },
  });

  it('attaches a print and files as each reader may see them, made when the letter leaves', async () => {
    const { create, settle, withAutomations, automation, person, ask, me } = tools;
    const attach = { print: 'default', files: ['Photo', 'Secret'] };
    const sent = automation('sent', { owner: 'admin', when: { on: 'created' }, then: [mailing(attach)] });
    await withAutomations([sent], async () => {
      const files = {
        Photo: await upload('Photo', 'plain words', 'photo.pdf'),
        Secret: await upload('Secret', 'secret words', 'secret.pdf'),
      };
      await create({ Name: 'Mine', Amount: 6000, Responsible: me.Id, ...files });
      await settle();
      const [mine] = letters;
      expect(mine?.attachments?.map(({ name }) => name)).toEqual([
        'photo.pdf',
        'secret.pdf',
        expect.stringMatching(/Mine.*\.pdf$/),
      ]);
      expect(new TextDecoder().decode(mine?.attachments?.[0]?.content)).toBe(pdf('plain words'));
      const pages = await textsOfPages(mine?.attachments?.[2]?.content as Uint8Array<ArrayBuffer>);
      expect(pages.join(' ')).toContain('Claim: Mine');
      const theirs = {
        Photo: await upload('Photo', 'more', 'more.pdf'),
        Secret: await upload('Secret', 's', 's.pdf'),
      };
      await create({ Name: 'Theirs', Responsible: (await person('viewer')).Id, ...theirs });
      await settle();
      expect(letters[1]?.attachments?.map(({ name }) => name)).toEqual([
        'more.pdf',
        expect.stringMatching(/\.pdf$/),
      ]);
      const { body } = await ask('GET', '/configure/automations/runs?automation=claim.sent');
      expect(body.Items[0].Steps[0].Values.told[0].Attached).toEqual(['more.pdf', 'default']);
      expect(JSON.stringify(body)).not.toContain('Attachments');
    });
  });

  it('tells in a trial what would be attached, sends it to the person who tries, and keeps nothing', async () => {
    const { ask, create, put, automation, settle, me, off } = tools;
    const { Id } = await create({ Name: 'Tried', Responsible: me.Id });
    await put(ask, [automation('tried', { when: { on: 'created' }, then: [mailing({ print: 'default' })] })]);
    const trial = await ask('POST', '/configure/automations/claim.tried/trial', { RecordId: Id, Send: true });
    expect(trial.body.Steps[0].Values.told[0].Attached[0]).toMatch(/Tried.*\.pdf$/);
    await settle();
    expect(letters).toHaveLength(1);
    expect(letters[0]?.attachments?.[0]?.name).toMatch(/\.pdf$/);
    await tools.publish([off('tried')]);
  });

  it('writes HTML with the brand in the language of its reader, and sanitized', async () => {
    const { create, settle, withAutomations, automation, app, me } = tools;
    const html = texts('<p>Claim <b>{{ Name }}</b></p><script>x</script>', '<p>Demande {{ Name }}</p>');
    const written = automation('written', {
      when: { on: 'created' },
      then: [
        mailing({ print: 'default' }, { html }),
        { ...mailing({ print: 'default' }), attach: undefined },
      ],
    });
    await withAutomations([JSON.parse(JSON.stringify(written)) as DataRecord], async () => {
      await create({ Name: 'A & B', Responsible: me.Id });
      await settle();
      const own = letters.find(({ html: found }) => found?.includes('Claim <b>'))?.html ?? '';
      const made = letters.find(({ html: found }) => found?.includes('See the'))?.html ?? '';
      expect(own).toContain('<html lang="en-CA">');
      expect(own).toMatch(/Formwright.*<b>A &#38; B<\/b>|Formwright.*<b>A &amp; B<\/b>/s);
      expect(own).not.toContain('script');
      expect(made).toContain('<p>See the attachment</p>');
      expect(letters[0]?.text).toBe('See the attachment');
      await app.store.update('user', String(me.Id), { Language: 'fr-CA' });
      letters.splice(0);
      await create({ Name: 'C', Responsible: me.Id });
      await settle();
      expect(letters[0]?.html).toMatch(/lang="fr-CA".*Demande C/s);
      await app.store.update('user', String(me.Id), { Language: 'en-CA' });
    });
  });

  it('finds before publishing what cannot be attached', async () => {
    const { ask, put, automation, off } = tools;
    for (const [attach, code] of [
      [{ files: ['Name'] }, 'automation-file'],
      [{ files: ['Nothing'] }, 'automation-file'],
      [{ print: 'claim.nothing' }, 'automation-print'],
    ] as const) {
      const body = await put(ask, [
        automation('wrong', { when: { on: 'created' }, then: [mailing(attach)] }),
      ]);
      expect(body.Findings.map(({ Code }: DataRecord) => Code)).toContain(code);
    }
    await tools.publish([off('wrong')]);
  });

  it('gives a letter up whose record is gone, with the reason', async () => {
    const { app, ask, create, automation, withAutomations, me } = tools;
    const gone = automation('gone', { when: { on: 'created' }, then: [mailing({ print: 'default' })] });
    await withAutomations([gone], async () => {
      await ask('POST', '/background-work/schedule/service/letters/pause');
      const { Id } = await create({ Name: 'Gone', Responsible: me.Id });
      await app.runDue();
      expect((await ask('DELETE', `${path}/${Id}`)).status).toBeLessThan(300);
      await ask('POST', '/background-work/schedule/service/letters/continue');
      await app.runDue();
      expect(letters).toEqual([]);
      const { body } = await ask('GET', '/background-work?source=letter&state=failed');
      expect(body.Items[0]).toMatchObject({ Title: 'Claim Gone', Reason: expect.stringContaining('print') });
    });
  });

  it('keeps all other work going while the mail server hangs', async () => {
    const { app, automation, withAutomations, create, runsOf, me } = tools;
    const silent = await startSilentServer();
    send = createSmtpMail({ url: silent.url, from: 'no-reply@example.com' }).send;
    const told = automation('hanging', {
      when: { on: 'created' },
      then: [{ do: 'mail', to: [{ field: 'Responsible' }], subject: texts('x'), text: texts('x') }],
    });
    await withAutomations([told], async () => {
      await create({ Name: 'First', Responsible: me.Id });
      const [inside, calls, mail] = app.lanes;
      await inside?.();
      let isOver = false;
      const sending = mail?.().then(() => {
        isOver = true;
      });
      await expect.poll(() => silent.sockets.size).toBe(1);
      await create({ Name: 'Second', Responsible: me.Id });
      expect(await inside?.()).toBeGreaterThan(0);
      await calls?.();
      expect((await runsOf('hanging')).map(({ State }) => State)).toEqual(['done', 'done']);
      expect(isOver).toBe(false);
      silent.hangUp();
      await sending;
      const waiting = await app.store.find({ entity: 'letter' });
      expect(waiting.items.filter(({ Subject, LastError }) => Subject === 'x' && LastError)).not.toEqual([]);
    });
  });
});
