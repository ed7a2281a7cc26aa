/** Automations tell nobody what they may not see: not their owner, not the readers of their letters. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores } from './support/startApp.ts';
import { type Automations, path, startAutomations, texts } from './support/startAutomations.ts';

const right = 'PayerPayee.Menu';
const secret = 'hush-4711';
const toMe = [{ address: 'me@inside.example' }];
const letter = (value: string) => ({ to: toMe, subject: texts(value), text: texts(value) });

/** Every place where an automation can read a field of the record that started it. */
const places: Readonly<Record<string, DataRecord>> = {
  'a value': { then: [{ do: 'set', fields: { Note: 'Secret' } }] },
  'a value of the record before': { then: [{ do: 'set', fields: { Note: '$previous.Secret' } }] },
  'a new record': {
    then: [{ do: 'create', entity: 'task', fields: { Name: "'' & Secret", ClaimId: 'Id' } }],
  },
  'a letter': { then: [{ do: 'mail', ...letter('is {{ Secret }}') }] },
  'a letter within each': {
    then: [
      {
        do: 'each',
        entity: 'task',
        through: 'ClaimId',
        then: [{ do: 'mail', ...letter('is {{ $outer.Secret }}') }],
      },
    ],
  },
  'a value within each': {
    then: [
      {
        ...{ do: 'each', entity: 'task', through: 'ClaimId' },
        then: [{ do: 'set', fields: { Name: "'is ' & $outer.Secret" } }],
      },
    ],
  },
  'the condition of a step': {
    then: [{ do: 'set', if: `Secret = '${secret}'`, fields: { Note: "'it is'" } }],
  },
};

describe.each(appStores)('what automations may tell, in the %s store', (store) => {
  let tools: Automations;
  /** Configures and sees claims, but not their secret. */
  let builder: Ask;
  let claim: DataRecord;
  const giveRoles = async (Roles: readonly string[]) => {
    const { Id } = await tools.person('configurator');
    await tools.app.store.update('user', String(Id), { Roles });
    return tools.app.as('configurator');
  };

  beforeAll(async () => {
    tools = await startAutomations(store);
    await tools.publish([
      { kind: 'field', name: 'claim.Secret', type: 'text', title: texts('Secret'), view: right },
      {
        ...{ kind: 'field', name: 'claim.Stage', type: 'choice', title: texts('Stage') },
        ...{
          required: true,
          default: 'New',
          choices: ['New', 'Old'].map((name) => ({ name, title: texts(name) })),
        },
      },
      {
        ...{ kind: 'role', name: 'builder', title: texts('Builder') },
        add: ['Configuration.Edit', 'Custom.Claim.*', 'Custom.Task.*'],
      },
      {
        ...{ kind: 'role', name: 'trusted', title: texts('Trusted') },
        add: ['Configuration.Edit', 'Custom.Claim.*', 'Custom.Task.*', right],
      },
    ]);
    await tools.app.store.insert('mail-domain', {
      ...{ Id: '00000000-0000-4000-8000-000000000001', Revision: 1, Name: 'inside.example' },
      ...{ CreatedDate: '2026-01-01T00:00:00.000Z', ModifiedDate: '2026-01-01T00:00:00.000Z' },
    });
    builder = await giveRoles(['builder']);
    claim = await tools.create({ Name: 'One', Secret: secret });
    await tools.create({ Name: 'Task', ClaimId: claim.Id }, '/custom/task');
    return () => tools.app.store.close();
  });

  it('the claim hides its secret from the builder', async () => {
    const { body } = await builder('GET', `${path}/${claim.Id}`);
    expect([body.Name, body.Secret]).toEqual(['One', undefined]);
  });

  it.each(Object.entries(places))('a trial does not, in %s', async (_, words) => {
    const own = tools.automation('leak', { owner: 'configurator', when: { on: 'changed' }, ...words });
    await tools.put(builder, [own]);
    const { status, body } = await builder('POST', '/configure/automations/claim.leak/trial', {
      RecordId: claim.Id,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain('it is');
    await builder('DELETE', '/configure/draft');
    // Anyone who may see the secret is told.
    await tools.put(tools.ask, [{ ...own, owner: 'admin' }]);
    const open = await tools.ask('POST', '/configure/automations/claim.leak/trial', { RecordId: claim.Id });
    expect(JSON.stringify(open.body)).toMatch(new RegExp(`${secret}|it is`));
    await tools.ask('DELETE', '/configure/draft');
  });

  it('a trial of a step does not, even where the draft opens the field to its author', async () => {
    const steps = [
      {
        id: 'go',
        label: texts('Go'),
        from: ['New'],
        to: 'Old',
        refusal: texts('No'),
        guard: `Secret = '${secret}'`,
      },
    ];
    const open = { kind: 'field', name: 'claim.Secret', type: 'text', title: texts('Secret') };
    await tools.put(builder, [open, { kind: 'workflow', name: 'claim', field: 'Stage', transitions: steps }]);
    const address = '/configure/draft/steps?entity=claim&person=admin';
    const { status, body } = await builder('GET', address);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.Items[0].Steps).toMatchObject([{ Id: 'go', Guard: null, Parts: [] }]);
    await builder('DELETE', '/configure/draft');
  });

  it('a condition does not, in a trial, and is not published', async () => {
    for (const value of ['Secret', '$record.Secret', '$previous.Secret', '$string($record)']) {
      const own = tools.automation('asks', {
        ...{ owner: 'configurator', when: { on: 'changed' }, then: [{ do: 'stop' }] },
        if: `$contains(${value}, '4711')`,
      });
      const { Findings } = await tools.put(builder, [own]);
      expect(
        Findings.map(({ Code }: DataRecord) => Code),
        value,
      ).toContain('not-yours-to-read');
      const { body } = await builder('POST', '/configure/automations/claim.asks/trial', {
        RecordId: claim.Id,
      });
      expect(body.Holds, value).not.toBe(true);
      expect((await builder('POST', '/configure/publish', {})).status).toBe(422);
      await builder('DELETE', '/configure/draft');
    }
  });

  it('a run does not, once the right of its owner is withdrawn', async () => {
    const { app, automation, ask, create, later, letters, off, publish, runsOf, settle } = tools;
    const trusted = await giveRoles(['trusted']);
    const all = [
      automation('tells', {
        owner: 'configurator',
        when: { on: 'created' },
        then: [{ do: 'mail', ...letter('is {{ Secret }}') }],
      }),
      automation('gone', {
        owner: 'configurator',
        when: { on: 'deleted' },
        then: [{ do: 'mail', ...letter('was {{ Secret }}') }],
      }),
      automation('if', {
        owner: 'configurator',
        when: { on: 'created' },
        if: `Secret = '${secret}'`,
        then: [{ do: 'set', fields: { Note: "'it is'" } }],
      }),
    ];
    await publish(all, trusted);
    const told = async () => {
      letters.splice(0);
      const { Id } = await create({ Name: 'Two', Secret: secret });
      await settle();
      const { body } = await ask('GET', `${path}/${Id}`);
      await ask('DELETE', `${path}/${Id}`);
      await settle();
      return { said: letters.map(({ subject }) => subject.split(' / ')[0]), note: body.Note ?? null };
    };
    expect(await told()).toEqual({ said: [`is ${secret}`, `was ${secret}`], note: 'it is' });
    await giveRoles(['builder']);
    await later(3_600_000 * 2);
    expect(await told()).toEqual({ said: ['is', 'was'], note: null });
    expect((await runsOf('if'))[0]).toMatchObject({ State: 'failed' });
    expect(String((await runsOf('if'))[0]?.Problem)).toContain('Secret');
    await publish(['tells', 'gone', 'if'].map(off));
    expect(app.errors).toEqual([]);
  });

  it('a letter does not, to a reader who may not see the record that started it', async () => {
    const { automation, create, letters, person, settle, withAutomations, app } = tools;
    const reader = await person('configurator');
    await app.store.update('user', String(reader.Id), { Email: 'reader@inside.example' });
    const to = [{ role: 'builder' }];
    const telling = automation('readers', {
      when: { on: 'created' },
      then: [
        { do: 'create', entity: 'task', fields: { Name: "'Sub'", ClaimId: 'Id' } },
        {
          ...{ do: 'each', entity: 'task', through: 'ClaimId' },
          then: [
            { do: 'mail', to, subject: texts('of {{ $outer.Name }} {{ $outer.Secret }}'), text: texts('x') },
          ],
        },
      ],
    });
    await withAutomations([telling], async () => {
      letters.splice(0);
      await create({ Name: 'Three', Secret: secret });
      await settle();
      expect(letters.map(({ subject }) => subject)).toEqual(['of Three']);
    });
  });
});
