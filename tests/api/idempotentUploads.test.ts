/** `Idempotency-Key` on calls that send a file: once, and never the answer of another file of equal length. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Send, sender } from './support/sheets.ts';
import { appStores, type Running, startApp } from './support/startApp.ts';

const pdf = (title: string) =>
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Title(${title})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;
const replayed = 'idempotency-replayed';

/** Each sends a first and a second file of equal length under one key. */
type Door = {
  readonly path: (product: string) => string;
  readonly body: (which: string) => BodyInit;
  readonly headers?: Record<string, string>;
};

const content = (which: string) => pdf(which === 'other' ? 'two' : 'one');
const asForm = (which: string) => {
  const form = new FormData();
  form.append('file', new Blob([content(which)], { type: 'application/pdf' }), 'note.pdf');
  return form;
};
const raw = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment; filename="note.pdf"',
};
const doors: Readonly<Record<string, Door>> = {
  'a file of a field, as a form': {
    path: () => '/File?field=product-document-file.FileId',
    body: asForm,
  },
  'an attachment, as a form': {
    path: (product) => `/activity/product/${product}/file`,
    body: asForm,
  },
  'an attachment, as it is': {
    path: (product) => `/activity/product/${product}/file`,
    body: content,
    headers: raw,
  },
};

describe.each(appStores)('files under one key, %s store', (kind) => {
  let app: Running;
  let admin: Send;
  let product = '';

  beforeAll(async () => {
    app = await startApp({ store: kind });
    admin = await sender(app, 'admin');
    const { items } = await app.store.find({ entity: 'product', page: { number: 1, size: 1 } });
    product = String(items[0]?.Id);
    return () => app.store.close();
  });

  const counts = () => Promise.all(['file', 'record-file'].map((entity) => app.store.count(entity)));

  it.each(Object.entries(doors))('%s', async (name, { path, body, headers }) => {
    const send = (which: string) =>
      admin('POST', path(product), body(which), { ...headers, 'idempotency-key': encodeURI(name) });
    const first = await send('first');
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const before = await counts();
    const again = await send('again');
    expect([again.status, again.headers.get(replayed), again.body]).toEqual([201, 'true', first.body]);
    const other = await send('other');
    expect([other.status, (other.body as DataRecord).Reason]).toEqual([422, 'idempotency-key-reused']);
    expect(await counts()).toEqual(before);
  });
});
