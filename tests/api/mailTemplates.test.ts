/** Email templates: checked when saved, used by automations, shown and tried with one's own rights. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores } from './support/startApp.ts';
import { type Automations, startAutomations, texts } from './support/startAutomations.ts';

const right = 'PayerPayee.Menu';
const at = '/mailtemplate';

const approved = {
  ...{ Name: 'Claim approved', Code: 'claim-approved', Entity: 'claim' },
  ...{ SubjectEnglish: 'Claim {{ Name }}', SubjectFrench: 'Demande {{ Name }}' },
  ...{ TextEnglish: 'You receive {{ Amount }}.', TextFrench: 'Vous recevez {{ Amount }}.' },
};

/** Names no field. */
const plain = {
  ...{ SubjectEnglish: 'x', SubjectFrench: 'x', TextEnglish: 'x', TextFrench: 'x' },
};

describe.each(appStores)('email templates on %s', (store) => {
  let tools: Automations;
  /** Configures and sees claims, but not their secret. */
  let builder: Ask;
  let made = 0;
  beforeAll(async () => {
    tools = await startAutomations(store);
    await tools.publish([
      { kind: 'field', name: 'claim.Secret', type: 'text', title: texts('Secret'), view: right },
      {
        ...{ kind: 'role', name: 'builder', title: texts('Builder') },
        add: ['Configuration.Edit', 'Custom.Claim.*', 'Custom.Task.*'],
      },
    ]);
    const { Id } = await tools.person('configurator');
    await tools.app.store.update('user', String(Id), { Roles: ['builder'], Email: 'builder@example.com' });
    builder = await tools.app.as('configurator');
    return () => tools.app.store.close();
  });
  beforeEach(() => {
    tools.letters.splice(0);
  });

  const unique = (more: DataRecord = {}) => {
    made += 1;
    return { ...approved, Code: `code-${made}`, ...more };
  };
  const create = async (more: DataRecord = {}, ask: Ask = tools.ask) => {
    const { status, body } = await ask('POST', at, unique(more));
    expect(status, JSON.stringify([body, tools.app.errors])).toBe(201);
    return body as DataRecord;
  };
  const refused = async (more: DataRecord, ask: Ask = tools.ask): Promise<DataRecord> => {
    const { status, body } = await ask('POST', at, unique(more));
    expect(status, JSON.stringify(body)).toBe(422);
    const found = body.ValidationErrors as readonly DataRecord[];
    return Object.fromEntries(found.map(({ Key, Value }) => [String(Key), Value]));
  };
  const mailing = (template: unknown, more: DataRecord = {}) => ({
    ...{ do: 'mail', to: [{ field: 'Responsible' }], template, ...more },
  });
  const codesOf = (draft: DataRecord) =>
    (draft.Findings as readonly DataRecord[]).map(({ Code, Level }) => `${Level} ${Code}`);

  it('takes a template whole, and refuses at its field what could not be filled in', async () => {
    const saved = await create({
      HtmlEnglish: '<p onclick="x()">Claim <b>{{ Name }}</b></p><script>x</script>',
      HtmlFrench: '<p>Demande {{ Name }}</p>',
    });
    expect(saved.HtmlEnglish).toBe('<p>Claim <b>{{ Name }}</b></p>');
    expect((await tools.ask('GET', `${at}/${saved.Id}`)).body).toMatchObject({ Entity: 'claim' });
    const wrong = await refused({ SubjectEnglish: '{{ Nam }}', TextFrench: '{{#if Name}}' });
    expect(wrong['SubjectEnglish']).toContain('no field Nam');
    expect(wrong['TextFrench']).toContain('is not closed');
    expect((await refused({ Entity: 'nothing' }))['Entity']).toContain('nothing');
    expect((await refused({ HtmlEnglish: '<p>x</p>' }))['HtmlFrench']).toContain('both languages');
    expect(Object.keys(await refused({ TextEnglish: 'x'.repeat(8001) }))).toEqual(['TextEnglish']);
    expect(Object.keys(await refused({ SubjectFrench: null }))).toEqual(['SubjectFrench']);
    expect((await refused({ Code: String(saved.Code) }))['Code']).toContain('already');
    const french = await tools.ask('POST', at, unique({ SubjectFrench: '{{ Nam }}' }), {
      'accept-language': 'fr-CA',
    });
    expect(JSON.stringify(french.body)).toContain('il n’y a pas de champ Nam');
    const changed = await tools.ask('PUT', `${at}/${saved.Id}`, {
      ...{ Revision: saved.Revision, TextEnglish: '{{ Nothing }}' },
    });
    expect(changed.status).toBe(422);
  });

  it('belongs to those who configure, and takes no field that its author may not see', async () => {
    const viewer = await tools.app.as('viewer');
    expect((await viewer('GET', at)).status).toBe(403);
    expect((await viewer('POST', at, unique())).status).toBe(403);
    const closed = await refused({ TextEnglish: 'It is {{ Secret }}.' }, builder);
    expect(closed['TextEnglish']).toContain('Secret');
    expect(await refused({ TextEnglish: '{{ $string($record) }}' }, builder)).toHaveProperty(['TextEnglish']);
    const open = await create({ TextEnglish: 'It is {{ Secret }}.' });
    // What others wrote stays, and may be kept.
    const renamed = await builder('PUT', `${at}/${open.Id}`, { Revision: open.Revision, Name: 'Other' });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  });

  it('shows the letter about a record with the rights of the caller, and stores nothing', async () => {
    const { ask, app } = tools;
    const { Id } = await create({ TextEnglish: 'It is {{ Secret }} & {{ Amount }}.' });
    const claim = await tools.create({ Name: 'A <b>', Amount: 6000, Secret: 'hush' });
    const before = await app.store.count('letter');
    const mine = await ask('POST', `${at}/${Id}/preview`, { RecordId: claim.Id });
    expect(mine.body).toMatchObject({ Subject: 'Claim A <b>', Text: expect.stringContaining('hush') });
    expect(mine.body.Html).toContain('&#38;');
    // In the frame in which it is sent.
    expect(mine.body.Html).toMatch(/^<!doctype html>.*Formwright.*This email was sent to you by/);
    const french = await ask('POST', `${at}/${Id}/preview`, { RecordId: claim.Id, Language: 'fr-CA' });
    expect(french.body.Subject).toBe('Demande A <b>');
    const theirs = await builder('POST', `${at}/${Id}/preview`, { RecordId: claim.Id });
    expect(theirs.status, JSON.stringify(theirs.body)).toBe(200);
    expect(JSON.stringify(theirs.body)).not.toContain('hush');
    const none = await ask('POST', `${at}/${Id}/preview`, { RecordId: String(Id) });
    expect(none.status).toBe(404);
    const closed = { Entity: 'letter', ...plain };
    const other = await create(closed);
    const shut = await builder('POST', `${at}/${other.Id}/preview`, { RecordId: claim.Id });
    expect(shut.status).toBe(403);
    expect(await refused(closed, builder)).toHaveProperty(['Entity']);
    expect(await app.store.count('letter')).toBe(before);
  });

  it('sends a test to the caller alone', async () => {
    const { Id } = await create({ HtmlEnglish: '<p>Well done</p>', HtmlFrench: '<p>Bravo</p>' });
    const claim = await tools.create({ Name: 'Tried', Amount: 1 });
    const sent = await builder('POST', `${at}/${Id}/test`, { RecordId: claim.Id, Language: 'fr-CA' });
    expect(sent.body, JSON.stringify(tools.app.errors)).toEqual({ To: 'builder@example.com' });
    await tools.settle();
    expect(tools.letters.map(({ to }) => to)).toEqual(['builder@example.com']);
    expect(tools.letters[0]).toMatchObject({
      subject: 'Demande Tried',
      html: expect.stringContaining('Bravo'),
    });
    expect(tools.letters[0]?.html).toContain('lang="fr-CA"');
  });

  it('writes letters of automations to each reader in their language, and says so in a trial', async () => {
    const { ask, automation, withAutomations, settle, me, app, put } = tools;
    const { Code, Id } = await create();
    const told = automation('told', { owner: 'admin', when: { on: 'created' }, then: [mailing(Code)] });
    await withAutomations([told], async () => {
      await tools.create({ Name: 'One', Amount: 5, Responsible: me.Id });
      await settle();
      expect(tools.letters[0]).toMatchObject({ subject: 'Claim One' });
      await app.store.update('user', String(me.Id), { Language: 'fr-CA' });
      const template = (await ask('GET', `${at}/${Id}`)).body;
      const changed = await ask('PUT', `${at}/${Id}`, {
        ...{ Revision: template.Revision, TextFrench: 'Nouveau texte' },
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      await tools.create({ Name: 'Two', Responsible: me.Id });
      await settle();
      expect(tools.letters[1]).toMatchObject({ subject: 'Demande Two', text: 'Nouveau texte' });
      await app.store.update('user', String(me.Id), { Language: 'en-CA' });
      const refusal = await ask('DELETE', `${at}/${Id}`);
      expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([409, expect.stringContaining('told')]);
      const moved = await ask('PUT', `${at}/${Id}`, { ...changed.body, Entity: 'task', TextEnglish: 'x' });
      expect(moved.status).toBe(422);
      expect(JSON.stringify(moved.body)).toContain('told');
    });
    const claim = await tools.create({ Name: 'Tried', Amount: 7, Responsible: me.Id });
    await put(ask, [automation('told', { when: { on: 'created' }, then: [mailing(Code)] })]);
    const trial = await ask('POST', '/configure/automations/claim.told/trial', { RecordId: claim.Id });
    expect(trial.body.Steps[0].Values.told[0]).toMatchObject({ Subject: 'Claim Tried' });
    await ask('DELETE', '/configure/draft');
    expect((await ask('DELETE', `${at}/${Id}`)).status).toBeLessThan(300);
  });

  it('finds before publishing a template that is missing, about other records or beside own texts', async () => {
    const { ask, put, automation } = tools;
    const { Code } = await create({ Entity: 'task', ...plain });
    const { Code: fit } = await create();
    const findings = async (step: DataRecord) =>
      codesOf(await put(ask, [automation('wrong', { when: { on: 'created' }, then: [step] })]));
    expect(await findings(mailing('nothing'))).toContain('error automation-no-template');
    expect(await findings(mailing(Code))).toContain('error automation-template-about');
    expect(await findings(mailing(fit, { text: texts('x') }))).toContain('error automation-word');
    expect(await findings({ do: 'mail', to: [{ field: 'Responsible' }] })).toContain(
      'error automation-missing',
    );
    const inEach = (template: unknown) => ({
      ...{ do: 'each', entity: 'task', through: 'ClaimId' },
      then: [{ do: 'mail', to: [{ role: 'admin' }], template }],
    });
    expect(await findings(inEach(fit))).toContain('error automation-template-about');
    expect(await findings(inEach(Code))).not.toContain('error automation-template-about');
    expect((await findings(mailing(fit))).filter((one) => one.startsWith('error'))).toEqual([]);
    await ask('DELETE', '/configure/draft');
  });

  it('refuses to publish what uses a template that was deleted during the review', async () => {
    const { ask, app, put, automation } = tools;
    const { Code, Id } = await create();
    await put(ask, [automation('late', { owner: 'admin', when: { on: 'created' }, then: [mailing(Code)] })]);
    const migrate = app.store.migrate.bind(app.store);
    const deleted = vi.spyOn(app.store, 'migrate').mockImplementationOnce(async (...how) => {
      expect((await ask('DELETE', `${at}/${Id}`)).status).toBeLessThan(300);
      return migrate(...how);
    });
    const { status, body } = await ask('POST', '/configure/publish', {});
    deleted.mockRestore();
    expect(status, JSON.stringify(body)).toBe(422);
    expect(codesOf(body)).toContain('error automation-no-template');
    const { body: draft } = await ask('GET', '/configure/draft');
    expect(JSON.stringify(draft.Changes)).toContain('claim.late');
    await ask('DELETE', '/configure/draft');
  });

  it('finds before publishing the fields that a template would miss', async () => {
    const { ask, publish, automation, withAutomations, me } = tools;
    await publish([{ kind: 'field', name: 'claim.Extra', type: 'text', title: texts('Extra') }]);
    const { Code, Id } = await create({ TextEnglish: '{{ Extra }}' });
    const without = async () => {
      const { body } = await ask('GET', '/configure/draft');
      const gone = [{ kind: 'field', name: 'claim.Extra' }];
      const answer = await ask('PUT', '/configure/draft', { Revision: body.Revision, Remove: gone });
      return codesOf(answer.body);
    };
    expect(await without()).toContain('warning mail-template-broken');
    await ask('DELETE', '/configure/draft');
    const used = automation('used', { owner: 'admin', when: { on: 'created' }, then: [mailing(Code)] });
    await withAutomations([used], async () => {
      expect(await without()).toContain('error mail-template-broken');
      await ask('DELETE', '/configure/draft');
      // Nobody else deletes it under a running automation; should it be gone, the run says why.
      await tools.app.store.remove('mail-template', String(Id));
      await tools.create({ Name: 'Lost', Responsible: me.Id });
      await tools.settle();
      const [run] = await tools.runsOf('used');
      expect(JSON.stringify(run)).toContain(`no email template ${Code}`);
      expect(tools.letters).toEqual([]);
    });
  });

  it('keeps an automation of the system from sending what its publisher may not see', async () => {
    const { Code } = await create({ TextEnglish: 'It is {{ Secret }}.' });
    const draft = await tools.put(builder, [
      tools.automation('leak', { when: { on: 'created' }, then: [mailing(Code)] }),
    ]);
    expect(codesOf(draft)).toContain('error automation-beyond');
    await builder('DELETE', '/configure/draft');
  });

  it('lists records to show by their names', async () => {
    await tools.create({ Name: 'Needle in hay' });
    const { body } = await tools.ask('GET', '/configure/automations/records?entity=claim&search=needle');
    expect(body.Items.map(({ Name }: DataRecord) => Name)).toEqual(['Needle in hay']);
  });
});
