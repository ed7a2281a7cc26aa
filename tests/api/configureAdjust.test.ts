/** Shipped things, adjusted in every way the configurator offers, in force at once and rolled back whole. */
import { describe, expect, it } from 'vitest';
import { type Ask, startApp } from './support/startApp.ts';

const texts = (en: string, fr: string) => ({ 'en-CA': en, 'fr-CA': fr });

const put = async (ask: Ask, path: string, change: object) => {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const errorsOf = ({ Findings }: { Findings: { Level: string; Code: string }[] }) =>
  Findings.filter(({ Level }) => Level === 'error').map(({ Code }) => Code);

describe('shipped things', () => {
  it('are renamed, reordered, resized and hidden; never loosened, nor hidden where they are required', async () => {
    const app = await startApp({ store: 'memory', seed: 'none' });
    const admin = await app.as('admin');
    const wide = await put(admin, 'adjust/field.product.Name', { maxLength: 300 });
    expect(errorsOf(wide)).toEqual(['loosens']);
    const gone = await put(admin, 'adjust/field.product.Name', { hidden: true });
    expect(errorsOf(gone)).toEqual(['hides-required']);

    await put(admin, 'adjust/field.product.Name', { maxLength: 90, help: texts('As sold', 'Tel que vendu') });
    await put(admin, 'adjust/field.product.EndDate', { hidden: true });
    await put(admin, 'adjust/entity.product', {
      title: texts('Offer', 'Offre'),
      plural: texts('Offers', 'Offres'),
    });
    const { screen, block, column } = gridOf();
    await put(admin, `adjust/column.${screen}.${block}.${column}`, {
      title: texts('Called', 'Appelé'),
      width: 333,
      hidden: true,
      after: '',
    });
    const form = formOf();
    const [first, second] = form.sections;
    await put(admin, `adjust/section.${form.screen}.${form.block}.${second}`, {
      title: texts('First of all', 'Avant tout'),
      columns: 1,
      after: '',
    });
    await put(admin, 'message/ui.save', { text: texts('Keep it', 'Conserver') });
    await put(admin, 'feature/Inspection.View', {
      title: texts('View inspections', 'Consulter les inspections'),
    });
    const body = await put(admin, 'role/inspector', {
      title: texts('Inspector', 'Inspecteur'),
      add: ['Inspection.View'],
    });
    expect(errorsOf(body)).toEqual([]);
    const published = await admin('POST', '/configure/publish', {});
    expect(published.status, JSON.stringify(published.body)).toBe(201);

    const model = app.models.current();
    const said = (key: string) => [model.messages['en-CA'].get(key), model.messages['fr-CA'].get(key)];
    expect(said('ui.save')).toEqual(['Keep it', 'Conserver']);
    expect(said('entity.product.plural')).toEqual(['Offers', 'Offres']);
    expect(said('help.product.Name')).toEqual(['As sold', 'Tel que vendu']);
    expect(model.roles.get('inspector')?.features).toEqual(['Inspection.View']);
    expect(model.entities.get('product')?.fieldByPath.get('Name')?.limits.maxLength).toBe(90);
    const grid = model.screens.get(screen)?.blocks.find(({ id }) => id === block);
    expect(grid?.kind === 'grid' && grid.columns[0]).toMatchObject({
      path: column,
      width: 333,
      hidden: true,
    });
    const shown = JSON.stringify([...model.screens.values()].map(({ blocks }) => blocks.map(placesOf)));
    expect(shown).not.toContain('"product.EndDate"');
    const sections = formOf().sections;
    expect(sections.slice(0, 2)).toEqual([second, first]);

    const back = await admin('POST', '/configure/releases/0/restore', {});
    expect([back.status, app.models.current().messages['en-CA'].get('ui.save')]).toEqual([201, 'Save']);
    expect(formOf().sections[0]).toBe(first);

    /** The list of products and its last column. */
    function gridOf() {
      for (const one of app.models.current().screens.values())
        for (const each of one.blocks)
          if (each.kind === 'grid' && each.entity === 'product' && each.columns.length > 1)
            return { screen: one.id, block: each.id, column: each.columns.at(-1)?.path ?? '' };
      throw new Error('no list of products');
    }

    /** A form of products with several sections. */
    function formOf() {
      for (const one of app.models.current().screens.values())
        for (const each of one.blocks)
          if (each.kind === 'form' && each.entity === 'product' && each.sections.length > 1)
            return { screen: one.id, block: each.id, sections: each.sections.map(({ id }) => id) };
      throw new Error('no form of products');
    }
  });
});

type Block = { readonly kind: string; readonly entity?: string; readonly sections?: readonly Section[] };
type Section = { readonly items: readonly { readonly field: string }[] };

function placesOf(block: object): readonly string[] {
  const { entity, sections = [] } = block as Block;
  return sections.flatMap(({ items }) => items.map(({ field }) => `${entity}.${field}`));
}
