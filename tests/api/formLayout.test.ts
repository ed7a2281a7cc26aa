/** Sections, tabs, conditions and widths that a draft gives to a form: published, restarted, taken back. */
import { describe, expect, it } from 'vitest';
import type { FormBlock } from '#engine';
import { lending } from './support/lending.ts';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} fr` });
const at = { screen: 'loan-create', block: 'loan' };
const stores = [...new Set([...appStores, 'memory'] as const)];

async function edit(ask: Ask, changes: Readonly<Record<string, object>>) {
  const Edits = Object.entries(changes).map(([key, words]) => ({
    kind: key.slice(0, key.indexOf('/')),
    name: key.slice(key.indexOf('/') + 1),
    Steps: Object.entries(words).map(([word, To]) => ({ At: `/${word}`, To })),
  }));
  return ask('POST', '/configure/draft/edits', { Edits });
}

const formOf = (app: Running) => {
  const block = app.models
    .current()
    .screens.get(at.screen)
    ?.blocks.find(({ id }) => id === at.block);
  return (block as FormBlock).sections;
};
const shapeOf = (app: Running) =>
  formOf(app).map(({ id, items }) => [id, ...items.map(({ field }) => field)].join(' '));

const place = (field: string, words: object) => ({ ...at, as: 'item', field, ...words });
const layout = {
  'section/loan-create.loan.more': {
    ...{ tab: texts('More'), help: texts('Help'), visible: 'true', after: '' },
    tabVisible: "$user.UserName = 'admin'",
  },
  'section/loan-create.loan.last': { title: texts('Last'), columns: 3, after: 'more' },
};

describe.each(stores)('the layout of a form on %s', (store) => {
  it('is published for everyone, survives a restart, and goes with a rollback', async () => {
    const app = await startApp({ store, seed: 'none', added: lending });
    const admin = await app.as('admin');
    const shipped = shapeOf(app);
    const [first] = formOf(app).flatMap(({ items }) => items.map(({ field }) => field));
    const field = first ?? '';
    const { status, body } = await edit(admin, {
      ...layout,
      [`place/loan-create.loan.item.${field}`]: place(field, {
        ...{ section: 'more', after: '', twelfths: 5, visible: "$user.UserName = 'admin'" },
      }),
    });
    expect([status, body.Findings], JSON.stringify(body).slice(0, 500)).toEqual([200, []]);
    expect(body.Differences).toHaveLength(3);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    const check = (running: Running) => {
      expect(shapeOf(running).slice(0, 2)).toEqual([`more ${field}`, 'last']);
      const [more] = formOf(running);
      expect(more).toMatchObject({ tab: 'loan-create.loan.more.tab', columns: 2 });
      expect(more?.tabVisible?.text).toBe("$user.UserName = 'admin'");
      expect(more?.items[0]).toMatchObject({ field, twelfths: 5 });
    };
    check(app);
    check(await app.startAgain());
    expect((await admin('POST', '/configure/releases/0/restore', {})).status).toBe(201);
    expect(shapeOf(app)).toEqual(shipped);
    await app.store.close();
  });
});

describe('a form cannot get', () => {
  const wrong: Readonly<Record<string, readonly [Readonly<Record<string, object>>, string]>> = {
    'a section where there is no form': [{ 'section/loan-create.nothing.more': {} }, 'no-block'],
    'a section on no screen': [{ 'section/nothing.loan.more': {} }, 'no-screen'],
    'a width of 13 twelfths': [
      { 'place/loan-create.loan.item.Notes': place('Notes', { twelfths: 13 }) },
      'shape.maximum',
    ],
    'a condition that is none': [{ 'section/loan-create.loan.more': { visible: "'x'" } }, 'expression-gives'],
    'a condition over an unknown field': [
      { 'section/loan-create.loan.more': { visible: 'Nothing = 1' } },
      'expression',
    ],
    'a condition of a tab that it has not': [
      { 'section/loan-create.loan.more': { tabVisible: 'true' } },
      'tab-condition',
    ],
    'a condition of a tab over an unknown field': [
      { 'section/loan-create.loan.more': { tab: texts('More'), tabVisible: 'Nothing = 1' } },
      'expression',
    ],
    'a text in one language': [
      { 'section/loan-create.loan.more': { title: { 'en-CA': 'x' } } },
      'shape.missing',
    ],
  };

  it.each(Object.entries(wrong))('%s', async (_, [changes, code]) => {
    const app = await startApp({ store: 'memory', seed: 'none', added: lending });
    const admin = await app.as('admin');
    const { status, body } = await edit(admin, changes);
    expect(status, JSON.stringify(body)).toBe(200);
    const errors = body.Findings.filter(({ Level }: { Level: string }) => Level === 'error');
    expect(errors[0], JSON.stringify(body.Findings)).toMatchObject({ Code: code });
    expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
  });

  it('anything from a person without the permission', async () => {
    const app = await startApp({ store: 'memory' });
    const other = await app.as('viewer');
    expect((await edit(other, layout)).status).toBe(403);
  });
});
