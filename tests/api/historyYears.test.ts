/** Changes are kept for the years that their entity declares, and the configurator reads what would expire. */
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { lending } from './support/lending.ts';
import { appStores, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const entity = (name: string, more: object = {}) => ({
  ...{ kind: 'entity', name, title: texts(name), plural: texts(`${name}s`), history: true },
  ...more,
});
const year = 366 * 24 * 3600 * 1000;

const start = async (store: (typeof appStores)[number]) => {
  const app = await startApp({ store, added: lending });
  const ask = await app.as('admin');
  const draft = async (...changes: readonly object[]) =>
    (await ask('PUT', '/configure/draft', { Put: changes })).body;
  const publish = async () => expect((await ask('POST', '/configure/publish', {})).status).toBe(201);
  const of = async (name: string) => {
    const { items } = await app.store.find({ entity: 'history' });
    return items.filter(({ Entity }) => Entity === name).map(({ CurrentValue }: DataRecord) => CurrentValue);
  };
  return { app, ask, draft, publish, of };
};

describe.each(appStores)('the years that changes are kept (%s)', (store) => {
  it('counts before publication what would expire, and deletes exactly that', async () => {
    const { app, ask, draft, publish, of } = await start(store);
    await draft(entity('claim'), entity('visit'));
    await publish();
    const ids: Record<string, string> = {};
    for (const name of ['claim', 'visit']) {
      const made = await ask('POST', `/custom/${name}`, { Name: 'old' });
      ids[name] = String(made.body.Id ?? made.body);
    }
    app.clock.now = new Date(app.clock.now.getTime() + 3 * year);
    const again = await app.as('admin');
    for (const name of ['claim', 'visit'])
      expect((await again('PUT', `/custom/${name}/${ids[name]}`, { Name: 'new' })).status).toBe(200);

    const { Effects } = (
      await again('PUT', '/configure/draft', {
        Put: [{ kind: 'activity', name: 'claim', activity: { historyYears: 2 } }],
      })
    ).body;
    expect(Effects).toMatchObject([
      {
        ...{ Verdict: 'Safe', Count: 1, Change: { Kind: 'activity', Name: 'claim' } },
        Message: '1 change of claims is older than 2 years and will be deleted from the history.',
      },
    ]);
    expect((await again('POST', '/configure/publish', {})).status).toBe(201);
    expect((await again('POST', '/background-work/schedule/service/tidy/now')).status).toBe(200);
    await expect.poll(() => of('claim')).toEqual(['new']);
    expect(await of('visit')).toHaveLength(2);
    await app.store.close();
  });

  it('is refused to those who may not see and edit the records themselves', async () => {
    const app = await startApp({ store });
    const codes = async (user: string, name: string) => {
      const ask = await app.as(user);
      const Put = [{ kind: 'activity', name, activity: { historyYears: 1 } }];
      const { Findings } = (await ask('PUT', '/configure/draft', { Put })).body;
      return Findings.map(({ Code }: DataRecord) => Code);
    };
    expect(await codes('configurator', 'bank-account')).toContain('history-not-yours');
    expect(await codes('admin', 'bank-account')).not.toContain('history-not-yours');
    await app.store.close();
  });

  it('refuses years where there is no history, at the word', async () => {
    const { app, draft } = await start(store);
    const { Findings } = await draft(entity('note', { history: false }), {
      ...{ kind: 'activity', name: 'note', activity: { historyYears: 5 } },
    });
    expect(Findings).toContainEqual(
      expect.objectContaining({ Code: 'activity-history', At: '/activity/historyYears' }),
    );
    await app.store.close();
  });
});
