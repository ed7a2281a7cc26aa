/** The menu entry of an entity made without code: its own group, its position, its icon and its colour. */
import { beforeAll, describe, expect, it } from 'vitest';
import { iconNames } from '#renderer';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
const titled = { group: 'claims', title: texts('Claims', 'Sinistres') };
const named = (name: string, menu: object) => ({
  kind: 'entity',
  name,
  Steps: Object.entries({ title: texts(name), plural: texts(`${name}s`), icon: 'gavel', menu }).map(
    ([word, To]) => ({ At: `/${word}`, To }),
  ),
});

describe('the menu of entities of one’s own', () => {
  let app: Running;
  let admin: Ask;
  const edit = (...Edits: object[]): Promise<Answer> => admin('POST', '/configure/draft/edits', { Edits });

  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    admin = await app.as('admin');
    return () => app.store.close();
  });

  it('puts them into a new group in their order, titled in both languages', async () => {
    await edit(
      named('adjuster', { ...titled, order: 20, tone: 'positive' }),
      named('claim', { ...titled, order: 10 }),
    );
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    const { menu, screens, messages } = app.models.current();
    const group = menu.find(({ id }) => id === 'claims');
    expect(group?.screens.map(({ id }) => id)).toEqual(['claim-list', 'adjuster-list']);
    expect(screens.get('adjuster-list')?.menu).toMatchObject({ icon: 'gavel', tone: 'positive' });
    expect(['en-CA', 'fr-CA'].map((locale) => messages[locale as 'en-CA'].get('menu.claims'))).toEqual([
      'Claims',
      'Sinistres',
    ]);
  });

  it('refuses a second title for a group, shipped or new', async () => {
    for (const group of ['claims', 'catalogue']) {
      const { body } = await edit(named(`in-${group}`, { group, title: texts('Others') }));
      const errors = body.Findings.filter(({ Level }: { Level: string }) => Level === 'error');
      expect(errors.at(0), JSON.stringify(body)).toMatchObject({
        Code: 'menu-group-titled',
        At: '/menu/title',
      });
      await admin('DELETE', '/configure/draft');
    }
  });

  it('refuses icons and colours that do not exist', async () => {
    for (const wrong of [{ tone: 'pink' }, { order: 'first' }, { title: texts('') }]) {
      const { status, body } = await edit(named('payment', wrong));
      const isFound = body.Findings?.some(({ Level }: { Level: string }) => Level === 'error');
      expect(status === 422 || isFound, `${status} ${JSON.stringify(body).slice(0, 500)}`).toBe(true);
      await admin('DELETE', '/configure/draft');
    }
  });

  it('names every icon in both languages', () => {
    const { messages } = app.models.current();
    for (const locale of ['en-CA', 'fr-CA'] as const)
      for (const name of iconNames) expect(messages[locale].get(`configure.icon.${name}`), name).toBeTruthy();
  });
});
