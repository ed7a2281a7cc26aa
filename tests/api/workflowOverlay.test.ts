/** A workflow made without code: draft, findings, effects, release, use as several roles, rollback, restart. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '#engine';
import { parseOnce } from '../support/parseOnce.ts';
import { lending } from './support/lending.ts';
import { type Answer, type Ask, appStores, type Running, startApp } from './support/startApp.ts';

type Json = Readonly<Record<string, unknown>>;

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const path = '/custom/expense';
const right = (name: string) => `Custom.Expense.${name}`;
const choice = (name: string) => ({ name, title: texts(name) });
const states = ['Draft', 'Submitted', 'Approved', 'Refused', 'Paid'];
const stateField = (names: readonly string[]) => ({
  ...{ type: 'choice', title: texts('State'), choices: names.map(choice), default: 'Draft', required: true },
});
const transitions = [
  { id: 'submit', label: texts('Submit'), from: ['Draft'], to: 'Submitted', access: right('Edit') },
  {
    ...{ id: 'approve', label: texts('Approve'), from: ['Submitted'], to: 'Approved' },
    ...{ guard: 'Amount <= 5000', refusal: texts('Too much for you.'), note: 'optional' },
  },
  {
    id: 'refuse',
    label: texts('Refuse'),
    from: ['Submitted'],
    to: 'Refused',
    note: 'required',
    tone: 'danger',
  },
  {
    ...{ id: 'pay', label: texts('Pay'), from: ['Approved'], to: 'Paid', confirm: texts('Pay now?') },
    ...{ asks: [{ field: 'Reference', required: true }], set: { PaidOn: '$today' } },
  },
];
const workflow = { field: 'State', final: ['Refused', 'Paid'], transitions };
const changes: Readonly<Record<string, Json>> = {
  'entity/expense': { title: texts('Expense'), plural: texts('Expenses'), rights: 'apart' },
  'field/expense.State': stateField(states),
  'field/expense.Amount': { type: 'money', title: texts('Amount'), minimum: 0 },
  'field/expense.Reference': { type: 'text', title: texts('Reference'), maxLength: 10 },
  'field/expense.PaidOn': { type: 'date', title: texts('Paid on') },
  'workflow/expense': workflow,
  'role/clerk': { add: ['View', 'Create', 'Edit'].map(right) },
  'role/viewer': { add: [right('View'), right('Step.Approve'), right('Step.Refuse')] },
};

async function edit(ask: Ask, given: Readonly<Record<string, Json>>): Promise<Answer> {
  const Edits = Object.entries(given).map(([change, words]) => {
    const [kind, name] = change.split('/');
    return { kind, name, Steps: Object.entries(words).map(([word, To]) => ({ At: `/${word}`, To })) };
  });
  const answer = await ask('POST', '/configure/draft/edits', { Edits });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}
/** Whole changes, over what the draft has. */
async function put(ask: Ask, given: Readonly<Record<string, Json>>): Promise<Answer> {
  let last: Answer | undefined;
  for (const [change, words] of Object.entries(given)) {
    last = await ask('PUT', `/configure/draft/${change}`, words);
    expect(last.status, JSON.stringify(last.body)).toBe(200);
  }
  return last as Answer;
}
const findings = ({ body }: Answer, level?: string) =>
  (body.Findings as { Level: string; Message: string; Change: { Kind: string } | null }[]).filter(
    ({ Level }) => level === undefined || Level === level,
  );

describe.each(appStores)('a workflow without code on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let clerk: Ask;
  let viewer: Ask;
  beforeAll(async () => {
    app = await startApp({ store, added: lending });
    admin = await app.as('admin');
    const draft = await edit(admin, changes);
    expect(findings(draft, 'error')).toEqual([]);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    [clerk, viewer] = await Promise.all([app.as('clerk'), app.as('viewer')]);
    return () => app.store.close();
  });
  const made = async (Amount = 100) => {
    const { status, body } = await clerk('POST', path, { Name: 'Hotel', Amount });
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body.Id ?? body);
  };
  // biome-ignore lint/complexity/useMaxParams: a call has them
  const step = (ask: Ask, id: string, name: string, body?: Json, headers?: Record<string, string>) =>
    ask('PUT', `${path}/${id}/steps/${name}`, body, headers);
  const stateOf = async (id: string, ask = admin) => (await ask('GET', `${path}/${id}`)).body.State;
  const submitted = async (amount?: number) => {
    const id = await made(amount);
    expect((await step(clerk, id, 'submit')).status).toBe(200);
    return id;
  };

  it('is used as two roles: draft, submitted, approved or refused, paid', async () => {
    const id = await submitted();
    expect([(await step(clerk, id, 'approve')).status, await stateOf(id)]).toEqual([403, 'Submitted']);
    expect((await step(viewer, id, 'submit')).status).toBe(403);
    expect((await step(viewer, id, 'approve', { $note: 'Fine' })).status).toBe(200);
    expect((await step(viewer, id, 'pay', { Reference: 'C-1' })).status).toBe(403);
    const unasked = await step(admin, id, 'pay', {});
    expect([unasked.status, unasked.body.ValidationErrors?.[0].Key]).toEqual([422, 'Reference']);
    const asked = await step(admin, id, 'pay', { Reference: 'C-1' });
    expect([asked.status, asked.body.Confirmations?.[0].Message]).toEqual([428, 'Pay now?']);
    const token = asked.body.Confirmations[0].Token;
    expect((await step(admin, id, 'pay', { Reference: 'C-1' }, { 'x-confirm': token })).status).toBe(200);
    const { body } = await admin('GET', `${path}/${id}`);
    expect(body).toMatchObject({ State: 'Paid', Reference: 'C-1', PaidOn: '2026-11-20' });
    expect((await step(admin, id, 'submit')).status).toBe(409);
  });

  it('has a guard, in the words of its author and the language of the person', async () => {
    const id = await submitted(5000.01);
    const refused = await step(viewer, id, 'approve', undefined, { 'accept-language': 'fr-CA' });
    expect([refused.status, refused.body.Message]).toEqual([409, 'Too much for you. (fr)']);
    expect((await step(viewer, id, 'refuse')).status).toBe(422);
    expect((await step(viewer, id, 'refuse', { $note: 'Too much' })).status).toBe(200);
    expect(await stateOf(id)).toBe('Refused');
  });

  it('is the only way to another state', async () => {
    const id = await made();
    await clerk('PUT', `${path}/${id}`, { Name: 'Hotel', State: 'Paid' });
    expect(await stateOf(id)).toBe('Draft');
    const { body } = await clerk('POST', path, { Name: 'Paid', State: 'Paid' });
    const { Items } = (await admin('GET', `${path}?pageSize=100`)).body;
    expect(Items.filter((one: Json) => one.Name === 'Paid' && one.State !== 'Draft')).toEqual([]);
    expect(body).toBeDefined();
  });

  it('puts its buttons on the screens of the record by itself', async () => {
    const { model } = app.models.inForce().compilation;
    const buttons = model.screens.get('expense')?.actions.map(({ label }) => label);
    expect(buttons).toEqual(transitions.map(({ id }) => `workflow.expense.${id}`));
    const list = model.screens.get('expense-list')?.blocks.find(({ kind }) => kind === 'grid');
    const rows = list?.kind === 'grid' ? list.rowActions.map(({ id }) => id) : [];
    expect(rows).toEqual(expect.arrayContaining(['step-submit', 'step-pay']));
  });

  it('is tried for any person: which steps, and every reason why not', async () => {
    const id = await submitted(6000);
    const asked = await admin('GET', `/configure/draft/steps?entity=expense&person=viewer&record=${id}`);
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const steps = asked.body.Items[0].Steps as readonly Json[];
    const of = (name: string) => steps.find(({ Id }) => Id === name);
    expect(of('submit')).toMatchObject({ May: false, State: false, Right: false, Rights: [right('Edit')] });
    expect(of('approve')).toMatchObject({ May: false, State: true, Right: true, Guard: false });
    expect(JSON.stringify(of('approve')?.Parts)).toContain('6000');
    expect(of('refuse')).toMatchObject({ May: true });
    expect((await viewer('GET', '/configure/draft/steps?entity=expense&person=admin')).status).toBe(403);
    expect((await admin('GET', '/configure/draft/steps?entity=none&person=viewer')).status).toBe(404);
    expect((await admin('GET', '/configure/draft/steps?entity=expense&person=nobody-here')).status).toBe(404);
  });

  it('survives a restart', async () => {
    const id = await submitted();
    const again = await app.startAgain(lending);
    const other = await again.as('viewer');
    expect((await step(other, id, 'approve')).status).toBe(200);
  });

  it('finds unreachable states, states without a way out, wrong states and broken guards', async () => {
    const broken = await put(admin, {
      'field/expense.State': stateField([...states, 'Lost']),
      'workflow/expense': {
        ...workflow,
        final: ['Paid'],
        transitions: [...transitions.slice(0, 3), { ...transitions[3], guard: 'Amonut > 1', to: 'Nowhere' }],
      },
    });
    const own = findings(broken).filter(({ Change }) => Change?.Kind === 'workflow');
    const said = own.map(({ Message }) => Message).join('\n');
    for (const part of ['Lost', 'Nowhere', 'Amonut', 'Refused']) expect(said).toContain(part);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
    expect((await admin('DELETE', '/configure/draft')).status).toBe(200);
  });

  it('moves the records of a removed state at publication, and says how many before', async () => {
    const id = await submitted();
    const left = states.filter((state) => state !== 'Submitted');
    const without = {
      'field/expense.State': stateField(left),
      'workflow/expense': {
        field: 'State',
        transitions: [
          { ...transitions[1], from: ['Draft'] },
          { ...transitions[2], from: ['Draft'] },
          transitions[3],
        ],
      },
    };
    await put(admin, without);
    const before = await admin('GET', '/configure/draft');
    expect(JSON.stringify(before.body)).toContain('"Verdict":"Refused"');
    expect((await admin('POST', '/configure/publish', {})).status).toBeGreaterThanOrEqual(400);
    await put(admin, {
      'workflow/expense': { ...without['workflow/expense'], moved: { Submitted: 'Draft' } },
    });
    const after = await admin('GET', '/configure/draft');
    expect(JSON.stringify(after.body)).toContain('"Verdict":"Migratable"');
    const asked = await admin('POST', '/configure/publish', {});
    expect([asked.status, asked.body.Message]).toEqual([
      428,
      expect.stringMatching(/records? of Expenses move/),
    ]);
    const tokens = asked.body.Confirmations[0].Token;
    const published = await admin('POST', '/configure/publish', {}, { 'x-confirm': tokens });
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    expect(await stateOf(id)).toBe('Draft');
    const { items } = await app.store.find({ entity: 'history' });
    expect(
      items.filter(({ RecordId, Operation }) => RecordId === id && Operation === 'transition:moved'),
    ).toEqual([
      expect.objectContaining({ Field: 'State', PreviousValue: 'Submitted', CurrentValue: 'Draft' }),
    ]);
    const back = await admin('POST', '/configure/releases/1/restore', {});
    expect(back.status, JSON.stringify(back.body)).toBe(201);
    expect((await step(clerk, id, 'submit')).status).toBe(200);
  });

  it('leaves shipped workflows alone that are not open', async () => {
    const closed = await edit(admin, {
      'workflow/loan': { field: 'StateId', transitions: [{ ...transitions[0], access: 'login' }] },
    });
    const wrong = findings(closed, 'error').filter(({ Change }) => Change?.Kind === 'workflow');
    expect(wrong).toHaveLength(1);
    await admin('DELETE', '/configure/draft');
  });
});

/** The workflow of loans, open. */
const openFiles = lending.set.files.map(({ file, json }) => {
  if (!file.endsWith('lending/loan/behaviour.json')) return { file, json };
  const behaviour = json as { workflow: object };
  return { file, json: { ...behaviour, workflow: { ...behaviour.workflow, open: true } } };
});

describe.each(appStores)('a shipped workflow that is open on %s', (store) => {
  it('gets another step, loses one, and is as shipped after a rollback', async () => {
    const set = { files: openFiles };
    const added = { ...lending, set, compilation: compileModel(set, { parse: parseOnce }) };
    const app = await startApp({ store, added });
    const admin = await app.as('admin');
    const reopen = {
      id: 'reopen',
      label: texts('Reopen'),
      from: ['Returned'],
      to: 'Lent',
      set: { ReturnedOn: 'null' },
    };
    const draft = await put(admin, {
      'workflow/loan': { field: 'StateId', off: ['cancel'], transitions: [reopen] },
    });
    expect(findings(draft, 'error')).toEqual([]);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    const { items } = await app.store.find({ entity: 'loan' });
    const lent = items.find(({ StateId }) => StateId === 2);
    const asked = await admin('PUT', `/loan/${lent?.Id}/take-back`);
    const headers = { 'x-confirm': asked.body.Confirmations[0].Token };
    expect((await admin('PUT', `/loan/${lent?.Id}/take-back`, undefined, headers)).status).toBe(200);
    const clerk = await app.as('clerk');
    expect((await clerk('PUT', `/loan/${lent?.Id}/steps/reopen`)).status).toBe(403);
    expect((await admin('PUT', `/loan/${lent?.Id}/steps/reopen`)).status).toBe(200);
    expect((await app.store.get('loan', String(lent?.Id)))?.ReturnedOn ?? null).toBe(null);
    expect((await admin('PUT', `/loan/${items[0]?.Id}/cancel`)).status).toBe(404);
    expect((await admin('POST', '/configure/releases/0/restore', {})).status).toBe(201);
    expect((await admin('PUT', `/loan/${lent?.Id}/steps/reopen`)).status).toBe(404);
    await app.store.close();
  });
});
