/** Print formats made in the configurator: findings, previews, publication, and what is printed afterwards. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { partsOfPages, textsOfPages } from '../support/textOfPages.ts';
import { type Printer, printerFor, squeezed } from './support/printClients.ts';
import { type Ask, appStores, type Running, type StoreKind, startApp } from './support/startApp.ts';

const stores: readonly StoreKind[] = process.env.STORES ? appStores : ['memory', 'sqlite'];
/** A picture of one point. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });

describe.each(stores)('on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let print: Printer;
  let brand: DataRecord;

  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
    print = await printerFor(app, 'admin');
    brand = (await app.store.find({ entity: 'brand', page: { number: 1, size: 1 } })).items[0] as DataRecord;
    return () => app.store.close();
  });

  const format = (name: string, words: object): DataRecord => ({
    ...{ kind: 'printFormat', name: `brand.${name}`, title: texts(name, `${name} (fr)`) },
    ...words,
  });
  const put = async (...changes: readonly DataRecord[]) => {
    const { body: draft } = await admin('GET', '/configure/draft');
    return admin('PUT', '/configure/draft', { Revision: draft.Revision, Put: changes });
  };
  const findings = async (words: object): Promise<readonly string[]> => {
    const { body, status } = await put(format('wrong', words));
    expect(status, JSON.stringify(body)).toBe(200);
    const { body: draft } = await admin('GET', '/configure/draft');
    return draft.Findings.map((one: DataRecord) => JSON.stringify(one));
  };

  it('mistakes are findings that say what to do', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ blocks: [{ print: 'fields', fields: ['Gone'] }] }, 'Gone'],
      [{ blocks: [{ print: 'text', text: texts('{{ Gone }}') }] }, 'Gone'],
      [{ blocks: [{ print: 'heading', text: texts('x'), if: 'Name +' }] }, ''],
      [{ blocks: [{ print: 'table', field: 'Name' }] }, 'Name'],
      [{ blocks: [{ print: 'divider', text: texts('x') }] }, 'text'],
      [{ blocks: [{ print: 'picture', field: 'Name' }] }, 'Name'],
      [{ paper: { margins: { top: 61 } }, blocks: [{ print: 'divider' }] }, '/paper/margins/top'],
      [{ paper: { margins: { left: 4 } }, blocks: [{ print: 'divider' }] }, '/paper/margins/left'],
      [
        { logo: { image: 'https://elsewhere.example/logo.png' }, blocks: [{ print: 'divider' }] },
        '/logo/image',
      ],
      [{ logo: { image: dot, height: 41 }, blocks: [{ print: 'divider' }] }, '/logo/height'],
      [{ roles: ['nobody-has-it'], blocks: [{ print: 'divider' }] }, 'nobody-has-it'],
      [{ for: 'list', blocks: [{ print: 'fields', fields: ['Name'] }] }, 'single record'],
    ];
    for (const [words, part] of wrong) {
      const found = await findings(words);
      expect(found.length, JSON.stringify(words)).toBeGreaterThan(0);
      expect(found.join(' '), JSON.stringify(words)).toContain(part);
    }
    const { body: draft } = await admin('GET', '/configure/draft');
    const gone = [{ kind: 'printFormat', name: 'brand.wrong' }];
    expect(
      (await admin('PUT', '/configure/draft', { Revision: draft.Revision, Put: [], Remove: gone })).status,
    ).toBe(200);
  });

  it('a preview shows values and refuses what is no format, or whom it does not concern', async () => {
    const Change = format('card', {
      blocks: [
        { print: 'heading', text: texts('Brand {{ Name }}') },
        { print: 'fields', fields: ['Name', 'Gone'] },
        { print: 'text', if: "Name = 'nothing'", text: texts('x') },
      ],
    });
    const { body, status } = await admin('POST', '/configure/print/preview', { Change, RecordId: brand.Id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.Blocks.map(({ kind, index }: DataRecord) => [kind, index])).toEqual([
      ['heading', 0],
      ['fields', 1],
    ]);
    expect(body.Blocks[0].text).toBe(`Brand ${brand.Name}`);
    const ask = (change: unknown, as = admin) =>
      as('POST', '/configure/print/preview', { Change: change, RecordId: brand.Id });
    expect((await ask({ name: 'brand.x', blocks: 'none' })).status).toBe(400);
    expect((await ask({ ...Change, name: 'gone.x' })).status).toBe(404);
    expect((await ask(Change, await app.as('viewer'))).status).toBe(403);
  });

  it('what is published prints at once, after a restart, on three papers and in both languages', async () => {
    const blocks = [{ print: 'heading', text: texts('Brand {{ Name }}', 'Marque {{ Name }}') }];
    const sizes = { letter: [612, 792], legal: [1008, 612], A4: [595, 842] } as const;
    const changes = Object.keys(sizes).map((size) =>
      format(size.toLowerCase(), { paper: { size, landscape: size === 'legal' }, blocks }),
    );
    const others = [
      format('viewers', { roles: ['viewer'], blocks }),
      format('retired', { off: true, blocks }),
    ];
    expect((await put(...changes, ...others)).status).toBe(200);
    const published = await admin('POST', '/configure/publish', {});
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    const { PDFDocument } = await import('pdf-lib');
    for (const printer of [print, await printerFor(await app.startAgain(), 'admin')])
      for (const [size, expected] of Object.entries(sizes)) {
        const path = `/print/brand/${brand.Id}?printFormat=brand.${size.toLowerCase()}&printLanguage=fr-CA`;
        const { bytes, text, status, problem } = await printer(path);
        expect(status, problem).toBe(200);
        expect(text).toContain(squeezed(`Marque ${brand.Name}`));
        const page = (await PDFDocument.load(bytes)).getPage(0).getSize();
        expect([Math.round(page.width), Math.round(page.height)]).toEqual(expected);
      }
    // Of other roles, or turned off.
    const viewer = await printerFor(app, 'viewer');
    const named = (name: string) => `/print/brand/${brand.Id}?printFormat=brand.${name}`;
    expect((await viewer(named('viewers'))).status).toBe(200);
    expect((await print(named('viewers'))).status).toBe(404);
    for (const printer of [print, viewer]) expect((await printer(named('retired'))).status).toBe(404);
  });

  it('the margins place what is printed, and the logo is in the file of every page', async () => {
    const blocks = [
      { print: 'heading', text: texts('Brand {{ Name }}') },
      { print: 'break' },
      { print: 'heading', text: texts('Two') },
    ];
    const words = { header: { text: texts('Head') }, blocks };
    const wide = { paper: { margins: { top: 60, left: 60 } }, logo: { image: dot, height: 40 } };
    expect((await put(format('plain', words), format('wide', { ...words, ...wide }))).status).toBe(200);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    const printed = async (name: string) => {
      const path = `/print/brand/${brand.Id}?printFormat=brand.${name}&printLanguage=en-CA`;
      const { bytes, status, problem } = await print(path);
      expect(status, problem).toBe(200);
      const [first] = (await partsOfPages(bytes)).pages;
      const at = first?.texts.findIndex((text) => text.startsWith('Brand')) ?? -1;
      return { bytes, left: first?.left[at] ?? 0, fromBottom: first?.fromBottom[at] ?? 0 };
    };
    const [plain, other] = [await printed('plain'), await printed('wide')];
    const millimetres = (42 * 72) / 25.4;
    expect(Math.abs(other.left - plain.left - millimetres)).toBeLessThanOrEqual(1);
    expect(Math.abs(plain.fromBottom - other.fromBottom - millimetres)).toBeLessThanOrEqual(1);
    const images = (bytes: Uint8Array) =>
      Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1;
    expect(images(plain.bytes)).toBe(0);
    expect(images(other.bytes)).toBeGreaterThan(0);
  });

  it('a thousand related records are printed on as many pages as they need', async () => {
    const [product] = (await app.store.find({ entity: 'product', page: { number: 1, size: 1 } })).items;
    const [plan] = (await app.store.find({ entity: 'plan', page: { number: 1, size: 1 } })).items;
    await app.store.transaction(async (session) => {
      for (let index = 0; index < 1000; index += 1) {
        const Id = `0f000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
        await session.insert('plan', { ...plan, Id, ProductId: product?.Id, Name: `Plan ${index}x` });
      }
    });
    const { bytes, status, problem } = await print(`/print/product/${product?.Id}`);
    expect(status, problem).toBe(200);
    const pages = await textsOfPages(bytes);
    expect(pages.length).toBeGreaterThan(15);
    const all = squeezed(pages.join(' '));
    for (const index of [0, 499, 999]) expect(all).toContain(`Plan${index}x`);
  });
});
