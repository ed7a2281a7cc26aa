/** A restore is an ordinary write: it gives back nothing that the person may not see, write or keep. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { lending } from './support/lending.ts';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const right = (name: string) => `Custom.Expense.${name}`;
const field = (name: string, more: object = {}) => ({
  ...{ kind: 'field', name: `expense.${name}`, type: 'text', title: texts(name), maxLength: 20 },
  ...more,
});
const application = [
  {
    ...{ kind: 'entity', name: 'expense', title: texts('Expense'), plural: texts('Expenses') },
    ...{ rights: 'apart', history: true },
  },
  field('Open'),
  field('Secret', { view: 'Lending.Manage' }),
  field('Locked', { edit: 'Lending.Manage' }),
  { kind: 'activity', name: 'expense', activity: { restore: true } },
  { kind: 'role', name: 'clerk', add: ['View', 'Create', 'Edit'].map(right) },
];

describe.each(appStores)('a restore on %s', (store) => {
  let app: Running;
  let [admin, clerk] = [{} as Ask, {} as Ask];
  let id = '';
  /** The last change of each field. */
  const entries: Record<string, string> = {};

  beforeAll(async () => {
    app = await startApp({ store, added: lending });
    admin = await app.as('admin');
    const put = await admin('PUT', '/configure/draft', { Put: application });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    const published = await admin('POST', '/configure/publish', {});
    expect(published.status, JSON.stringify([published.body, put.body.Findings])).toBe(201);
    clerk = await app.as('clerk');
    const written = (value: string) => ({ Name: 'Hotel', Open: value, Secret: value, Locked: value });
    const made = await admin('POST', '/custom/expense', written('one'));
    id = String(made.body.Id ?? made.body);
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    expect((await admin('PUT', `/custom/expense/${id}`, written('two'))).status).toBe(200);
    const { items } = await app.store.find({ entity: 'history' });
    for (const { RecordId, Field, PreviousValue, Id } of items)
      if (RecordId === id && PreviousValue === 'one') entries[String(Field)] = String(Id);
    expect(Object.keys(entries).sort()).toEqual(['Locked', 'Open', 'Secret']);
    return () => app.store.close();
  });

  const restore = (ask: Ask, name: string, What: string, IsTrial = false) =>
    ask('POST', `/activity/expense/${id}/restore`, { Entry: entries[name], What, IsTrial });
  const stored = async () => {
    const { Open, Secret, Locked } = (await app.store.get('expense', id)) as DataRecord;
    return [Open, Secret, Locked];
  };

  it('names no change of a hidden field, and takes none back', async () => {
    expect((await restore(clerk, 'Secret', 'field')).status).toBe(404);
    expect((await restore(clerk, 'Secret', 'record')).status).toBe(404);
    expect(await stored()).toEqual(['two', 'two', 'two']);
  });

  it('leaves a field that the person may not write, and says why', async () => {
    const answer = await restore(clerk, 'Locked', 'field');
    expect([answer.status, answer.body.Fields]).toEqual([200, []]);
    expect(answer.body.Left).toMatchObject([{ Field: 'Locked', Reason: expect.stringContaining('may not') }]);
    expect(await stored()).toEqual(['two', 'two', 'two']);
  });

  it('of the whole record takes back what is open, and says nothing of what is hidden', async () => {
    const first = (await app.store.find({ entity: 'history' })).items.find(
      ({ RecordId, Operation }) => RecordId === id && Operation === 'create',
    );
    const asked = { Entry: first?.Id, What: 'record' };
    const { status, body } = await clerk('POST', `/activity/expense/${id}/restore`, asked);
    expect([status, body.Fields.map(({ Field }: DataRecord) => Field)]).toEqual([200, ['Open']]);
    expect(body.Left.map(({ Field }: DataRecord) => Field)).toEqual(['Locked']);
    expect(JSON.stringify(body)).not.toContain('Secret');
    expect(await stored()).toEqual(['one', 'two', 'two']);
  });

  it('holds an earlier value to the rules of now, and to how texts are kept', async () => {
    for (const [value, status] of [
      ['x'.repeat(21), 422],
      [{ a: 1 }, 422],
      ['  a\u200bb ', 200],
    ] as const) {
      await app.store.update('history', String(entries.Open), { PreviousValue: value });
      expect((await restore(clerk, 'Open', 'field')).status, JSON.stringify(value)).toBe(status);
    }
    expect((await stored())[0]).toBe('ab');
    expect(app.errors).toEqual([]);
  });
});
