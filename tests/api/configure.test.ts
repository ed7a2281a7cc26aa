/** The configurator over HTTP: drafts, their findings, publication. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Ask,
  appStores,
  type Running,
  type StoreKind,
  startApp,
} from './support/startApp.ts';

const field = (name: string, more: object = {}) => ({
  type: 'boolean',
  title: { 'en-CA': name, 'fr-CA': name },
  ...more,
});

const errorsOf = ({ body }: Answer) =>
  (body.Findings as { Level: string }[]).filter(({ Level }) => Level === 'error');

describe.each(appStores)('the configurator on %s', (store: StoreKind) => {
  let app: Running;
  let configurator: Ask;
  let manager: Ask;
  beforeAll(async () => {
    app = await startApp({ store });
    [configurator, manager] = await Promise.all([app.as('configurator'), app.as('manager')]);
  });

  it('is closed without Configuration.Edit', async () => {
    for (const [method, path] of [
      ['GET', '/configure/draft'],
      ['PUT', '/configure/draft/field/product.X'],
      ['POST', '/configure/publish'],
      ['GET', '/configure/releases'],
    ] as const) {
      const { status, body } = await manager(method, path, method === 'GET' ? undefined : {});
      expect([status, body.Message]).toEqual([403, expect.stringContaining('Configuration.Edit')]);
    }
  });

  it('a published field is in answers and writes at once, and survives a restart and a rollback', async () => {
    const empty = await configurator('GET', '/configure/draft');
    expect(empty.body).toMatchObject({ Revision: 0, Release: 0, Live: 0, Changes: [], Findings: [] });
    const put = await configurator(
      'PUT',
      '/configure/draft/field/product.InspectionRequired',
      field('Inspection required', { default: false }),
    );
    expect([put.status, put.body.Revision, errorsOf(put)]).toEqual([200, 1, []]);
    expect(put.body.Differences).toHaveLength(1);
    const [product] = (await manager('GET', '/product?pageSize=1')).body.Items;
    expect(product).not.toHaveProperty('InspectionRequired');
    const asked = await configurator('POST', '/configure/publish', { Note: 'Inspections' });
    expect([asked.status, put.body.Effects[0].Verdict]).toEqual([428, 'Migratable']);
    const [{ Token, Message }] = asked.body.Confirmations;
    expect(Message).toBe(put.body.Effects[0].Message);
    const yes = { 'x-confirm': Token };
    const published = await configurator('POST', '/configure/publish', { Note: 'Inspections' }, yes);
    expect([published.status, published.body.Number, published.body.Note]).toEqual([201, 1, 'Inspections']);
    expect(published.body.Version).toBe((await manager('GET', '/model')).body.version);
    expect((await manager('GET', `/product/${product.Id}`)).body.InspectionRequired).toBe(false);
    expect((await configurator('GET', '/configure/draft')).body).toMatchObject({ Release: 1, Live: 1 });
    const again = await app.startAgain();
    const after = await again.as('manager');
    expect((await after('GET', `/product/${product.Id}`)).body.InspectionRequired).toBe(false);
    expect(again.printed).toEqual([]);
  });
});
