import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { stampPdf } from '../../extensions/documents/server/stampPdf.ts';
import { readFonts } from '../../server/node/readFonts.ts';
import { saidOfPdf, textOfPages } from '../support/textOfPages.ts';

describe('the text of a stamped document', () => {
  const written = 'Zoë Ňovák Łódź';
  const stamped = async (value: string, { change = (_: PDFDocument) => {}, most = 0 } = {}) => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 300]);
    const form = document.getForm();
    const place = (x: number, y: number) => ({ x, y, width: 250, height: 60 });
    const [line, area, comb] = ['Line', 'Area', 'Comb'].map((name) => form.createTextField(name));
    area?.enableMultiline();
    if (most > 0) line?.setMaxLength(most);
    comb?.setMaxLength(20);
    comb?.enableCombing();
    line?.addToPage(page, place(10, 10));
    area?.addToPage(page, place(10, 90));
    comb?.addToPage(page, place(10, 170));
    const choice = form.createDropdown('Choice');
    choice.enableEditing();
    choice.addToPage(page, place(300, 10));
    for (const field of [line, area, comb, choice]) field?.setFontSize(10);
    change(document);
    const bytes = (await document.save({ updateFieldAppearances: false })) as Uint8Array<ArrayBuffer>;
    const values = { Line: value, Area: `${value}\n${value}`, Comb: value, Choice: value };
    const said = { title: 'Contrat', language: 'fr-CA' };
    return stampPdf(bytes, { values, watermark: 'VOID', ...said }, await readFonts());
  };

  it('is what was entered, in every kind of field, composed or not', async () => {
    for (const form of ['NFC', 'NFD']) {
      const { bytes, missing } = await stamped(written.normalize(form));
      expect(missing).toEqual([]);
      const text = await textOfPages(bytes);
      expect(text.split(written)).toHaveLength(5);
      expect(text.replace(/\s/g, '').split(written.replaceAll(' ', ''))).toHaveLength(6);
      expect(text).toContain('VOID');
    }
  });

  it('may be in any script, also on a rotated page', async () => {
    const turned = (document: PDFDocument) =>
      document.getPage(0).setRotation({ type: 'degrees', angle: 90 } as never);
    for (const value of ['Ελλάδα Россия', '中文漢字', '한국어', 'Հայերեն', '★ 😀']) {
      const { bytes, missing } = await stamped(value, { change: turned });
      expect(missing).toEqual([]);
      expect((await textOfPages(bytes)).split(value).length).toBeGreaterThan(4);
    }
  });

  it('is reported where no font has it', async () => {
    const { bytes, missing } = await stamped('a\ue000');
    expect(missing).toEqual(['\ue000']);
    expect(await textOfPages(bytes)).toContain('a[U+E000]');
  });

  it('ends at a whole letter where the field is full', async () => {
    const { bytes } = await stamped('abc😀', { most: 4 });
    expect(await textOfPages(bytes)).toMatch(/abc(?!\[)/);
  });

  it('has a title and a language; an existing title is kept', async () => {
    const own = (document: PDFDocument) => document.setTitle('Form 27');
    expect(await saidOfPdf((await stamped('a')).bytes)).toEqual({ title: 'Contrat', language: 'fr-CA' });
    expect(await saidOfPdf((await stamped('a', { change: own })).bytes)).toEqual({
      title: 'Form 27',
      language: 'fr-CA',
    });
  });
});
