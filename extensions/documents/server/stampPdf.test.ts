import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../server/errors/Refusal.ts';
import { stampPdf } from './stampPdf.ts';

const stamp = (bytes: Uint8Array) =>
  stampPdf(bytes as Uint8Array<ArrayBuffer>, { values: { A: 'one' }, watermark: 'VOID' }).then(
    (stamped) => stamped.bytes,
  );
const text = (content: string) => new TextEncoder().encode(content);
const keyOf = async (bytes: Uint8Array) => {
  const error = await stamp(bytes).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refusal ? error.key : error;
};

async function formPdf(change: (document: PDFDocument) => void = () => {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 300]);
  const form = document.getForm();
  form.createTextField('A').addToPage(page, { x: 10, y: 10, width: 100, height: 20 });
  form.createCheckBox('B').addToPage(page, { x: 10, y: 50, width: 20, height: 20 });
  const radio = form.createRadioGroup('C');
  radio.addOptionToPage('yes', page, { x: 10, y: 90, width: 20, height: 20 });
  radio.addOptionToPage('no', page, { x: 40, y: 90, width: 20, height: 20 });
  form.createDropdown('D').addToPage(page, { x: 10, y: 130, width: 90, height: 20 });
  form.updateFieldAppearances();
  change(document);
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}

/** A file with one packed object with the given dictionary. */
function packedPdf(dictionary: string, data: Uint8Array): Uint8Array {
  const start = text(
    `%PDF-1.5\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`,
  );
  const end = text('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF');
  return new Uint8Array([...start, ...data, ...end]);
}

describe('a stamped document', () => {
  it('has no fields left, of any kind', async () => {
    const stamped = await PDFDocument.load(await stamp(await formPdf()));
    expect(stamped.getForm().getFields()).toEqual([]);
    expect(stamped.getPageCount()).toBe(1);
  });

  it('runs nothing when it is opened', async () => {
    const bytes = await formPdf((document) => {
      document.addJavaScript('greet', 'app.alert("hello")');
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ S: 'JavaScript' }));
    });
    const { catalog } = await PDFDocument.load(await stamp(bytes));
    expect(catalog.get(PDFName.of('OpenAction'))).toBeUndefined();
    expect(String(catalog.lookup(PDFName.of('Names')))).not.toContain('JavaScript');
  });

  it('can come from a file with packed objects', async () => {
    const packed = await (await PDFDocument.load(await formPdf())).save({ useObjectStreams: true });
    expect((await PDFDocument.load(await stamp(packed))).getPageCount()).toBe(1);
  });
});

describe('a file that cannot be stamped is refused with a message', () => {
  it('if it is not a PDF', async () => {
    expect(await keyOf(text('<html></html>'))).toBe('document.not-pdf');
    expect(await keyOf(new Uint8Array())).toBe('document.not-pdf');
  });

  it('if it is truncated or only a header', async () => {
    expect(await keyOf(text('%PDF-1.7\n'))).toBe('document.damaged');
    expect(await keyOf((await formPdf()).slice(0, 300))).toBe('document.damaged');
  });

  it('if it is protected', async () => {
    const bytes = await formPdf((document) => {
      document.context.trailerInfo.Encrypt = document.context.register(document.context.obj({ V: 1 }));
    });
    expect(await keyOf(bytes)).toBe('document.protected');
  });

  it('if it has too many pages or fields, or is too large', async () => {
    const pages = await formPdf((document) => {
      for (let count = 0; count < 200; count += 1) document.addPage([10, 10]);
    });
    const fields = await formPdf((document) => {
      const kids = Array.from({ length: 1001 }, (_, index) =>
        document.context.register(document.context.obj({ FT: 'Tx', T: PDFString.of(`F${index}`) })),
      );
      for (const kid of kids) document.getForm().acroForm.addField(kid);
    });
    expect(await keyOf(pages)).toBe('document.too-large');
    expect(await keyOf(fields)).toBe('document.too-large');
    expect(await keyOf(new Uint8Array(10 * 1024 * 1024 + 1))).toBe('document.too-large');
  });

  it('if its page tree is cyclic or shared many times', async () => {
    const circle = await formPdf(({ catalog, context }) => {
      const pages = catalog.get(PDFName.of('Pages'));
      if (pages) catalog.Pages().set(PDFName.of('Kids'), context.obj([pages, pages]));
    });
    expect(await keyOf(circle)).toBe('document.damaged');
    const fields = await formPdf((document) => {
      const { context } = document;
      const kids = context.obj([]);
      const ref = context.register(context.obj({ T: PDFString.of('Loop'), Kids: kids }));
      kids.push(ref);
      document.getForm().acroForm.addField(ref);
    });
    expect(await keyOf(fields)).toBe('document.damaged');
  });

  it('if its objects are nested too deeply', async () => {
    const deep = `%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}\nendobj\n`;
    expect(await keyOf(text(deep))).toBe('document.damaged');
  });

  it('if it is full of bytes outside objects', async () => {
    expect(await keyOf(text(`%PDF-1.7\n${'x '.repeat(100_000)}`))).toBe('document.damaged');
    expect(await keyOf(text(`%PDF-1.7\n${'stream\n'.repeat(100_000)}`))).toBe('document.too-large');
  });

  it('if it unpacks to too much', async () => {
    const bomb = deflateSync(new Uint8Array(60 * 1024 * 1024));
    expect(await keyOf(packedPdf('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', bomb))).toBe(
      'document.too-large',
    );
  });

  it('if its packed objects differ from what it declares', async () => {
    const data = deflateSync(text('3 0 << >>'));
    const flate = '/First 4 /Filter /FlateDecode';
    expect(await keyOf(packedPdf(`/Type /ObjStm /N 999999999 ${flate}`, data))).toBe('document.damaged');
    expect(await keyOf(packedPdf(`/Type /ObjStm /N 1 0 R ${flate}`, data))).toBe('document.damaged');
    expect(await keyOf(packedPdf(`/Type /Obj#53tm /N 999999999 ${flate}`, data))).toBe('document.damaged');
    expect(await keyOf(packedPdf(`/Type 5 0 R /N 999999999 ${flate}`, data))).toBe('document.damaged');
    expect(await keyOf(packedPdf('/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', data))).toBe(
      'document.damaged',
    );
    expect(await keyOf(packedPdf(`/Type /ObjStm /N 1 ${flate}`, data.subarray(0, 6)))).toBe(
      'document.damaged',
    );
  });
});
