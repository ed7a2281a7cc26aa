/** Records from a file: mapped, tried, imported whole or not at all, and undone. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { cleanImports } from '#server/app';
import { holdTransactions } from './support/holdRows.ts';
import { appStores, type StoreKind } from './support/startApp.ts';
import { type Imports, startImports } from './support/startImports.ts';

const rows = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `Claim ${from + at},C-${String(from + at).padStart(6, '0')}`);
const csv = (...lines: readonly string[]) => ['Name,Code', ...lines].join('\n');
const key = { Key: ['Code'], Mode: 'both' } as const;
const messagesOf = (job: DataRecord) => (job.Problem as { ErrorMessages: string[] } | null)?.ErrorMessages;

describe.each(appStores)('imports on %s', (store: StoreKind) => {
  let imports: Imports;

  beforeAll(async () => {
    imports = await startImports(store);
    return () => imports.app.store.close();
  });
  beforeEach(async () => {
    for (const { Id } of await imports.records()) await imports.app.store.remove('claim', String(Id));
  });

  it('proposes the field of each column by its name or its label in either language', async () => {
    const { body, status } = await imports.send('name,Montant;x,DEALER,Code,Other\nA,1,B,C,D');
    expect(status, JSON.stringify(body)).toBe(201);
    const { body: other } = await imports.send('Name;montant;Dealer;Other\nA;1;B;C');
    expect(other.Columns.map(({ Title, Field }: DataRecord) => [Title, Field])).toEqual([
      ['Name', 'Name'],
      ['montant', 'Amount'],
      ['Dealer', 'DealerId'],
      ['Other', null],
    ]);
    expect(other.Columns[0].Samples).toEqual(['A']);
  });

  it('numbers the records of a file that needs several transactions, after a trial of all of them', async () => {
    const { admin, app, ended, send } = imports;
    const lines = Array.from({ length: 600 }, (_, at) => `Ticket ${at + 1}`);
    const { body } = await send(['Name', ...lines].join('\n'), { entity: 'ticket' });
    const Columns = [{ At: 0, Field: 'Name' }];
    const started = await admin('POST', '/import/ticket', { FileId: body.FileId, Columns, Mode: 'create' });
    const job = await ended(started.body.JobId);
    expect([job.Status, messagesOf(job)]).toEqual(['done', undefined]);
    const { items } = await app.store.find({ entity: 'ticket' });
    const serials = items.map(({ Serial }) => String(Serial)).sort();
    expect(serials).toEqual(lines.map((_, at) => `T-${String(at + 1).padStart(4, '0')}`));
  });

  it('creates records, with references by their text, and values as people write them', async () => {
    const [dealer] = imports.dealers;
    const name = String(dealer?.TradingName);
    const job = await imports.load(
      `Name;Code;Montant;Due;Dealer\nOne;C-1;"1 250,50";2026-03-01;${name}\nTwo;C-2;;;${dealer?.Id}`,
    );
    expect([job.Status, messagesOf(job)]).toEqual(['done', undefined]);
    expect(job.Result).toMatchObject({ Created: 2, Updated: 0, RowCount: 2 });
    expect(await imports.records()).toMatchObject([
      { Name: 'One', Code: 'C-1', Amount: 1250.5, Due: '2026-03-01', DealerId: dealer?.Id },
      { Name: 'Two', Code: 'C-2', DealerId: dealer?.Id },
    ]);
  });

  it('a trial stores nothing and reports every finding at its cell', async () => {
    await imports.load(csv('Old,C-1'));
    const before = await imports.app.store.count('history');
    const file = `Name,Code,Amount,Due,Dealer\n,C-2,many,soon,Nobody\nTwo,C-1,1,2026-01-01,\nThree,C-3,2,,\nFour,C-3,3,,`;
    const trial = await imports.load(file, { IsTrial: true });
    expect(trial.Status).toBe('failed');
    const cells = (trial.Problem as { ValidationErrors: DataRecord[] }).ValidationErrors.map(
      ({ Cell }) => Cell,
    );
    expect(cells).toEqual(['C2', 'D2']);
    const rest = await imports.load(file.replace('many', '1').replace('soon', ''), { IsTrial: true });
    const { ValidationErrors } = rest.Problem as { ValidationErrors: DataRecord[] };
    expect(ValidationErrors.map(({ Cell }) => Cell).sort()).toEqual(['B3', 'B5', 'E2']);
    expect(await imports.records()).toHaveLength(1);
    expect(await imports.app.store.count('history')).toBe(before);
    const good = await imports.load(csv('Old again,C-1', 'New,C-2'), { ...key, IsTrial: true });
    expect([good.Status, good.Result]).toMatchObject(['done', { Created: 1, Updated: 1, IsTrial: true }]);
    expect(await imports.records()).toMatchObject([{ Name: 'Old' }]);
  });

  it('updates by a key, creates the others, and leaves equal ones alone', async () => {
    await imports.load(csv('One,C-1', 'Two,C-2'));
    const job = await imports.load(csv('One,C-1', 'Second,c-2', 'Three,C-3'), key);
    expect(job.Result).toMatchObject({ Created: 1, Updated: 1, Unchanged: 1 });
    expect((await imports.records()).map(({ Name, Code }) => [Name, Code])).toEqual([
      ['One', 'C-1'],
      ['Second', 'C-2'],
      ['Three', 'C-3'],
    ]);
    const only = await imports.load(csv('No,C-9', 'One more,C-1'), { ...key, Mode: 'update' });
    expect(messagesOf(only)).toEqual([expect.stringContaining('C-9')]);
    const create = await imports.load(csv('No,C-1', 'Four,C-4'), { ...key, Mode: 'create' });
    expect(messagesOf(create)).toEqual([expect.stringContaining('C-1')]);
    expect(await imports.records()).toHaveLength(3);
  });

  it('imports many slices as a whole: a wrong last row, even one only rules can find, stores nothing', async () => {
    const long = rows(1200);
    const before = await imports.app.store.count('import-change');
    const ruled = await imports.load(csv(...long, 'Twice,C-000001'));
    expect(messagesOf(ruled)).toEqual([expect.stringMatching(/^B1202: /)]);
    // A trial rolls each slice back, so the store does not know the first one.
    const tried = await imports.load(csv(...long, 'Twice,C-000001'), { IsTrial: true });
    expect(messagesOf(tried)).toEqual([expect.stringMatching(/^B1202: /)]);
    const shaped = await imports.load(csv(...long, `Long,${'X'.repeat(30)}`));
    expect(messagesOf(shaped)).toEqual([expect.stringMatching(/^B1202: /)]);
    expect(await imports.records()).toEqual([]);
    expect(await imports.app.store.count('import-change')).toBe(before);
    expect((await imports.load(csv(...long))).Result).toMatchObject({ Created: 1200 });
    expect(await imports.records()).toHaveLength(1200);
  });

  it('takes back what it has written when it is cancelled in the middle', async () => {
    await imports.load(csv('Before,C-000700'));
    const { app, admin, send, ended } = imports;
    const { body } = await send(csv(...rows(900)));
    const count = async () => ({
      history: await app.store.count('history'),
      changes: await app.store.count('import-change'),
    });
    const before = await count();
    const Columns = [
      { At: 0, Field: 'Name' },
      { At: 1, Field: 'Code' },
    ];
    const { body: job } = await admin('POST', '/import/claim', { FileId: body.FileId, Columns, ...key });
    // Four slices are tried; of those written, the third is held.
    const hold = holdTransactions(app.store, 6);
    await expect.poll(async () => (await count()).changes).toBeGreaterThan(before.changes);
    const second = await admin('POST', '/import/claim', { FileId: body.FileId, Columns, ...key });
    expect([second.status, second.body.Message]).toEqual([409, expect.stringContaining('Another import')]);
    await admin('POST', `/job/${job.JobId}/cancel`);
    hold.letGo();
    expect((await ended(job.JobId)).Status).toBe('cancelled');
    expect((await imports.records()).map(({ Name }) => Name)).toEqual(['Before']);
    expect(await count()).toEqual(before);
    const again = `/background-work/job/${job.JobId}/again`;
    const file = await app.store.get('file', body.FileId);
    await app.store.remove('file', body.FileId);
    expect((await admin('POST', again)).body.Message).toContain('Upload it again');
    await app.store.insert('file', file as DataRecord);
    expect((await admin('POST', again)).status).toBe(200);
    const [next] = (await admin('GET', '/background-work?source=job')).body.Items;
    expect(next).toMatchObject({ Title: 'Import', About: expect.any(String) });
    expect((await ended(next.Id)).Status).toBe('done');
    expect(await imports.records()).toHaveLength(900);
  });

  it('undoes an import, except for records changed since, which it names', async () => {
    await imports.load(csv('One,C-1', 'Two,C-2'));
    const { admin, ended } = imports;
    const job = await imports.load(csv('First,C-1', 'Second,C-2', 'Third,C-3', 'Fourth,C-4'), key);
    const [, second, , fourth] = await imports.records();
    for (const one of [second, fourth])
      await admin('PUT', `/custom/claim/${one?.Id}`, { Name: `${one?.Name} changed` });
    const { body, status } = await admin('POST', `/import/claim/${job.ImportId}/undo`);
    expect(status, JSON.stringify(body)).toBe(202);
    const end = await ended(body.JobId);
    expect(end.Result).toMatchObject({ RowCount: 2, RefusedCount: 2 });
    const { Refused } = end.Result as { Refused: DataRecord[] };
    expect(Refused.map(({ Name }) => Name).sort()).toEqual(['Fourth changed', 'Second changed']);
    expect((await imports.records()).map(({ Name }) => Name)).toEqual([
      'One',
      'Second changed',
      'Fourth changed',
    ]);
    const again = await admin('POST', `/import/claim/${job.ImportId}/undo`);
    expect([again.status, again.body.Message]).toEqual([409, expect.stringContaining('undone')]);
    const { Items } = (await admin('GET', '/import/claim')).body;
    expect(Items[0]).toMatchObject({ Id: job.ImportId, Status: 'undone', Kept: 2, CanUndo: false });
  });

  it('keeps records that people have commented on, and can be tried again where nothing was undone', async () => {
    const { admin, ended } = imports;
    const job = await imports.load(csv('Discussed,C-31', 'Attached,C-32'));
    const made = (await imports.records()).filter(({ Name }) => /^(Discussed|Attached)$/.test(String(Name)));
    const { Id: AuthorId } = (await admin('GET', '/session')).body.User;
    const [file] = (await imports.app.store.find({ entity: 'file' })).items;
    const beside = made.map(({ Id, Name }) => {
      const own = { Id: crypto.randomUUID(), Entity: 'claim', RecordId: Id };
      return Name === 'Discussed'
        ? (['record-comment', { ...own, AuthorId, Text: 'Called', Mentions: [] }] as const)
        : (['record-file', { ...own, FileId: file?.Id }] as const);
    });
    for (const [entity, record] of beside) await imports.app.store.insert(entity, record);
    const undo = async () => {
      const { body, status } = await admin('POST', `/import/claim/${job.ImportId}/undo`);
      expect(status, JSON.stringify(body)).toBe(202);
      return (await ended(body.JobId)).Result;
    };
    expect(await undo()).toMatchObject({ RowCount: 0, RefusedCount: 2 });
    const { Items } = (await admin('GET', '/import/claim')).body;
    expect(Items[0]).toMatchObject({ Id: job.ImportId, Status: 'done', Kept: 2, CanUndo: true });
    for (const [entity, { Id }] of beside) await imports.app.store.remove(entity, Id);
    expect(await undo()).toMatchObject({ RowCount: 2, RefusedCount: 0 });
    expect((await admin('GET', '/import/claim')).body.Items[0]).toMatchObject({ Status: 'undone' });
  });

  it('refuses wrong files and mappings before a job starts', async () => {
    const { admin, send } = imports;
    expect((await send('%PDF-1.7\n%%EOF')).status).toBe(415);
    expect((await send('')).status).toBeGreaterThanOrEqual(400);
    const { body } = await send(csv('One,C-1'));
    const name = { At: 0, Field: 'Name' };
    const wrong = [
      { Columns: [] },
      { Columns: [{ At: 0, Field: 'Nothing' }] },
      { Columns: [{ At: 0, Field: 'CreatedBy' }] },
      { Columns: [name, { At: 0, Field: 'Code' }] },
      { Columns: [name, { At: 1, Field: 'Name' }] },
      { Columns: [name], Mode: 'both' },
      { Columns: [name], Mode: 'both', Key: ['Code'] },
      { Columns: [name], Mode: 'both', Key: ['Amount'] },
    ];
    for (const mapping of wrong) {
      const asked = { FileId: body.FileId, Mode: 'create', ...mapping };
      expect((await admin('POST', '/import/claim', asked)).status, JSON.stringify(mapping)).toBe(400);
    }
    for (const shape of [{ Columns: 'all' }, { Columns: [{ At: -1, Field: 'Name' }] }, { Mode: 'replace' }])
      expect(
        (
          await admin('POST', '/import/claim', {
            FileId: body.FileId,
            Columns: [name],
            Mode: 'create',
            ...shape,
          })
        ).status,
      ).toBe(422);
    const empty = await imports.load('Name,Code\n');
    expect(empty.Status).toBe('failed');
  });

  it('is open to people with the right to import, and within their other rights', async () => {
    const { giveRoles, admin, send } = imports;
    const file = (await send(csv('One,C-1'), { role: 'admin' })).body.FileId;
    const Columns = [{ At: 0, Field: 'Name' }];
    const asked = { FileId: file, Columns, Mode: 'create' };
    const editor = await giveRoles('viewer', ['editor']);
    for (const [method, path] of [
      ['GET', '/import/claim'],
      ['GET', '/import/claim/template'],
      ['POST', '/import/claim/file'],
      ['POST', '/import/claim'],
      ['POST', '/import/claim/01900000-0000-7000-8000-00000000dead/undo'],
    ] as const)
      expect((await editor(method, path, method === 'POST' ? asked : undefined)).status, path).toBe(403);
    const creator = await giveRoles('viewer', ['creator']);
    expect((await creator('GET', '/import/claim')).body).toMatchObject({ Modes: ['create'], Keys: [] });
    const update = { ...asked, Key: ['Name'], Mode: 'update' };
    expect((await creator('POST', '/import/claim', update)).status).toBe(403);
    // A file of others is refused like a missing one.
    expect((await creator('POST', '/import/claim', asked)).status).toBe(404);
    expect((await admin('GET', '/import/user')).status).toBe(403);
    expect((await admin('GET', '/import/nothing')).status).toBe(403);
  });

  it('finds references only among the records that the person sees', async () => {
    const { giveRoles, send, ended, dealers } = imports;
    const importer = await giveRoles('pricing', ['importer']);
    const { body } = await send(`Name,Code,Dealer\nOne,C-1,${dealers[0]?.TradingName}`, { role: 'pricing' });
    const Columns = body.Columns.map(({ At, Field }: DataRecord) => ({ At, Field }));
    const started = await importer('POST', '/import/claim', { FileId: body.FileId, Columns, Mode: 'create' });
    const job = await ended(started.body.JobId);
    expect(messagesOf(job)).toEqual([expect.stringMatching(/^C2: /)]);
  });

  it('forgets after three months how to undo an import', async () => {
    const { store, clock } = imports.app;
    await imports.load(csv('One,C-1'));
    const later = (days: number) => ({ now: () => new Date(clock.now.getTime() + days * 24 * 3600 * 1000) });
    expect(await cleanImports(store, later(80))).toBe(0);
    expect(await cleanImports(store, later(100))).toBeGreaterThan(0);
    expect([await store.count('import'), await store.count('import-change')]).toEqual([0, 0]);
    expect(await imports.records()).toHaveLength(1);
  });

  it('gives a template that it accepts again', async () => {
    const { admin, send } = imports;
    const { body, status } = await admin('GET', '/import/claim/template?format=csv');
    expect([status, String(body).replace('\uFEFF', '').trim()]).toEqual([200, 'Name,Amount,Code,Dealer,Due']);
    const sent = await send(`${body}\nA,B,,,`);
    expect(sent.body.Columns.map(({ Field }: DataRecord) => Field)).toEqual([
      'Name',
      'Amount',
      'Code',
      'DealerId',
      'Due',
    ]);
    expect((await admin('GET', '/import/claim/template?format=pdf')).status).toBe(400);
  });
});
