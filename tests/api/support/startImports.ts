/** The app with an entity of one’s own to import into, and helpers that send files and wait for their jobs. */
import { expect } from 'vitest';
import type { DataRecord } from '#engine';
import { type Answer, type Ask, asker, type Running, type StoreKind, startApp } from './startApp.ts';

export const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const right = (name: string) => `Custom.Claim.${name}`;

export type Mapping = {
  readonly Columns?: readonly { readonly At: number; readonly Field: string }[];
  readonly Key?: readonly string[];
  readonly Mode?: 'create' | 'update' | 'both';
  readonly IsTrial?: boolean;
};

export type Imports = {
  readonly app: Running;
  readonly admin: Ask;
  readonly dealers: readonly DataRecord[];
  /** Sends a file; returns the answer with its columns. */
  readonly send: (
    content: BlobPart,
    more?: { name?: string; role?: string; entity?: string },
  ) => Promise<Answer>;
  /** Sends a file and imports the columns it proposes; returns the ended job. */
  readonly load: (
    content: BlobPart,
    mapping?: Mapping,
  ) => Promise<DataRecord & { readonly ImportId: string }>;
  readonly ended: (job: string) => Promise<DataRecord>;
  readonly records: () => Promise<readonly DataRecord[]>;
  /** Gives a demo user these roles only. */
  readonly giveRoles: (userName: string, roles: readonly string[]) => Promise<Ask>;
};

const changes = {
  'entity/claim': { title: texts('Claim'), plural: texts('Claims'), rights: 'apart' },
  'field/claim.Code': { type: 'text', title: texts('Code'), unique: true, maxLength: 20, required: true },
  'field/claim.Amount': { type: 'money', title: { 'en-CA': 'Amount', 'fr-CA': 'Montant' } },
  'field/claim.Due': { type: 'date', title: texts('Due') },
  'field/claim.DealerId': {
    type: 'reference',
    title: texts('Dealer'),
    reference: 'dealer',
    show: ['TradingName'],
  },
  'entity/ticket': { title: texts('Ticket'), plural: texts('Tickets'), rights: 'apart' },
  'field/ticket.Serial': { type: 'sequence', sequence: 'T-{number:4}', title: texts('Serial') },
  'role/importer': {
    title: texts('Importer'),
    add: ['View', 'Create', 'Edit', 'Import'].map(right),
  },
  'role/creator': { title: texts('Creator'), add: ['View', 'Create', 'Import'].map(right) },
  'role/editor': { title: texts('Editor'), add: ['View', 'Create', 'Edit'].map(right) },
};

export async function startImports(store: StoreKind): Promise<Imports> {
  const app = await startApp({ store });
  const admin = await app.as('admin');
  const Edits = Object.entries(changes).map(([change, words]) => {
    const [kind, name] = change.split('/');
    return { kind, name, Steps: Object.entries(words).map(([word, To]) => ({ At: `/${word}`, To })) };
  });
  const edited = await admin('POST', '/configure/draft/edits', { Edits });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  const published = await admin('POST', '/configure/publish', {});
  expect(published.status, JSON.stringify(published.body)).toBe(201);
  const { items: dealers } = await app.store.find({ entity: 'dealer', page: { number: 1, size: 5 } });

  const send: Imports['send'] = async (
    content,
    { name = 'claims.csv', role = 'admin', entity = 'claim' } = {},
  ) => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const session = await asker(app.fetch, {})('POST', '/session', { UserName: role, Password: 'demo' });
    const headers = { authorization: `Bearer ${session.body.Token}` };
    const url = `http://localhost/api/import/${entity}/file`;
    const answer = await app.fetch(new Request(url, { method: 'POST', headers, body: form }));
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const ended = async (job: string): Promise<DataRecord> => {
    for (;;) {
      const { body } = await admin('GET', `/job/${job}`);
      if (body.FinishedDate) return body;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const load: Imports['load'] = async (content, mapping = {}) => {
    const sent = await send(content);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const proposed = sent.body.Columns.filter(({ Field }: DataRecord) => Field).map(
      ({ At, Field }: DataRecord) => ({
        At,
        Field,
      }),
    );
    const body = { FileId: sent.body.FileId, Columns: proposed, Mode: 'create', ...mapping };
    const started = await admin('POST', '/import/claim', body);
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    return { ...(await ended(started.body.JobId)), ImportId: started.body.ImportId };
  };
  const records = async () =>
    (await app.store.find({ entity: 'claim', sort: [{ path: 'Code', direction: 'asc' }] })).items;
  const giveRoles = async (userName: string, roles: readonly string[]) => {
    const { items } = await app.store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName === userName);
    await app.store.update('user', String(person?.Id), { Roles: roles });
    return app.as(userName);
  };
  return { app, admin, dealers, send, load, ended, records, giveRoles };
}
