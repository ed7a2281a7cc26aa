/** Several choices and number sequences that a configurator adds to an entity with records, then uses. */
import { expect, it } from 'vitest';
import { lending } from './support/lending.ts';
import { type Ask, appStores, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });

async function put(ask: Ask, path: string, change: object): Promise<void> {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function publish(ask: Ask): Promise<void> {
  const first = await ask('POST', '/configure/publish', {});
  const tokens = first.body.Confirmations?.map(({ Token }: { Token: string }) => Token) ?? [];
  const confirmed = { 'x-confirm': tokens.join(',') };
  const answer = first.status === 428 ? await ask('POST', '/configure/publish', {}, confirmed) : first;
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

it.each(appStores)(
  'new fields of these kinds work from the publication on, and after a restart, on %s',
  async (store) => {
    const app = await startApp({ store, seed: 'none', added: lending });
    const admin = await app.as('admin');
    const equipment = async (ask: Ask, Code: string, more: object = {}) =>
      ask('POST', '/equipment', { Name: Code, Code, Value: 1, ...more });
    const old = (await equipment(admin, 'AA-1')).body;
    await put(admin, 'field/equipment.Parts', {
      ...{ type: 'choices', title: texts('Parts', 'Pièces'), maxItems: 2 },
      choices: [
        { name: 'Motor', title: texts('Motor', 'Moteur') },
        { name: 'Blade', title: texts('Blade', 'Lame') },
        { name: 'Handle', title: texts('Handle', 'Manche') },
      ],
    });
    await put(admin, 'field/equipment.Serial', {
      ...{ type: 'sequence', sequence: 'S/{Code}/{number:3}', title: texts('Serial', 'Série') },
    });
    await publish(admin);

    const made = await equipment(admin, 'BB-2', { Parts: ['Handle', 'Motor'] });
    expect([made.status, made.body.Parts, made.body.Serial]).toEqual([
      201,
      ['Motor', 'Handle'],
      'S/BB-2/001',
    ]);
    const refused = await equipment(admin, 'CC-3', { Parts: ['Wing'] });
    const french = await admin(
      'POST',
      '/equipment',
      { Name: 'C', Code: 'CC-3', Value: 1, Parts: ['Motor', 'Motor'] },
      { 'accept-language': 'fr-CA' },
    );
    expect([refused.status, refused.body.Message]).toEqual([422, expect.stringContaining('Parts')]);
    expect([french.status, french.body.Message]).toEqual([422, expect.stringContaining('Pièces')]);

    const again = await app.startAgain(lending);
    const later = await again.as('admin');
    const kept = (await later('GET', `/equipment/${old.Id}`)).body;
    expect([kept.Parts, kept.Serial ?? null]).toEqual([[], null]);
    const saved = await later('PUT', '/equipment', { ...kept, Parts: ['Blade'] });
    expect([saved.status, saved.body.Parts, saved.body.Serial ?? null]).toEqual([200, ['Blade'], null]);
    const filter = 'FilterProperty=Parts&FilterOperator=none&FilterValue=Blade,Wing';
    const found = await later('GET', `/equipment?${filter}`);
    expect(found.body.Items.map(({ Code }: { Code: string }) => Code)).toEqual(['BB-2']);
    await app.store.close();
  },
);
