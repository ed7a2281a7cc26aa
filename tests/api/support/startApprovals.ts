/** A workflow without code whose steps wait for approval, and the people who give it. */
import { expect } from 'vitest';
import type { DataRecord } from '#engine';
import { lending } from './lending.ts';
import { type Answer, type Ask, type Running, type StoreKind, startApp } from './startApp.ts';

export const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
export const path = '/custom/expense';
const right = (name: string) => `Custom.Expense.${name}`;
const states = ['Draft', 'Submitted', 'Approved', 'Refused', 'Paid'];
const step = (id: string, from: string, to: string, more: object = {}) => ({
  ...{ id, label: texts(id), from: [from], to, access: right('Edit') },
  ...more,
});

export const workflow = {
  ...{ kind: 'workflow', name: 'expense', field: 'State', final: ['Refused', 'Paid'] },
  transitions: [
    step('submit', 'Draft', 'Submitted'),
    step('approve', 'Submitted', 'Approved', {
      ...{ note: 'optional', asks: [{ field: 'Reference' }] },
      approval: {
        by: [{ role: 'viewer' }, { field: 'Responsible' }],
        if: 'Amount > 5000',
        remind: 1,
        days: 3,
        escalate: [{ role: 'admin' }],
      },
    }),
    step('refuse', 'Submitted', 'Refused', {
      approval: { by: [{ role: 'viewer' }, { superior: true }], needs: 'all', changes: 'keep' },
    }),
    step('pay', 'Approved', 'Paid', {
      approval: { by: [{ role: 'clerk' }], own: true },
      guard: 'Amount < 90000',
    }),
    step('reopen', 'Submitted', 'Draft'),
  ],
};

const application = [
  { kind: 'entity', name: 'expense', title: texts('Expense'), plural: texts('Expenses'), rights: 'apart' },
  {
    ...{
      kind: 'field',
      name: 'expense.State',
      type: 'choice',
      title: texts('State'),
      default: 'Draft',
      required: true,
    },
    choices: states.map((name) => ({ name, title: texts(name) })),
  },
  { kind: 'field', name: 'expense.Amount', type: 'money', title: texts('Amount'), minimum: 0 },
  {
    ...{ kind: 'entity', name: 'expense-line', title: texts('Line'), plural: texts('Lines') },
    rights: 'apart',
  },
  {
    ...{ kind: 'field', name: 'expense-line.Expense', type: 'reference', title: texts('Of expense') },
    ...{ reference: 'expense', show: ['Name'] },
  },
  { kind: 'field', name: 'expense-line.Cost', type: 'money', title: texts('Cost') },
  {
    ...{ kind: 'field', name: 'expense.Total', type: 'money', title: texts('Total') },
    rollUp: { of: 'expense-line', by: 'Expense', function: 'sum', field: 'Cost' },
  },
  { kind: 'field', name: 'expense.Reference', type: 'text', title: texts('Reference'), maxLength: 10 },
  { kind: 'field', name: 'expense.Responsible', type: 'person', title: texts('Responsible') },
  workflow,
  {
    ...{ kind: 'role', name: 'clerk' },
    add: ['View', 'Create', 'Edit'].flatMap((one) => [right(one), `Custom.ExpenseLine.${one}`]),
  },
  { kind: 'role', name: 'viewer', add: [right('View'), 'Custom.ExpenseLine.View'] },
];

export type Letter = { readonly to: string; readonly subject: string; readonly text: string };

export async function startApprovals(store: StoreKind) {
  const letters: Letter[] = [];
  const mail = { send: async (letter: Letter) => void letters.push(letter) };
  const app: Running = await startApp({ store, added: lending, ports: { mail } });
  const clients = new Map<string, Ask>();
  const as = async (name: string): Promise<Ask> => {
    const known = clients.get(name) ?? (await app.as(name));
    clients.set(name, known);
    return known;
  };
  const admin: Ask = async (...call) => (await as('admin'))(...call);
  async function publish(changes: readonly DataRecord[]): Promise<Answer> {
    const { body: draft } = await admin('GET', '/configure/draft');
    const put = await admin('PUT', '/configure/draft', { Revision: draft.Revision, Put: changes });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    const answer = await admin('POST', '/configure/publish', {});
    expect(answer.status, JSON.stringify([answer.body, put.body.Findings])).toBe(201);
    return put;
  }
  const person = async (name: string) =>
    (await app.store.find({ entity: 'user' })).items.find(({ UserName }) => UserName === name) as DataRecord;
  /** Someone else with these roles, who signs in with the same password. */
  async function addPerson(
    name: string,
    Roles: readonly string[],
    more: DataRecord = {},
  ): Promise<DataRecord> {
    const { Id: _, ...viewer } = await person('viewer');
    const Id = crypto.randomUUID();
    await app.store.insert('user', {
      ...{ ...viewer, Id, UserName: name, DisplayName: name, Roles, Email: `${name}@example.com` },
      ...more,
    });
    return person(name);
  }
  /** Logins end with time. */
  const later = (days: number): void => {
    app.clock.now = new Date(app.clock.now.getTime() + days * 86_400_000);
    clients.clear();
  };
  const settle = async () => {
    await app.runDue();
    await app.runDue();
  };
  const clerk: Ask = async (...call) => (await as('clerk'))(...call);
  async function submitted(more: DataRecord = {}): Promise<string> {
    const made = await clerk('POST', path, { Name: 'Hotel', Amount: 6000, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const id = String(made.body.Id ?? made.body);
    expect((await take(clerk, id, 'submit')).status).toBe(200);
    return id;
  }
  const take = (ask: Ask, id: string, name: string, body: object = {}) =>
    ask('PUT', `${path}/${id}/steps/${name}`, body);
  const stateOf = async (id: string) => (await admin('GET', `${path}/${id}`)).body.State;
  /** Asks for a step that waits; the id of the approval. */
  async function asked(id: string, name = 'approve', body: object = {}, by = clerk): Promise<string> {
    const answer = await take(by, id, name, body);
    expect(answer.status, JSON.stringify([answer.body, app.errors])).toBe(202);
    return String(answer.body.Approval);
  }
  const decide = async (who: string, approval: string, verdict = 'approve', body: object = {}) =>
    (await as(who))('POST', `/approval/${approval}/${verdict}`, body);
  const waitingFor = async (who: string): Promise<readonly DataRecord[]> =>
    (await (await as(who))('GET', '/approval')).body.Items;
  const marksOf = async (id: string): Promise<readonly DataRecord[]> =>
    (await admin('GET', `/history/expense/${id}?pageSize=50`)).body.Items.filter(({ Field }: DataRecord) =>
      String(Field).startsWith('$approval'),
    );
  await publish(application);
  for (const name of ['viewer', 'clerk', 'admin'])
    await app.store.update('user', String((await person(name)).Id), { Email: `${name}@example.com` });
  return {
    ...{ app, letters, as, admin, clerk, publish, person, addPerson, later, settle, submitted, take },
    ...{ stateOf, asked, decide, waitingFor, marksOf },
  };
}

export type Approvals = Awaited<ReturnType<typeof startApprovals>>;
