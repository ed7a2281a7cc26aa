/** Prints show what their reader may see, of every entity and in both languages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type DataRecord, defaultPrint, formatMessage, type Locale, locales } from '#engine';
import { textsOfPages } from '../support/textOfPages.ts';
import { type Printer, printerFor, printWith, squeezed } from './support/printClients.ts';
import { type Ask, appStores, model, type Running, type StoreKind, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const stores: readonly StoreKind[] = process.env.STORES ? appStores : ['memory', 'sqlite'];
const read = [...model.entities.values()].filter(({ id }) =>
  model.routes.some((route) => route.entity === id && route.operation === 'get'),
);

/** The labels that the standard layout prints of fields. */
const labelsOf = (id: string, locale: Locale): readonly string[] => {
  const entity = model.entities.get(id);
  if (!entity) return [];
  return defaultPrint(model, entity).blocks.flatMap((block) =>
    block.fields.map((path) => formatMessage(model, locale, entity.fieldByPath.get(path)?.label ?? path)),
  );
};

it('the standard layout places every field of a form once', () => {
  for (const entity of model.entities.values()) {
    const placed = defaultPrint(model, entity).blocks.flatMap((block) =>
      block.print === 'table' ? [block.field ?? ''] : block.fields,
    );
    expect(new Set(placed).size, entity.id).toBe(placed.length);
    expect(placed.length, entity.id).toBeGreaterThan(0);
  }
});

/** Fields of printed entities that not everyone may see, with a label of their own. */
const hidden = read.flatMap((entity) => {
  const placed = defaultPrint(model, entity).blocks.flatMap(({ fields }) => fields);
  return entity.fields.flatMap(({ name, label }) => {
    const view = entity.policy.fields[name]?.view;
    return view?.kind === 'feature' && placed.includes(name)
      ? [{ entity, name, label, features: view.anyOf }]
      : [];
  });
});
const roles = {
  'blind to some fields': { features: ['*'], except: hidden.flatMap(({ features }) => features) },
  'without products': { features: ['Report.View'] },
};

const count = (text: string, part: string): number => text.split(part).length - 1;

describe.each(stores)('on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let print: Printer;
  let product: DataRecord;

  beforeAll(async () => {
    app = await startApp({ store, added: withRoles(roles) });
    admin = await app.as('admin');
    print = await printerFor(app, 'admin');
    product = await first('product');
    return () => app.store.close();
  });

  const first = async (entity: string) =>
    (await app.store.find({ entity, page: { number: 1, size: 1 } })).items[0] as DataRecord;
  const as = async (role: string) => {
    const { items } = await app.store.find({ entity: 'user' });
    const { Id } = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
    await app.store.update('user', String(Id), { Roles: [role] });
    app.clock.now = new Date(app.clock.now.getTime() + 6_000);
    return printerFor(app, 'viewer');
  };

  it('every entity prints in both languages, with the labels of its fields', async () => {
    let printed = 0;
    for (const entity of read) {
      const record = await first(entity.id);
      if (!record) continue;
      for (const language of locales) {
        const path = `/print/${entity.id}/${record.Id}?printFormat=${entity.id}.standard&printLanguage=${language}`;
        const { status, text, problem } = await print(path);
        if (status === 403) continue;
        expect(status, `${path} ${problem}`).toBe(200);
        printed += 1;
        expect(text, path).toContain(squeezed(formatMessage(model, language, entity.title)));
        const labels = labelsOf(entity.id, language);
        const found = labels.filter((label) => text.includes(squeezed(label)));
        // Fields that rules make irrelevant are left out.
        expect(found.length, `${path}: ${labels}`).toBeGreaterThan(0);
      }
    }
    expect(printed).toBeGreaterThan(20);
    expect(app.errors).toEqual([]);
  });

  it('fields that the reader may not see are left out', async () => {
    const blind = await as('blind to some fields');
    let tried = 0;
    for (const { entity, name, label } of hidden) {
      const record = await first(entity.id);
      if (!record) continue;
      const path = `/print/${entity.id}/${record.Id}?printFormat=${entity.id}.standard`;
      const [all, less] = [await print(path), await blind(path)];
      if (less.status !== 200) continue;
      const text = squeezed(formatMessage(model, 'en-CA', label));
      expect(count(less.text, text), `${entity.id}.${name}`).toBeLessThanOrEqual(count(all.text, text));
      if (count(all.text, text) > 0) {
        tried += 1;
        expect(count(less.text, text), `${entity.id}.${name}`).toBeLessThan(count(all.text, text));
      }
    }
    expect(hidden.length === 0 || tried > 0).toBe(true);
  });

  it('anyone who may not read the record gets nothing', async () => {
    const outsider = await as('without products');
    const closed = read.filter(
      ({ policy: { view } }) => view.kind === 'feature' && !view.anyOf.includes('Report.View'),
    );
    expect(closed.length).toBeGreaterThan(5);
    for (const { id } of closed) {
      const record = await first(id);
      if (!record) continue;
      expect((await outsider(`/print/${id}/${record.Id}`)).status, id).toBe(403);
      expect((await outsider(`/print/${id}`)).status, id).toBe(403);
    }
    expect((await printWith(app, `/print/product/${product.Id}`, {})).status).toBe(401);
  });

  it('refuses what is not there, and says what is wrong', async () => {
    const path = `/print/product/${product.Id}`;
    expect((await print('/print/nothing')).status).toBe(404);
    expect((await print('/print/secret/0f000000-0000-7000-8000-000000000900')).status).toBeGreaterThan(402);
    expect((await print('/print/product/0f000000-0000-7000-8000-000000000900')).status).toBe(404);
    const { status, problem } = await print(`${path}?printFormat=product.gone`);
    expect([status, problem]).toEqual([404, expect.stringContaining('product.gone')]);
    expect((await print(`${path}?printLanguage=de-DE`)).status).toBe(400);
    // A format of lists prints no record.
    expect((await print(`${path}?printFormat=product.catalogue`)).status).toBe(404);
  });

  it('prints by the declared formats, before and after a restart, named by the record', async () => {
    const path = `/print/product/${product.Id}`;
    const { body } = await admin('GET', '/print/product');
    expect(body.Items.map(({ Id, IsDefault }: DataRecord) => [Id, IsDefault])).toEqual([
      ['product.sheet', true],
      ['product.catalogue', false],
      ['product.standard', false],
      ['product.standard', true],
    ]);
    const plans = (await app.store.find({ entity: 'plan' })).items.filter(
      (one) => one.ProductId === product.Id,
    );
    const { text, headers } = await print(path, { 'accept-language': 'fr-CA' });
    expect(text).toContain(squeezed(String(product.Name)));
    expect(text).toContain('Régimes');
    for (const { Name } of plans) expect(text).toContain(squeezed(String(Name)));
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(`${product.Name}.pdf`);
    const again = await printerFor(app.restart(), 'admin');
    expect((await again(path, { 'accept-language': 'fr-CA' })).text).toBe(text);
  });

  it('prints a list with its filters and order, and refuses unknown ones', async () => {
    const where = 'FilterProperty=Code&FilterOperator=eq&FilterValue=';
    const list = `/product?$export=pdf&printFormat=product.catalogue&${where}`;
    const { text, status, problem } = await print(`${list}${encodeURIComponent(String(product.Code))}`);
    expect(status, problem).toBe(200);
    expect(text).toContain('Productcatalogue');
    expect(count(text, squeezed(String(product.Code)))).toBeGreaterThan(0);
    expect((await print('/product?$export=pdf&printFormat=product.sheet')).status).toBe(404);
    const none = await print(`${list}nothing`);
    expect(none.text).toContain('Norows');
  });

  it('is tagged, and says its language and title', async () => {
    const { bytes } = await print(`/print/product/${product.Id}?printLanguage=fr-CA`);
    const { PDFDocument, PDFName } = await import('pdf-lib');
    const document = await PDFDocument.load(bytes);
    expect(document.catalog.get(PDFName.of('StructTreeRoot'))).toBeDefined();
    expect(String(document.catalog.get(PDFName.of('Lang')))).toContain('fr-CA');
    const words = (await textsOfPages(bytes)).join(' ');
    expect(words).toMatch(/Page 1 sur \d/);
  });
});
