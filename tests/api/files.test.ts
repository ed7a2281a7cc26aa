/** File contents are recognized on upload and served to those who may see them. */
import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanFiles } from '#server/app';
import { appStores, model, type Running, startApp } from './support/startApp.ts';

const field = 'product-document-file.FileId';
const refusal = 'You are not authorized to view this file';
const pdf = await makePdf('Brochure');
const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1]);

async function makePdf(title: string): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.addPage([200, 200]);
  document.setTitle(title);
  return new Uint8Array(await document.save());
}

type Sent = { readonly status: number; readonly body: Record<string, string>; readonly response: Response };
/** A person's calls with any body. */
type Send = (
  method: string,
  path: string,
  body?: BodyInit,
  headers?: Record<string, string>,
) => Promise<Sent>;

async function sender(app: Running, role: string): Promise<Send> {
  const login = await app.fetch(
    new Request('http://localhost/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ UserName: role, Password: 'demo' }),
    }),
  );
  const { Token } = (await login.json()) as { Token: string };
  return async (method, path, body, headers = {}) => {
    const all = { authorization: `Bearer ${Token}`, ...headers };
    const init = { method, headers: all, body, duplex: 'half' };
    const response = await app.fetch(new Request(`http://localhost/api${path}`, init as RequestInit));
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? await response.clone().json() : {}, response };
  };
}

const form = (content: BlobPart, name = 'brochure.pdf', type = 'application/pdf'): FormData => {
  const made = new FormData();
  made.append('file', new Blob([content], { type }), name);
  return made;
};
const upload = (send: Send, content: BlobPart, name?: string, type?: string): Promise<Sent> =>
  send('POST', `/File?field=${field}`, form(content, name, type));

for (const kind of appStores)
  describe(`files, ${kind} store`, () => {
    let app: Running;
    let [admin, manager, viewer] = [] as unknown as [Send, Send, Send];
    let productId = '';

    beforeAll(async () => {
      app = await startApp({ store: kind });
      [admin, manager, viewer] = await Promise.all(
        (['admin', 'manager', 'viewer'] as const).map((role) => sender(app, role)) as [
          Promise<Send>,
          Promise<Send>,
          Promise<Send>,
        ],
      );
      const found = await app.store.find({
        entity: 'product',
        filter: { kind: 'compare', path: 'ProductStateTypeId', operator: 'eq', value: 1 },
        page: { number: 1, size: 1 },
      });
      productId = String(found.items[0]?.Id);
    });

    const attach = (send: Send, fileId: unknown) =>
      send(
        'POST',
        '/product/productdocumentfile',
        JSON.stringify({
          ProductId: productId,
          FileId: fileId,
          ProductDocumentGroupId: '0d2c7a54-6c0f-5b8e-9a55-3f1a5a7c1e01',
          LanguageId: 'en-CA',
        }),
        { 'content-type': 'application/json' },
      );
    const contents = async () => (await app.files.list()).length;

    it('C-297 a file is downloaded byte for byte: first the token, then the file', async () => {
      const sent = await upload(manager, pdf, 'Modalités & «conditions».pdf');
      expect(sent.status).toBe(201);
      expect(sent.body).toEqual({
        Id: expect.any(String),
        Name: 'Modalités & «conditions».pdf',
        ContentType: 'application/pdf',
        Size: pdf.length,
      });
      const token = await manager('GET', `/File/token/${sent.body.Id}`);
      expect(token.status).toBe(200);
      expect(token.body.Url).toBe(`/api/File/${sent.body.Id}?token=${token.body.Token}`);
      const { response, status } = await manager('GET', token.body.Url?.slice('/api'.length) ?? '');
      expect(status).toBe(200);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="Modalites & conditions.pdf"; filename*=UTF-8''Modalit%C3%A9s%20%26%20%C2%ABconditions%C2%BB.pdf`,
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    it('an interrupted download resumes with a new ticket: ranges, If-Range, 416', async () => {
      const { body } = await upload(manager, pdf);
      const part = async (headers: Record<string, string>) => {
        const { body: ticket } = await manager('GET', `/File/token/${body.Id}`);
        return manager('GET', ticket.Url?.slice('/api'.length) ?? '', undefined, headers);
      };
      const whole = await part({});
      expect(whole.response.headers.get('accept-ranges')).toBe('bytes');
      const etag = whole.response.headers.get('etag') ?? '';
      const ranges = { 'bytes=0-9': [0, 10], 'bytes=10-': [10, pdf.length], 'bytes=-7': [-7, pdf.length] };
      for (const [range, [start, end]] of Object.entries(ranges)) {
        const { status, response } = await part({ range, 'if-range': etag });
        expect(status, range).toBe(206);
        expect(new Uint8Array(await response.arrayBuffer()), range).toEqual(pdf.slice(start, end));
      }
      expect((await part({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
      const beyond = await part({ range: `bytes=${pdf.length}-` });
      expect([beyond.status, beyond.response.headers.get('content-range')]).toEqual([
        416,
        `bytes */${pdf.length}`,
      ]);
      expect(beyond.body.Code).toBe('bad-request');
    });

    it('takes the raw body with a name in its header, in chunks of any size', async () => {
      const trickle = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of pdf) controller.enqueue(new Uint8Array([byte]));
          controller.close();
        },
      });
      const sent = await manager('POST', `/File?field=${field}`, trickle, {
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''D%C3%A9pliant.pdf",
      });
      expect(sent.body).toMatchObject({ Name: 'Dépliant.pdf', ContentType: 'application/pdf' });
      expect(await app.files.bytes(sent.body.Id ?? '')).toEqual(pdf);
    });

    it('the content decides the type of a file, not its name or header', async () => {
      const before = await contents();
      const program = new TextEncoder().encode('MZ\x90\0 this is a program');
      for (const content of [program, '<html><script>alert(1)</script>', 'PK\x03\x04 a zip of anything']) {
        const sent = await upload(manager, content, 'terms.pdf', 'application/pdf');
        expect(sent.status).toBe(415);
        expect(sent.body.Message).toBe(
          'A file of this kind is not accepted here. Choose one of: PDF, Word document, Excel workbook, PNG image, JPEG image.',
        );
      }
      expect((await upload(manager, '%PDF-1.7 and then nothing of the kind')).status).toBe(415);
      expect((await upload(manager, pdf.slice(0, pdf.length / 2))).status).toBe(415);
      expect(await contents()).toBe(before);
      expect((await upload(manager, png, 'logo.pdf')).body).toMatchObject({
        ContentType: 'image/png',
        Name: 'logo.pdf.png',
      });
    });

    it('explains a refused file in the person’s language', async () => {
      const french = { 'accept-language': 'fr-CA' };
      const path = `/File?field=${field}`;
      expect((await manager('POST', path, form('text'), french)).body.Message).toMatch(/document Word/);
      expect((await manager('POST', path, form(''), french)).body.Message).toMatch(/vide/);
    });

    it('refuses an empty file and one over the limit of its field, and keeps neither', async () => {
      const before = await contents();
      expect(await upload(manager, '')).toMatchObject({
        status: 422,
        body: { Message: 'The file is empty. Choose another one.' },
      });
      const large = new Uint8Array(15 * 1024 * 1024 + 1);
      large.set(pdf);
      expect(await upload(manager, large)).toMatchObject({
        status: 413,
        body: { Message: expect.stringContaining('larger than 15 MB'), Code: 'too-large' },
      });
      expect(await contents()).toBe(before);
    });

    it('removes paths, control characters and excess length from names', async () => {
      const nameOf = async (name: string) => (await upload(manager, pdf, name)).body.Name;
      expect(await nameOf('../../etc/passwd')).toBe('passwd.pdf');
      expect(await nameOf('C:\\Users\\me\\terms.PDF')).toBe('terms.PDF');
      expect(await nameOf('in\u202Evoice\u0000.pdf')).toBe('invoice.pdf');
      expect(await nameOf('setup.exe')).toBe('setup.exe.pdf');
      expect(await nameOf('...')).toBe('file.pdf');
      expect([...((await nameOf('é'.repeat(400))) ?? '')].length).toBeLessThanOrEqual(160);
    });

    it('an interrupted upload, or one that is not a form, leaves nothing', async () => {
      const before = await contents();
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(pdf),
        pull: (controller) => controller.error(new Error('the line went dead')),
      });
      const raw = {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="a.pdf"',
      };
      expect((await manager('POST', `/File?field=${field}`, broken, raw)).status).toBe(400);
      const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
      const two = `${cut}\r\n--x\r\nContent-Disposition: form-data; name="b"\r\n\r\nb\r\n--x--\r\n`;
      for (const body of [cut, two, 'no form', '--x\r\nno end of the head'])
        expect(
          await manager('POST', `/File?field=${field}`, body, {
            'content-type': 'multipart/form-data; boundary=x',
          }),
        ).toMatchObject({
          status: 400,
          body: { Message: 'The upload was interrupted. Upload the file again.' },
        });
      expect(await contents()).toBe(before);
      expect(app.errors).toEqual([]);
    });

    it('accepts two at once', async () => {
      const others = await Promise.all([makePdf('One'), makePdf('Two')]);
      const sent = await Promise.all(others.map((content) => upload(manager, content)));
      for (const [index, { body }] of sent.entries())
        expect(await app.files.bytes(body.Id ?? '')).toEqual(others[index]);
    });

    it('only those who may write the field may upload a file for it', async () => {
      expect((await upload(viewer, pdf)).status).toBe(403);
      expect((await viewer('POST', '/File', form(pdf))).status).toBe(403);
      expect((await manager('POST', '/File', form(pdf))).status).toBe(201);
      expect((await manager('POST', '/File?field=product.Name', form(pdf))).status).toBe(400);
      const nobody = await app.fetch(
        new Request('http://localhost/api/File', { method: 'POST', body: form(pdf) }),
      );
      expect(nobody.status).toBe(401);
    });

    it('C-328 nobody sees a file before a record they may view refers to it', async () => {
      const { body } = await upload(manager, pdf);
      const before = await viewer('GET', `/File/token/${body.Id}`);
      const unknown = await viewer('GET', `/File/token/${crypto.randomUUID()}`);
      expect(before).toMatchObject({ status: 403, body: { Message: refusal } });
      expect(unknown.body).toEqual(before.body);
      expect((await attach(manager, body.Id)).status).toBe(201);
      expect((await viewer('GET', `/File/token/${body.Id}`)).status).toBe(200);
    });

    it('C-328 a token is valid once, for a minute, for its file and its login', async () => {
      const first = (await upload(manager, pdf)).body.Id;
      const second = (await upload(manager, pdf)).body.Id;
      const tokenFor = async (id = '') => (await manager('GET', `/File/token/${id}`)).body.Token;
      const fetchBy = async (send: Send, id = '', token = '') =>
        (await send('GET', `/File/${id}?token=${token}`)).status;

      const token = await tokenFor(first);
      expect(await fetchBy(admin, first, token)).toBe(403);
      expect(await fetchBy(manager, second, token)).toBe(403);
      expect(await fetchBy(manager, first, token)).toBe(200);
      const again = await manager('GET', `/File/${first}?token=${token}`);
      expect(again).toMatchObject({ status: 403, body: { Message: refusal } });
      for (const forged of ['', 'x', `${await tokenFor(first)}x`])
        expect(await fetchBy(manager, first, forged)).toBe(403);
      const late = await tokenFor(first);
      app.clock.now = new Date(app.clock.now.getTime() + 60_001);
      expect(await fetchBy(manager, first, late)).toBe(403);
    });

    it('a record refuses a file of the wrong type or size for its field, and one of someone else', async () => {
      const mine = (await upload(manager, pdf)).body.Id ?? '';
      await app.store.update('file', mine, { ContentType: 'text/plain' });
      const wrong = await attach(manager, mine);
      expect(wrong.status).toBe(422);
      expect(JSON.stringify(wrong.body)).toContain('of this kind is not accepted here');
      await app.store.update('file', mine, { ContentType: 'application/pdf', Size: 16_000_000 });
      expect(JSON.stringify((await attach(manager, mine)).body)).toContain('larger than 15 MB');
      const theirs = (await upload(admin, pdf)).body.Id;
      const stolen = await attach(manager, theirs);
      expect(stolen.status).toBe(422);
      expect(JSON.stringify(stolen.body)).toContain('uploaded by someone else');
      expect((await attach(manager, crypto.randomUUID())).status).toBe(422);
    });

    it('H-530 a file is deleted by the person who uploaded it, while no record refers to it', async () => {
      const used = (await upload(manager, pdf)).body.Id ?? '';
      expect((await attach(manager, used)).status).toBe(201);
      const refused = await manager('DELETE', `/File/${used}`);
      expect([refused.status, refused.body.Code]).toEqual([409, 'in-use']);
      const own = (await upload(manager, pdf)).body.Id ?? '';
      for (const id of [own, crypto.randomUUID()])
        expect((await admin('DELETE', `/File/${id}`)).status).toBe(403);
      expect(await app.files.bytes(own)).toBeDefined();
      expect((await manager('DELETE', `/File/${own}`)).status).toBe(204);
      expect(await app.files.bytes(own)).toBeUndefined();
      expect((await manager('GET', `/File/token/${own}`)).status).toBe(403);
      expect(await app.files.bytes(used)).toBeDefined();
    });

    it('unused uploads are removed after a day, and contents without a record too', async () => {
      const kept = (await upload(manager, pdf)).body.Id ?? '';
      await attach(manager, kept);
      const left = (await upload(manager, pdf)).body.Id ?? '';
      const stray = crypto.randomUUID();
      await app.files.put(stray, new Blob([pdf]).stream(), { maxBytes: 1e6 });
      const now = app.clock.now.getTime();
      const ports = (hours: number) => ({
        files: app.files,
        now: () => new Date(now + hours * 3_600_000),
      });
      await cleanFiles({ model, store: app.store, ports: ports(23) });
      expect(await app.files.bytes(left)).toBeDefined();
      await cleanFiles({ model, store: app.store, ports: ports(25) });
      expect(await app.files.bytes(kept)).toBeDefined();
      expect(await app.store.get('file', kept)).toBeDefined();
      expect(await app.files.bytes(left)).toBeUndefined();
      expect(await app.store.get('file', left)).toBeUndefined();
      expect(await app.files.bytes(stray)).toBeUndefined();
    });
  });

it('C-328 after a restart no old token is valid', async () => {
  const app = await startApp({ store: 'memory', seed: 'demo' });
  const manager = await sender(app, 'manager');
  const { body } = await upload(manager, pdf);
  const token = (await manager('GET', `/File/token/${body.Id}`)).body.Token;
  const again = app.restart();
  const after = await sender(again, 'manager');
  expect((await after('GET', `/File/${body.Id}?token=${token}`)).status).toBe(403);
  expect((await after('GET', `/File/token/${body.Id}`)).status).toBe(200);
});

it('uploads are limited per person and day; others go on', async () => {
  const app = await startApp({ store: 'sqlite', settings: { uploadsPerDay: 3, uploadBytesPerDay: 4000 } });
  const [manager, admin] = [await sender(app, 'manager'), await sender(app, 'admin')];
  for (let n = 0; n < 3; n += 1) expect((await upload(manager, pdf)).status).toBe(201);
  const refused = await upload(manager, pdf);
  expect(refused.status).toBe(429);
  expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(86_000);
  expect(refused.body.Message).toContain('daily upload limit');
  expect((await upload(admin, pdf)).status).toBe(201);
  app.clock.now = new Date(app.clock.now.getTime() + 25 * 3600 * 1000);
  const later = await sender(app, 'manager');
  expect((await upload(later, pdf)).status).toBe(201);
  const large = await startApp({ store: 'sqlite', settings: { uploadBytesPerDay: 1 } });
  const again = await sender(large, 'manager');
  expect([(await upload(again, pdf)).status, (await upload(again, pdf)).status]).toEqual([201, 429]);
});
