/** Prints show what their reader may see, of every entity and in both languages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type DataRecord, defaultPrint, formatMessage, type Locale, locales } from '#engine';
import { type Printer, printerFor, squeezed, startPrinting } from './support/printClients.ts';
import { type Ask, appStores, model, type Running, type StoreKind } from './support/startApp.ts';

const stores: readonly StoreKind[] = process.env.STORES ? appStores : ['memory', 'sqlite'];
const read = [...model.entities.values()].filter(({ id }) =>
  model.routes.some((route) => route.entity === id && route.operation === 'get'),
);

/** The labels that the standard layout prints of fields. */
const labelsOf = (id: string, locale: Locale): readonly string[] => {
  const entity = model.entities.get(id);
  if (!entity) return [];
  return defaultPrint(model, entity).blocks.flatMap((block) =>
    block.fields.map((path) =>
      formatMessage(model, locale, entity.fieldByPath.get(path)?.label ?? path),
    ),
  );
};

it('the standard layout places every field of a form once', () => {
  for (const entity of model.entities.values()) {
    const placed = defaultPrint(model, entity).blocks.flatMap((block) =>
      block.print === 'table' ? [block.field] : block.fields,
    );
    expect(new Set(placed).size, entity.id).toBe(placed.length);
    expect(placed.length, entity.id).toBeGreaterThan(0);
  }
});

describe.each(stores)('on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let print: Printer;

  beforeAll(async () => {
    app = await startPrinting({ store });
    admin = await app.as('admin');
    print = await printerFor(app, 'admin');
    return () => app.store.close();
  });

  it('every entity prints in both languages, with the labels of its fields', async () => {
    let count = 0;
    for (const entity of read) {
      const [record] = (await app.store.find({ entity: entity.id, page: { number: 1, size: 1 } })).items;
      if (!record) continue;
      for (const language of locales) {
        const path = `/print/${entity.id}/${record.Id}?printLanguage=${language}`;
        const { status, text, problem } = await print(path);
        if (status === 403) continue;
        expect(status, `${path} ${problem}`).toBe(200);
        count += 1;
        const title = squeezed(formatMessage(model, language, entity.title));
        expect(text, path).toContain(title);
        const labels = labelsOf(entity.id, language);
        const found = labels.filter((label) => text.includes(squeezed(label)));
        // Fields that rules make irrelevant are left out.
        expect(found.length, `${path}: ${labels.filter((label) => !found.includes(label))}`).toBeGreaterThan(0);
      }
    }
    expect(count).toBeGreaterThan(20);
    expect(app.errors).toEqual([]);
  });
});
