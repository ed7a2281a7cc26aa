/** Nobody moves records past a step that they may not take themselves, whatever they configure. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores } from './support/startApp.ts';
import { type Automations, startAutomations, texts } from './support/startAutomations.ts';

const choices = ['New', 'Asked', 'Paid'].map((name) => ({ name, title: texts(name) }));
const stage = {
  ...{ kind: 'field', name: 'claim.Stage', type: 'choice', title: texts('Stage') },
  ...{ choices, default: 'New', required: true },
};
const ask = { id: 'ask', label: texts('Ask'), from: ['New'], to: 'Asked', access: 'Custom.Claim.Edit' };
const pay = { id: 'pay', label: texts('Pay'), from: ['Asked'], to: 'Paid' };
const workflow = { kind: 'workflow', name: 'claim', field: 'Stage', final: ['Paid'] };
const shipped = { ...workflow, transitions: [ask, pay] };

const ways: readonly (readonly [string, readonly DataRecord[]])[] = [
  ['a record starts there', [{ ...stage, default: 'Paid' }]],
  ['a record starts there by an expression', [{ ...stage, defaultBy: "'Paid'" }]],
  ['the state is computed', [{ ...stage, computed: { value: "'Paid'" } }]],
  ['the state is edited', [{ ...stage, editable: 'true' }]],
  [
    'another step leads there',
    [{ ...workflow, transitions: [ask, pay, { ...ask, id: 'quick', to: 'Paid' }] }],
  ],
  [
    'the step is open to others',
    [{ ...workflow, transitions: [ask, { ...pay, access: 'Custom.Claim.Edit' }] }],
  ],
  [
    'the step leads from elsewhere',
    [{ ...workflow, transitions: [ask, { ...pay, from: ['New', 'Asked'] }] }],
  ],
  ['the step is gone, to come back open', [{ ...workflow, transitions: [ask] }]],
  ['records are moved', [{ ...shipped, moved: { New: 'Paid' } }]],
];

describe.each(appStores)('states of a workflow in the %s store', (store) => {
  let tools: Automations;
  const as = async (...features: readonly string[]): Promise<Ask> => {
    await tools.ask('DELETE', '/configure/draft');
    const add = ['Configuration.Edit', 'Custom.Claim.View', 'Custom.Claim.Edit', ...features];
    await tools.publish([{ kind: 'role', name: 'builder', title: texts('Builder'), add }]);
    const { Id } = await tools.person('configurator');
    await tools.app.store.update('user', String(Id), { Roles: ['builder'] });
    return tools.app.as('configurator');
  };
  const codesOf = async (builder: Ask, changes: readonly DataRecord[]) => {
    const { Findings } = await tools.put(builder, changes);
    return Findings.filter(({ Level }: DataRecord) => Level === 'error').map(({ Code }: DataRecord) => Code);
  };

  beforeAll(async () => {
    tools = await startAutomations(store);
    await tools.publish([stage, shipped]);
    return () => tools.app.store.close();
  });

  it('are reached by no other way than the steps', async () => {
    const builder = await as();
    for (const [way, changes] of ways) {
      expect((await codesOf(builder, changes)).join(' '), way).toMatch(/not-yours-to-(pass|grant)-step/);
      expect((await builder('POST', '/configure/publish', {})).status, way).toBe(422);
      await builder('DELETE', '/configure/draft');
    }
    const { body } = await builder('GET', '/configure/draft');
    const gone = await builder('PUT', '/configure/draft', {
      ...{ Revision: body.Revision, Remove: [{ kind: 'workflow', name: 'claim' }] },
    });
    if (gone.status === 200)
      expect(gone.body.Findings.map(({ Code }: DataRecord) => Code)).toContain('not-yours-to-pass-step');
    await builder('DELETE', '/configure/draft');
  });

  it('may be arranged again by someone who takes every step', async () => {
    const builder = await as('Custom.Claim.Step.Pay');
    for (const [way, changes] of ways) {
      expect((await codesOf(builder, changes)).join(' '), way).not.toContain('not-yours');
      await builder('DELETE', '/configure/draft');
    }
  });

  it('leave everything else to people who configure', async () => {
    const builder = await as();
    const more = { kind: 'field', name: 'claim.More', type: 'text', title: texts('More') };
    expect(
      await codesOf(builder, [more, { ...shipped, transitions: [{ ...ask, label: texts('Please') }, pay] }]),
    ).toEqual([]);
    await builder('DELETE', '/configure/draft');
  });
});
