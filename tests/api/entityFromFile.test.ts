/** An entity from a file: fields proposed with their reasons, published, and its rows imported. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntityChange } from '#engine';
import {
  changesOfFile,
  fileForm,
  type ProposedColumn,
  rememberedMapping,
} from '../../renderer/configure/entities/fileFields.ts';
import { type Answer, type Ask, asker, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const claim: EntityChange = {
  kind: 'entity',
  name: 'claim',
  title: texts('Claim'),
  plural: texts('Claims'),
  rights: 'apart',
};

describe('an entity from a file', () => {
  let app: Running;
  let admin: Ask;
  let dealers: readonly string[];

  beforeAll(async () => {
    app = await startApp({ store: 'sqlite' });
    admin = await app.as('admin');
    const { items } = await app.store.find({ entity: 'dealer', page: { number: 1, size: 3 } });
    const { labelField } = app.models.current().entities.get('dealer') ?? { labelField: '' };
    dealers = items.map((item) => String(item[labelField]));
    return () => app.store.close();
  });

  const send = async (
    content: string,
    role = 'admin',
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const form = new FormData();
    form.append('file', new Blob([content]), 'claims.csv');
    const session = await asker(app.fetch, {})('POST', '/session', { UserName: role, Password: 'demo' });
    const headers = { authorization: `Bearer ${session.body.Token}`, ...more };
    const url = 'http://localhost/api/configure/entity-file';
    const answer = await app.fetch(new Request(url, { method: 'POST', headers, body: form }));
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const file = () => {
    const rows = Array.from({ length: 12 }, (_, at) =>
      [
        `Damage ${at}, "front"`.replace(/"/g, '""').replace(/^.*$/, (text) => `"${text}"`),
        `CLM-${100 + at}`,
        at % 2 ? 'Open' : 'Closed',
        dealers[at % dealers.length],
        `2026-01-${String(at + 1).padStart(2, '0')}`,
        at % 3 ? `${at}.25` : '',
        `${at}`,
        at % 2 ? 'yes' : 'no',
        `person${at}@example.com`,
        `00${at}`,
      ].join(','),
    );
    return ['Name,Number,State,Dealer,Day,Hours,Count,Paid,Mail,Branch', ...rows].join('\n');
  };

  it('proposes kinds, choices and references, each with its reason', async () => {
    const { status, body } = await send(file());
    expect(status, JSON.stringify(body)).toBe(201);
    const columns: readonly ProposedColumn[] = body.Columns;
    expect(columns.map(({ Title, Type }) => [Title, Type])).toEqual([
      ['Name', 'text'],
      ['Number', 'text'],
      ['State', 'choice'],
      ['Dealer', 'reference'],
      ['Day', 'date'],
      ['Hours', 'decimal'],
      ['Count', 'integer'],
      ['Paid', 'boolean'],
      ['Mail', 'email'],
      ['Branch', 'text'],
    ]);
    expect(columns[1]?.Facts).toMatchObject({ unique: true, required: true });
    expect(columns[5]?.Facts).toEqual({ scale: 2 });
    expect(columns[2]?.Facts.choices?.map(({ name }) => name)).toEqual(['Closed', 'Open']);
    for (const { Reason, Title } of columns) expect(Reason, Title).toMatch(/ /);
    const french = await send(file(), 'admin', { 'accept-language': 'fr-CA' });
    expect(french.body.Columns[2].Reason).toBe('2 valeurs distinctes dans 12 lignes.');
  });

  it('publishes them, and imports the rows', async () => {
    const { body } = await send(file());
    const form = fileForm(body);
    const changes = changesOfFile(claim, form);
    const Edits = changes.map(({ kind, name, ...words }) => ({
      kind,
      name,
      Steps: Object.entries(words).map(([word, To]) => ({ At: `/${word}`, To })),
    }));
    const edited = await admin('POST', '/configure/draft/edits', { Edits });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    const published = await admin('POST', '/configure/publish', {});
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    const mapping = rememberedMapping(form);
    const Columns = form.file.Columns.map(({ At, Title }) => ({ At, Field: mapping[Title] }));
    const started = await admin('POST', '/import/claim', { FileId: body.FileId, Columns, Mode: 'create' });
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    let job: Answer['body'];
    do {
      await new Promise((resolve) => setImmediate(resolve));
      job = (await admin('GET', `/job/${started.body.JobId}`)).body;
    } while (!job.FinishedDate);
    expect([job.Status, job.Problem]).toEqual(['done', null]);
    const { Items } = (await admin('GET', '/custom/claim?pageSize=0')).body;
    expect(Items).toHaveLength(12);
    expect(Items.find(({ Number: number }: { Number: string }) => number === 'CLM-101')).toMatchObject({
      Day: '2026-01-02',
      Hours: 1.25,
      Paid: true,
      Branch: '001',
    });
  });

  it('gives every column a stored name of its own, whatever its title', () => {
    const titles = [
      'Id',
      'id',
      'Items',
      'Record',
      'Created by',
      '',
      '№',
      'Name',
      'name',
      'x'.repeat(300),
      'Été',
      'ete',
    ];
    const column = { Samples: [], Type: 'text', Facts: {}, Reason: '' } as const;
    const Columns = titles.map((Title, At) => ({ ...column, At, Title }));
    const changes = changesOfFile(claim, fileForm({ FileId: '', FileName: '', Columns }));
    const names = changes.filter(({ kind }) => kind === 'field').map(({ name }) => name.split('.')[1] ?? '');
    expect(names).toHaveLength(titles.length - 1);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z0-9]{0,63}$/);
    for (const name of ['Id', 'Items', 'Record']) expect(names).not.toContain(name);
  });

  it('refuses other files and other people', async () => {
    expect((await send('%PDF-1.7\n%%EOF')).status).toBe(415);
    expect((await send('')).status).toBeGreaterThanOrEqual(400);
    expect((await send(file(), 'viewer')).status).toBe(403);
    const before = await app.store.count('file');
    await send('%PDF-1.7\n%%EOF');
    expect(await app.store.count('file')).toBe(before);
  });
});
