/** Activity switched on by a configurator: draft, findings, release, use, restart, switching it off again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '#engine';
import { parseOnce } from '../support/parseOnce.ts';
import { lending } from './support/lending.ts';
import { type Answer, type Ask, appStores, type Running, startApp } from './support/startApp.ts';

type Json = Readonly<Record<string, unknown>>;

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const right = (name: string) => `Custom.Expense.${name}`;
const everything = {
  ...{ comments: {}, files: {}, followers: true, restore: true, related: true },
  ...{ duplicate: { without: ['Amount'] }, print: true, share: true },
};
const changes: Readonly<Record<string, Json>> = {
  'entity/expense': { title: texts('Expense'), plural: texts('Expenses'), rights: 'apart', history: true },
  'field/expense.Amount': { type: 'money', title: texts('Amount'), minimum: 0 },
  'activity/expense': { activity: everything },
  'activity/borrower': { activity: { comments: { write: right('Edit') } } },
  'role/clerk': { add: ['View', 'Create', 'Edit'].map(right) },
};

async function edit(ask: Ask, given: Readonly<Record<string, Json>>): Promise<Answer> {
  const Edits = Object.entries(given).map(([change, words]) => {
    const [kind, name] = change.split('/');
    return { kind, name, Steps: Object.entries(words).map(([word, To]) => ({ At: `/${word}`, To })) };
  });
  const answer = await ask('POST', '/configure/draft/edits', { Edits });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}

const findings = ({ body }: Answer): readonly string[] =>
  (body.Findings as { Level: string; Message: string; Change: { Kind: string } | null }[])
    .filter(({ Level, Change }) => Level === 'error' && Change?.Kind === 'activity')
    .map(({ Message }) => Message);

const publish = async (ask: Ask) => {
  const answer = await ask('POST', '/configure/publish', {});
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
};

describe.each(appStores)('activity without code on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let clerk: Ask;
  let id: string;

  beforeAll(async () => {
    app = await startApp({ store, added: lending });
    admin = await app.as('admin');
    expect(findings(await edit(admin, changes))).toEqual([]);
    await publish(admin);
    clerk = await app.as('clerk');
    const made = await clerk('POST', '/custom/expense', { Name: 'Taxi', Amount: 20 });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    id = String((await app.store.find({ entity: 'expense' })).items[0]?.Id);
    return () => app.store.close();
  });

  const of = (below: string) => `/activity/expense/${id}${below}`;

  it('is on the page of an own and of a shipped entity', () => {
    const { screens, entities } = app.models.current();
    for (const [screen, entity] of [
      ['expense', 'expense'],
      ['borrower', 'borrower'],
    ] as const) {
      const block = screens
        .get(screen)
        ?.blocks.find((one) => one.kind === 'widget' && one.widget === 'activity');
      expect(block, screen).toMatchObject({ options: { entity } });
    }
    expect(entities.get('expense')?.activity).toMatchObject({ followers: true, restore: true });
  });

  it('serves an own entity: comments, duplicate without a field, restore, a restart', async () => {
    expect((await clerk('POST', of('/comment'), { Text: 'Late again' })).status).toBe(201);
    const made = await clerk('POST', of('/duplicate'));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.Page).toBe(`/custom/expense/${made.body.Id}`);
    expect((await app.store.get('expense', made.body.Id))?.Amount ?? null).toBeNull();
    const { body } = await clerk('GET', `/custom/expense/${id}`);
    await clerk('PUT', `/custom/expense/${id}`, { ...body, Amount: 30 });
    const [entry] = (await clerk('GET', `/history/expense/${id}`)).body.Items;
    const restored = await clerk('POST', of('/restore'), { Entry: entry.Id, What: 'field' });
    expect(restored.body, JSON.stringify(restored.body)).toMatchObject({ Fields: [{ Field: 'Amount' }] });
    expect(Number((await app.store.get('expense', id))?.Amount)).toBe(20);
    const again = await app.startAgain(lending);
    const clerkAgain = await again.as('clerk');
    expect((await clerkAgain('GET', of('/comment'))).body.TotalItems).toBe(1);
  });

  it('lets only those write comments who hold the named right', async () => {
    const borrower = String((await app.store.find({ entity: 'borrower' })).items[0]?.Id);
    const path = `/activity/borrower/${borrower}/comment`;
    const viewer = await app.as('viewer');
    expect((await viewer('GET', path)).status).toBe(200);
    expect((await viewer('POST', path, { Text: 'x' })).status).toBe(403);
    expect((await clerk('POST', path, { Text: 'x' })).status).toBe(201);
  });

  it('says what is wrong with a draft, and refuses system entities', async () => {
    const wrong: readonly (readonly [string, Json, RegExp])[] = [
      ['expense', { duplicate: { without: ['Gone'] } }, /no field Gone/],
      ['nothing', { comments: {} }, /no entity nothing/],
      ['user', { comments: {} }, /user/],
      ['expense', { comments: { write: 'No.Such' } }, /No\.Such/],
    ];
    for (const [name, activity, said] of wrong) {
      const answer = await admin('PUT', `/configure/draft/activity/${name}`, { activity });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(JSON.stringify(answer.body.Findings)).toMatch(said);
      await admin('DELETE', '/configure/draft');
    }
    for (const activity of [{ likes: true }, { comments: true }, { files: { count: 0 } }]) {
      const answer = await admin('PUT', '/configure/draft/activity/expense', { activity });
      const isRefused = answer.status >= 400 || findings(answer).length > 0;
      expect(isRefused, JSON.stringify(activity)).toBe(true);
      await admin('DELETE', '/configure/draft');
    }
  });

  it('is gone once it is switched off, and its comments are kept', async () => {
    const put = async (activity: Json) => {
      const { status } = await admin('PUT', '/configure/draft/activity/expense', { activity });
      expect(status).toBe(200);
    };
    await put({ followers: true });
    await publish(admin);
    expect((await clerk('GET', of('/comment'))).status).toBe(404);
    expect((await clerk('GET', of('/follower'))).status).toBe(200);
    await put(everything);
    await publish(admin);
    expect((await clerk('GET', of('/comment'))).body.TotalItems).toBe(1);
  });
});

it.each(appStores.filter((store) => store !== 'memory'))(
  'a database of an earlier version starts with its records, on %s',
  async (store) => {
    const isNew = /\/system\/(record-(comment|follower|file)|activity-state)\//;
    const files = lending.set.files.filter(({ file }) => !isNew.test(file));
    const set = { ...lending.set, files };
    const earlier = { ...lending, set, compilation: compileModel(set, { parse: parseOnce }) };
    const before = await startApp({ store, added: earlier });
    expect(before.models.current().entities.has('record-comment')).toBe(false);
    const borrowers = await before.store.count('borrower');
    const after = await before.startAgain(lending);
    expect(await after.store.count('borrower')).toBe(borrowers);
    expect(await after.store.count('record-comment')).toBe(0);
    await after.runDue();
    expect(await after.store.count('activity-state')).toBe(1);
    await after.store.close();
  },
);
