/** Information about the form of a document, the mappings that fill its fields, and its preview. */
import { degrees, PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOfPages, textsOfPages } from '../support/textOfPages.ts';
import { type Answer, asker, type Running, startApp } from './support/startApp.ts';

const noId = '00000000-0000-4000-8000-000000000000';
type Send = (method: string, path: string, body?: unknown) => Promise<Answer & { bytes: Uint8Array }>;

describe('documents', () => {
  let app: Running;
  let [admin, manager, viewer, nobody] = [] as unknown as [Send, Send, Send, Send];
  let product: Answer['body'];
  let library: Answer['body'][];

  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    [admin, manager, viewer, nobody] = (await Promise.all(
      ['admin', 'manager', 'viewer', undefined].map(sender),
    )) as [Send, Send, Send, Send];
    library = (await admin('GET', '/agreementDocument?pageSize=0')).body.Items;
    const query = 'pageSize=1&FilterProperty=ProductType.Name&FilterOperator=eq&FilterValue=MBP';
    [product] = (await admin('GET', `/product?${query}`)).body.Items;
  });

  async function sender(role: string | undefined): Promise<Send> {
    const login = await asker(app.fetch, {})('POST', '/session', { UserName: role, Password: 'demo' });
    const authorization = `Bearer ${login.body.Token}`;
    return async (method, path, body) => {
      const headers: Record<string, string> = role ? { authorization } : {};
      if (body !== undefined) headers['content-type'] = 'application/json';
      const sent = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
      const response = await app.fetch(new Request(`http://localhost/api${path}`, sent));
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get('content-type')?.includes('json');
      const said = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
      return { status: response.status, headers: response.headers, body: said, bytes };
    };
  }

  const idOf = (name: string): string => library.find(({ Name }) => Name === name).Id;
  const contract = () => idOf('Vehicle Service Contract Application');

  async function upload(bytes: Uint8Array): Promise<string> {
    const login = await asker(app.fetch, {})('POST', '/session', { UserName: 'manager', Password: 'demo' });
    const form = new FormData();
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'form.pdf');
    const request = new Request('http://localhost/api/File?field=agreement-document.AgreementFileId', {
      method: 'POST',
      headers: { authorization: `Bearer ${login.body.Token}` },
      body: form,
    });
    return ((await (await app.fetch(request)).json()) as { Id: string }).Id;
  }

  it('C-284 a preview is a PDF without fields, marked VOID on every page, and is not stored', async () => {
    const before = (await app.files.list()).length;
    const stamped = await viewer('POST', '/document/stamp/', {
      DocumentId: contract(),
      ProductId: product.Id,
    });
    expect(stamped.status).toBe(200);
    expect(stamped.headers.get('content-type')).toBe('application/pdf');
    expect(stamped.headers.get('cache-control')).toBe('no-store');
    expect(stamped.headers.get('content-disposition')).toContain('inline');
    const document = await PDFDocument.load(stamped.bytes);
    expect(document.getPageCount()).toBe(2);
    expect(document.getForm().getFields()).toEqual([]);
    const texts = await textsOfPages(stamped.bytes);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain('VOID');
    expect(await app.files.list()).toHaveLength(before);
    expect((await admin('GET', `/agreementDocument/${contract()}`)).body.Revision).toBe(1);
  });

  it('C-284 the fields hold the values of the product, in the language of the document, and samples', async () => {
    const { bytes, headers } = await viewer('POST', '/document/stamp/', {
      DocumentId: contract(),
      ProductId: product.Id,
      Fields: { City: 'Trois-Rivières', Plan: 'Ωmega plan' },
    });
    const text = await filledText(bytes);
    expect(text).toContain(product.Name);
    expect(text).toContain(`${product.Code} / ${product.Version}`);
    expect(text).toContain(product.Underwriter.Name);
    expect(text).toContain('Marie-Ève Gagnon');
    expect(text).toContain('Trois-Rivières');
    // The tests have no font files, and the standard fonts have no Greek: the missing letter is named there
    // and to the caller.
    expect(text).toContain('[U+03A9]mega plan');
    expect(decodeURIComponent(headers.get('x-warnings') ?? '')).toContain('U+03A9');
    expect(text).toContain('2026-11-20');
  });

  it('C-284 without a product only samples are used; a file can be tried before it has a record', async () => {
    const { bytes } = await viewer('POST', '/document/stamp/', { DocumentId: contract() });
    expect(await filledText(bytes)).toContain('Marie-Ève Gagnon');
    const FileId = await upload(await formPdf(['Customer']));
    const tried = await manager('POST', '/document/stamp/', { FileId, Fields: { Customer: 'Ada Tremblay' } });
    expect(await filledText(tried.bytes)).toContain('Ada Tremblay');
    expect((await viewer('POST', '/document/stamp/', { FileId })).status).toBe(403);
  });

  it('C-329 a document without form fields says so', async () => {
    const DocumentId = idOf('Loan Protection Consumer Disclosure');
    const refused = await viewer('POST', '/document/stamp/', { DocumentId });
    expect(refused.status).toBe(422);
    expect(refused.body.Message).toBe('No fillable form fields exist for this document');
    const { body } = await viewer('GET', `/document/${DocumentId}/info`);
    expect(body).toMatchObject({
      Pages: 1,
      IsStampable: false,
      Message: 'No fillable form fields exist for this document',
      Fields: [],
    });
  });

  it('C-284 bad input is refused with a message', async () => {
    const stamp = async (body: unknown, send = viewer) =>
      (await send('POST', '/document/stamp/', body)).status;
    expect(await stamp({})).toBe(400);
    expect(await stamp({ DocumentId: 'x' })).toBe(400);
    expect(await stamp({ DocumentId: noId })).toBe(404);
    expect(await stamp({ FileId: noId })).toBe(403);
    expect(await stamp({ DocumentId: contract(), ProductId: noId })).toBe(404);
    expect(await stamp({ DocumentId: contract(), Fields: ['Customer'] })).toBe(422);
    // An object cannot be printed and would be left out silently.
    expect(await stamp({ DocumentId: contract(), Fields: { Customer: { a: 1 } } })).toBe(422);
    expect(await stamp({ DocumentId: contract(), Fields: { Nothing: 'x' } })).toBe(200);
    expect(await stamp({ DocumentId: contract() }, nobody)).toBe(401);
    const paper = idOf('Vehicle Service Contract Application (2022 stock)');
    const refused = await viewer('POST', '/document/stamp/', { DocumentId: paper });
    expect([refused.status, refused.body.Message]).toEqual([
      422,
      'This document has no file to fill in. Upload its PDF first.',
    ]);
  });

  it('C-284 a rotated page is marked too', async () => {
    const made = await PDFDocument.create();
    const page = made.addPage([600, 400]);
    page.setRotation(degrees(90));
    made.getForm().createTextField('A').addToPage(page, { x: 20, y: 20, width: 100, height: 20 });
    const FileId = await upload(await made.save());
    const { bytes } = await manager('POST', '/document/stamp/', { FileId });
    expect(await textOfPages(bytes)).toContain('VOID');
  });

  it('C-285 info: pages, size and form fields', async () => {
    const { body, status } = await viewer('GET', `/document/${contract()}/info`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      Pages: 2,
      IsStampable: true,
      FileName: 'vehicle-service-contract-application.pdf',
    });
    expect(body.Size).toBeGreaterThan(1000);
    expect(body.Fields).toContainEqual({
      Name: 'VIN',
      Type: 'Text',
      Title: 'Vehicle identification number',
      IsReadOnly: false,
      MaxLength: 17,
      Options: [],
    });
    expect(body.Fields).toContainEqual(expect.objectContaining({ Name: 'Transferable', Type: 'Checkbox' }));
    expect((await viewer('GET', `/document/${noId}/info`)).status).toBe(404);
    expect((await nobody('GET', `/document/${contract()}/info`)).status).toBe(401);
  });

  it('C-286 mappings: a row for each form field, and the available paths', async () => {
    const { body } = await viewer('GET', `/document/${contract()}/mappings`);
    expect(body.Items).toContainEqual(
      expect.objectContaining({ Field: 'Product', Type: 'Text', Expression: 'Product.Name', IsMapped: true }),
    );
    const paths = (await viewer('GET', '/document/paths')).body.Items.map(
      ({ Path }: { Path: string }) => Path,
    );
    expect(paths).toEqual(
      expect.arrayContaining([
        '$today',
        'Product.Name',
        'Product.Brand.Name',
        'Product.ProductStateType.DisplayName',
      ]),
    );
    expect((await nobody('GET', `/document/${contract()}/mappings`)).status).toBe(401);
  });

  it('C-286 mappings are saved, and a mistake is reported at its field', async () => {
    const id = idOf('Cancellation Request');
    const path = `/document/${id}/mappings`;
    const { body } = await manager('GET', path);
    const rows: Answer['body'][] = body.Items;
    const withReason = rows.map((row) =>
      row.Field === 'Reason' ? { ...row, Expression: 'Product.Code', Sample: '' } : row,
    );
    expect((await viewer('PUT', path, { Items: withReason })).status).toBe(403);
    const saved = await manager('PUT', path, { Items: withReason });
    expect(saved.status).toBe(200);
    const after = (await viewer('GET', path)).body.Items;
    expect(after).toContainEqual(
      expect.objectContaining({ Field: 'Reason', Expression: 'Product.Code', Sample: null, IsMapped: true }),
    );
    const wrong = rows.map((row) => (row.Field === 'Product' ? { ...row, Expression: 'Product.Nmae' } : row));
    const refused = await manager('PUT', path, { Items: wrong });
    const at = rows.findIndex(({ Field }) => Field === 'Product');
    expect(refused.status).toBe(422);
    expect(refused.body.ValidationErrors).toEqual([
      expect.objectContaining({ Path: `/Mappings/${at}/Expression`, Rule: 'document.wrong-expression' }),
    ]);
    expect(refused.body.Message).toContain('Nmae');
    for (const Expression of ['Product.(', '$eval("1")', '$user.Id'])
      expect((await manager('PUT', path, { Items: [{ Field: 'Product', Expression }] })).status).toBe(422);
    for (const Items of [
      [{ Field: 'Nothing' }],
      [{ Field: 'Product' }, { Field: 'Product' }],
      [null],
      [{ Field: 'Product', Sample: 5 }],
    ])
      expect((await manager('PUT', path, { Items })).status).toBe(422);
    expect((await manager('PUT', path, { Items: 'all' })).status).toBe(422);
    expect((await manager('PUT', path, { Items: rows, Revision: 1 })).status).toBe(409);
  });
});

async function formPdf(names: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 300]);
  for (const [index, name] of names.entries())
    document
      .getForm()
      .createTextField(name)
      .addToPage(page, { x: 10, y: 10 + index * 30, width: 200, height: 20 });
  return document.save();
}

/** What the flattened fields write: each is a small form XObject. */
async function filledText(bytes: Uint8Array): Promise<string> {
  const { PDFRawStream, decodePDFRawStream, PDFName } = await import('pdf-lib');
  const document = await PDFDocument.load(bytes);
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream)
    .filter((stream) => stream.dict.get(PDFName.of('Subtype')) === PDFName.of('Form'))
    .map((stream) => written(new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode())))
    .join('\n');
}

/** Texts are in hex, encoded in Windows-1252. */
function written(content: string): string {
  return [...content.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)]
    .map(([, hex]) => Uint8Array.from(hex?.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
    .map((bytes) => new TextDecoder('windows-1252').decode(bytes))
    .join(' ');
}
