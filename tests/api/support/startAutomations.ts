/** An application of one's own, with automations to publish and runs to look at. */
import { expect } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, type Running, type StoreKind, startApp } from './startApp.ts';

export const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
export const path = '/custom/claim';
export const day = 86_400_000;

/** An entity of one's own, with someone responsible and a related entity. */
const application = [
  {
    kind: 'entity',
    name: 'claim',
    title: texts('Claim'),
    plural: texts('Claims'),
    label: texts('Name'),
    history: true,
  },
  { kind: 'field', name: 'claim.Amount', type: 'money', title: texts('Amount') },
  {
    ...{ kind: 'field', name: 'claim.Status', type: 'choice', title: texts('Status') },
    choices: ['Open', 'Approved', 'Paid'].map((name) => ({ name, title: texts(name) })),
  },
  { kind: 'field', name: 'claim.Responsible', type: 'person', title: texts('Responsible') },
  { kind: 'field', name: 'claim.Note', type: 'text', title: texts('Note') },
  { kind: 'field', name: 'claim.Due', type: 'date', title: texts('Due') },
  { kind: 'entity', name: 'task', title: texts('Task'), plural: texts('Tasks'), label: texts('Name') },
  {
    kind: 'field',
    name: 'task.ClaimId',
    type: 'reference',
    reference: 'claim',
    title: texts('Claim'),
    show: ['Name'],
  },
  { kind: 'field', name: 'task.Done', type: 'boolean', title: texts('Done') },
];

export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly id: string;
};

/** Starts the application; `letters` are those sent since they were last emptied. */
export async function startAutomations(store: StoreKind, ports: object = {}) {
  const letters: Letter[] = [];
  const mail = { send: async (letter: Letter) => void letters.push(letter) };
  const app: Running = await startApp({ store, ports: { mail, ...ports } });
  let admin = await app.as('admin');
  const ask: Ask = (...call) => admin(...call);
  async function put(ask: Ask, changes: readonly DataRecord[]) {
    const { body: draft } = await ask('GET', '/configure/draft');
    const { status, body } = await ask('PUT', '/configure/draft', { Revision: draft.Revision, Put: changes });
    expect(
      status,
      JSON.stringify([body, app.errors.map((one) => String((one as { err?: Error }).err?.stack))]),
    ).toBe(200);
    return body;
  }
  /** Logins end with time. */
  async function later(milliseconds: number) {
    app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
    admin = await app.as('admin');
  }
  async function publish(changes: readonly DataRecord[], as = ask) {
    const draft = await put(as, changes);
    const answer = await as('POST', '/configure/publish', {});
    expect(answer.status, JSON.stringify([answer.body, draft.Findings])).toBe(201);
  }
  const automation = (name: string, words: DataRecord): DataRecord => ({
    ...{ kind: 'automation', name: `claim.${name}`, title: texts(name, `${name} (fr)`) },
    ...words,
  });
  const off = (name: string) => ({
    ...automation(name, { when: { on: 'deleted' }, then: [{ do: 'stop' }] }),
    off: true,
  });
  /** Publishes automations, and switches them off again afterwards. */
  async function withAutomations(all: readonly DataRecord[], work: () => Promise<void>) {
    await publish(all);
    try {
      await work();
    } finally {
      await publish(all.map(({ name }) => off(String(name).split('.')[1] ?? '')));
    }
  }
  const person = async (name: string) =>
    (await app.store.find({ entity: 'user' })).items.find(({ UserName }) => UserName === name) as DataRecord;
  const create = async (record: DataRecord, at = path) => {
    const { status, body } = await ask('POST', at, record);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as DataRecord;
  };
  const runsOf = async (name: string) => {
    const { body } = await ask('GET', `/configure/automations/runs?automation=claim.${name}`);
    return body.Items as readonly DataRecord[];
  };
  const stateIds = () => {
    const lookup = app.models.current().lookups.get('claim-status');
    return Object.fromEntries((lookup?.items ?? []).map(({ Name, Id }) => [Name, Id]));
  };
  /** Runs what is due, and sends the letters that follow. */
  const settle = async () => {
    await app.runDue();
    await app.runDue();
  };

  await publish(application);
  const me = await person('admin');
  await app.store.update('user', String(me.Id), { Email: 'admin@example.com' });
  return {
    app,
    ask,
    me,
    letters,
    put,
    later,
    publish,
    automation,
    off,
    withAutomations,
    person,
    create,
    runsOf,
    stateIds,
    settle,
  };
}

export type Automations = Awaited<ReturnType<typeof startAutomations>>;
