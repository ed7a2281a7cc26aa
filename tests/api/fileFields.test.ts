/** File fields that a configurator adds: the rights, limits, exports and history of any other field. */
import { beforeAll, expect, it } from 'vitest';
import { cleanFiles } from '#server/app';
import { jpeg } from '../support/pictures.ts';
import { putAll } from '../support/putAll.ts';
import { rowsOf, type Send, sender } from './support/sheets.ts';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const texts = (text: string, french = text) => ({ 'en-CA': text, 'fr-CA': french });
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

const [store = 'sqlite'] = appStores;

let app: Running;
let [admin, viewer] = [{} as Ask, {} as Ask];
let [send, sendOfViewer] = [{} as Send, {} as Send];

const upload = (by: Send, field: string, content: string, name: string) => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return by('POST', `/File?field=${field}`, form);
};

beforeAll(async () => {
  app = await startApp({ store, records: {} });
  admin = await app.as('admin');
  const title = texts('Photo', 'Photo');
  const changes = {
    'entity/claim': { title: texts('Claim'), plural: texts('Claims') },
    'field/claim.ReportFileId': {
      type: 'file',
      title: texts('Report', 'Rapport'),
      maxBytes: 2000,
      accept: ['application/pdf'],
    },
    'field/claim.Visits': { type: 'rows', title, fields: [{ name: 'Note', type: 'text', title }] },
    'field/claim.AnyFileId': {
      ...{ type: 'file', title: texts('Anything') },
      accept: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv'],
    },
    'activity/claim': { activity: { files: {} } },
    'field/claim.SecretFileId': {
      type: 'file',
      title: texts('Secret'),
      view: 'User.Manage',
      edit: 'User.Manage',
    },
  };
  const { status, body } = await admin('PUT', '/configure/draft', putAll(changes));
  expect([status, body.Findings.filter((one: { Level: string }) => one.Level === 'error')]).toEqual([
    200,
    [],
  ]);
  expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
  [admin, viewer] = [await app.as('admin'), await app.as('viewer')];
  [send, sendOfViewer] = [await sender(app, 'admin'), await sender(app, 'viewer')];
  return () => app.store.close();
});

it('takes files of the chosen types and size for its field alone', async () => {
  expect((await upload(send, 'claim.ReportFileId', pdf, 'report.pdf')).status).toBe(201);
  expect((await upload(send, 'claim.ReportFileId', 'plain text', 'report.pdf')).status).toBe(415);
  const large = await upload(send, 'claim.ReportFileId', pdf + ' '.repeat(2000), 'report.pdf');
  expect(large.status).toBe(413);
  expect((await upload(send, 'claim.Name', pdf, 'report.pdf')).status).toBe(400);
  // A file accepted for a wider field is checked again by the record.
  const text = `${pdf}${' '.repeat(1900)}%%EOF\n`.padEnd(3000, ' ');
  const wide = await upload(send, 'claim.SecretFileId', `${text}\n%%EOF`, 'wide.pdf');
  expect(wide.status, JSON.stringify(wide.body)).toBe(201);
  const refused = await admin('POST', '/custom/claim', { Name: 'large', ReportFileId: wide.body.Id });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('/ReportFileId'),
  ]);
});

it('is uploaded and downloaded only by those who may change or see the field', async () => {
  expect((await upload(sendOfViewer, 'claim.SecretFileId', pdf, 'x.pdf')).status).toBe(403);
  const file = (await upload(send, 'claim.SecretFileId', pdf, 'secret.pdf')).body;
  const made = await admin('POST', '/custom/claim', { Name: 'secret', SecretFileId: file.Id });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await viewer('GET', `/File/token/${file.Id}`)).status).toBe(403);
  expect((await admin('GET', `/File/token/${file.Id}`)).status).toBe(200);
});

it('is no page or picture with scripts, whatever was sent under whichever name, through every door', async () => {
  const script = '<script>document.title = "run"</script>';
  const at = new TextEncoder();
  const comment = at.encode(`${script}*/`);
  const picture = jpeg();
  const hostile: Readonly<Record<string, BlobPart>> = {
    'a.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`,
    'a.html': `<!doctype html><body onload="alert(1)">${script}`,
    'a.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
    'a.mht': `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${script}`,
    'a.js': 'alert(1)',
    'a.gif': `GIF89a/*${script}`,
    'page.pdf': `%PDF-1.7\n<html>${script}</html>\n%%EOF\n`,
    'after.jpg': new Blob([picture as BlobPart, script]),
    'within.jpg': new Blob([
      ...[picture.slice(0, 2) as BlobPart, new Uint8Array([0xff, 0xfe, 0, comment.length + 2])],
      ...[comment, picture.slice(2) as BlobPart],
    ]),
  };
  const login = await (await app.as())('POST', '/session', { UserName: 'admin', Password: 'demo' });
  const headers = { authorization: `Bearer ${login.body.Token}` };
  const open = async (path: string) => app.fetch(new Request(`http://localhost${path}`, { headers }));
  const claim = (await admin('POST', '/custom/claim', { Name: 'hostile' })).body.Id;
  const doors = [
    '/File',
    ...['ReportFileId', 'AnyFileId', 'SecretFileId'].map((name) => `/File?field=claim.${name}`),
    `/activity/claim/${claim}/file`,
  ];
  const kept = new Set<string>();
  for (const door of doors)
    for (const [name, content] of Object.entries(hostile)) {
      const form = new FormData();
      form.append('file', new File([content], name, { type: 'text/html' }));
      const { status, body } = await send('POST', door, form);
      const what = `${door} ${name}: ${status} ${JSON.stringify(body)}`;
      expect([201, 413, 415, 422], what).toContain(status);
      if (status !== 201) continue;
      const id = String(body.FileId ?? body.Id);
      if (!body.FileId) await admin('POST', '/custom/claim', { Name: name, AnyFileId: id });
      const token = await open(`/api/File/token/${id}`);
      if (token.status !== 200) continue;
      const file = await open(((await token.json()) as { Url: string }).Url);
      const type = String(file.headers.get('content-type'));
      kept.add(type);
      expect(type, what).toMatch(/^(application\/pdf|image\/(png|jpeg|webp)|text\/(plain|csv))$/);
      expect(file.headers.get('x-content-type-options'), what).toBe('nosniff');
      expect(file.headers.get('content-security-policy'), what).toMatch(/^sandbox;.*default-src 'none'/);
      expect(file.headers.get('content-disposition'), what).toMatch(/^attachment/);
    }
  expect(kept).toEqual(new Set(['text/plain', 'application/pdf', 'image/jpeg']));
});

it('is exported by name, and named in the history after it was removed', async () => {
  const file = (await upload(send, 'claim.ReportFileId', pdf, 'report of Ann.pdf')).body;
  const made = await admin('POST', '/custom/claim', { Name: 'told', ReportFileId: file.Id });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { body: record } = await admin('GET', `/custom/claim/${made.body.Id}`);
  expect(record.ReportFile).toMatchObject({ Id: file.Id, Name: 'report of Ann.pdf' });
  const { bytes } = await send(
    'GET',
    '/custom/claim?$export=xlsx&exportColumns=Name&exportColumns=ReportFileId',
  );
  expect(JSON.stringify(await rowsOf(bytes))).toContain('report of Ann.pdf');
  expect((await admin('PUT', `/custom/claim/${record.Id}`, { ...record, ReportFileId: null })).status).toBe(
    200,
  );
  const { body } = await admin('GET', `/history/claim/${made.body.Id}`);
  const said = JSON.stringify(body.Items.filter(({ Field }: { Field: string }) => Field === 'ReportFileId'));
  expect(said).toContain('report of Ann.pdf');
});

it('is cleaned up a day after no record refers to it any more', async () => {
  const file = (await upload(send, 'claim.ReportFileId', pdf, 'kept.pdf')).body;
  const lost = (await upload(send, 'claim.ReportFileId', pdf, 'lost.pdf')).body;
  await admin('POST', '/custom/claim', { Name: 'kept', ReportFileId: file.Id });
  const now = new Date(app.clock.now.getTime() + 2 * 24 * 3600 * 1000);
  const ports = { files: app.files, now: () => now };
  await cleanFiles({ model: app.models.current(), store: app.store, ports });
  const left = await app.store.getMany('file', [file.Id, lost.Id]);
  expect(left.map(({ Id }) => Id)).toEqual([file.Id]);
});
