/**
 * Edits of a draft: only the changes are sent, and the changes of several windows are all kept, in any order.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Change, changeKinds, editsBetween, sameJson } from '#engine';
import { everyChange } from '../support/everyChange.ts';
import { lending } from './support/lending.ts';
import { type Ask, type StoreKind, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });

type Case = { readonly at: string; readonly base: object; readonly one: object; readonly other: object };

/** A change of every kind, as two windows read it, and how each edits it. */
const cases: readonly Case[] = [
  {
    at: 'role/viewer',
    base: { add: ['Lending.Manage'] },
    one: { add: ['Lending.Manage', 'Lending.Edit'] },
    other: { add: ['User.Manage'] },
  },
  {
    at: 'feature/Lending.Own',
    base: { title: texts('Own') },
    one: { title: texts('Own things', 'Own') },
    other: { title: texts('Own', 'À soi') },
  },
  {
    at: 'message/menu.lending',
    base: { text: texts('Loans', 'Prêts') },
    one: { text: texts('All loans', 'Prêts') },
    other: { text: texts('Loans', 'Tous les prêts') },
  },
  {
    at: 'lookup/loan-state.Lost',
    base: { id: 5, title: texts('Lost') },
    one: { id: 5, title: texts('Gone', 'Lost') },
    other: { id: 5, title: texts('Lost'), tone: 'danger' },
  },
  {
    at: 'entity/place',
    base: { title: texts('Place'), plural: texts('Places') },
    one: { title: texts('Site', 'Place'), plural: texts('Places') },
    other: { title: texts('Place'), plural: texts('Places'), menu: {} },
  },
  {
    at: 'field/loan.Motto',
    base: { type: 'text', title: texts('Motto') },
    one: { type: 'text', title: texts('Motto'), maxLength: 9 },
    other: { type: 'text', title: texts('Motto'), help: texts('Any') },
  },
  {
    at: 'adjust/field.borrower.Name',
    base: { title: texts('Who') },
    one: { title: texts('Who'), maxLength: 20 },
    other: { title: texts('Who', 'Qui') },
  },
  {
    at: 'rule/loan.late',
    base: { check: '$has(LentDate)', message: texts('No.') },
    one: { check: '$has(LentDate)', message: texts('No.'), level: 'warning' },
    other: { check: '$has(LentDate)', message: texts('No.', 'Non.') },
  },
  {
    at: 'place/loan.loan.item.Motto',
    base: { screen: 'loan', block: 'loan', as: 'item', field: 'Motto' },
    one: { screen: 'loan', block: 'loan', as: 'item', field: 'Motto', after: '' },
    other: { screen: 'loan', block: 'loan', as: 'item', field: 'Motto', span: 2 },
  },
];

/** Of the kinds with a text in both languages: one window changes one language, the other window the other. */
const inBothLanguages = everyChange.flatMap(({ kind, name, ...words }): readonly Case[] => {
  if (cases.some(({ at }) => at.startsWith(`${kind}/`)) || !('title' in words)) return [];
  const said = (title: object) => ({ ...words, title });
  const read = texts('Own', 'À soi');
  return [
    {
      ...{ at: `${kind}/${name}`, base: said(read) },
      ...{ one: said({ ...read, 'en-CA': 'Mine' }), other: said({ ...read, 'fr-CA': 'À moi' }) },
    },
  ];
});
const step = { id: 'close', label: texts('Close'), from: ['Open'], to: 'Closed', access: 'login' };
const others: readonly Case[] = [
  ...inBothLanguages,
  {
    at: 'workflow/borrower',
    base: { field: 'Stage', transitions: [step] },
    one: { field: 'Stage', transitions: [step], final: ['Closed'] },
    other: { field: 'Step', transitions: [step] },
  },
  {
    at: 'related/borrower.own-loans',
    base: { of: 'loan', by: 'BorrowerId' },
    one: { of: 'loan', by: 'BorrowerId', title: texts('Loans') },
    other: { of: 'loan', by: 'BorrowerId', fields: ['Number'] },
  },
  {
    at: 'activity/borrower',
    base: { activity: { comments: {} } },
    one: { activity: { comments: {}, followers: true } },
    other: { activity: { comments: {}, related: true } },
  },
];

const changeOf = (at: string, words: object) => {
  const slash = at.indexOf('/');
  return { kind: at.slice(0, slash), name: at.slice(slash + 1), ...words } as Change;
};

/** As a window sends it. */
const bodyOf = (base: readonly Change[], after: readonly Change[], gone: readonly Change[] = []) => ({
  Edits: editsBetween(base, after, gone).map((edit) => {
    const { kind, name } = edit;
    if ('gone' in edit) return { kind, name, Gone: edit.gone };
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const Steps = edit.steps.map((step) =>
      Object.fromEntries(Object.entries(step).map(([key, value]) => [capital(key), value])),
    );
    return { kind, name, Steps };
  }),
});

describe.each(['memory', 'sqlite'] as const)('edits of a draft on %s', (store: StoreKind) => {
  let admin: Ask;
  beforeEach(async () => {
    admin = await (await startApp({ store, added: lending })).as('admin');
  });
  const edit = (base: readonly Change[], after: readonly Change[], gone: readonly Change[] = []) =>
    admin('POST', '/configure/draft/edits', bodyOf(base, after, gone));
  const stored = async (at: string) => {
    const { body } = await admin('GET', '/configure/draft');
    const found = body.Changes.find(({ kind, name }: Change) => `${kind}/${name}` === at);
    const { was: _, ...words } = found ?? {};
    return words;
  };

  it('of every kind of change, made by two windows at the same moment, are both kept', async () => {
    const all = [...cases, ...others];
    expect(new Set(all.map(({ at }) => at.split('/')[0]))).toEqual(new Set(changeKinds));
    for (const { at, base, one, other } of all) {
      const read = [changeOf(at, base)];
      expect((await edit([], read)).status, at).toBe(200);
      const answers = await Promise.all([edit(read, [changeOf(at, one)]), edit(read, [changeOf(at, other)])]);
      expect(
        answers.map(({ status }) => status),
        at,
      ).toEqual([200, 200]);
      const kept = await stored(at);
      for (const own of [one, other])
        for (const { steps } of editsBetween(read, [changeOf(at, own)]) as readonly {
          readonly steps: readonly Step[];
        }[])
          for (const step of steps) expect(holds(kept, step), `${at} ${JSON.stringify(step)}`).toBe(true);
    }
  });

  it('twenty ticks at once are all kept, and so is unticking twenty', async () => {
    const features = ['Lending.View', 'Lending.Edit', 'Lending.Manage', 'Configuration.Edit', 'User.Manage'];
    const roles = ['clerk', 'viewer'].flatMap((role) => features.map((feature) => ({ role, feature })));
    const give = ({ role, feature }: { role: string; feature: string }) =>
      changeOf(`role/${role}`, { remove: [feature] });
    await Promise.all(roles.map((one) => edit([], [give(one)])));
    for (const role of ['clerk', 'viewer'])
      expect((await stored(`role/${role}`)).remove).toEqual([...features].sort());
    await Promise.all(roles.map((one) => edit([give(one)], [changeOf(`role/${one.role}`, {})])));
    expect((await admin('GET', '/configure/draft')).body.Changes).toEqual([]);
  });

  it('where two edits meet in one place, the second is told and nothing is overwritten', async () => {
    const read = changeOf('field/loan.Motto', { type: 'text', title: texts('Motto') });
    const wider = { ...read, maxLength: 9 } as Change;
    await edit([], [read]);
    await edit([read], [wider]);
    const met = await edit([read], [{ ...read, maxLength: 7 } as Change]);
    expect([met.status, met.body.Code]).toEqual([409, 'conflict']);
    expect(met.body.Conflicts).toEqual([{ Kind: 'field', Name: 'loan.Motto', At: '/maxLength' }]);
    expect((await edit([read], [], [read])).status).toBe(409);
    expect(await stored('field/loan.Motto')).toEqual(wider);
    expect((await edit([wider], [], [wider])).status).toBe(200);
    expect(await stored('field/loan.Motto')).toEqual({});
  });

  it.each([
    ['no list', {}],
    ['a list of nothing', { Edits: [null] }],
    ['no kind', { Edits: [{ kind: 'nothing', name: 'x', Steps: [] }] }],
    ['no steps', { Edits: [{ kind: 'role', name: 'viewer' }] }],
    ['a place that is none', { Edits: [{ kind: 'role', name: 'viewer', Steps: [{ At: 'add', Put: 'x' }] }] }],
    [
      'what every object has',
      { Edits: [{ kind: 'role', name: 'viewer', Steps: [{ At: '/__proto__/x', To: 1 }] }] },
    ],
    ['its kind', { Edits: [{ kind: 'role', name: 'viewer', Steps: [{ At: '/kind', To: 'field' }] }] }],
    [
      'a change that is half one',
      { Edits: [{ kind: 'field', name: 'loan.X', Steps: [{ At: '/title', To: 'X' }] }] },
    ],
  ])('%s is refused, and nothing is kept', async (_, body) => {
    const { status } = await admin('POST', '/configure/draft/edits', body);
    expect([400, 404, 422]).toContain(status);
    expect((await admin('GET', '/configure/draft')).body.Changes).toEqual([]);
  });

  it('nobody else may', async () => {
    const app = await startApp({ store, added: lending });
    const body = bodyOf([], [changeOf('role/viewer', { add: ['Lending.Edit'] })]);
    for (const who of ['clerk', undefined])
      expect([401, 403]).toContain(
        (await (await app.as(who))('POST', '/configure/draft/edits', body)).status,
      );
  });
});

type Step = { readonly at: string; readonly to?: unknown; readonly put?: string; readonly take?: string };

function holds(kept: object, { at, to, put, take }: Step): boolean {
  const value = at
    .split('/')
    .slice(1)
    .reduce<unknown>((now, name) => (now as Record<string, unknown> | undefined)?.[name], kept);
  const list = Array.isArray(value) ? value : [];
  if (put !== undefined) return list.includes(put);
  return take === undefined ? sameJson(value, to) : !list.includes(take);
}
