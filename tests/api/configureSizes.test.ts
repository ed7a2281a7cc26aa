/** Files and drafts that are made to be too much. */
import { expect, it } from 'vitest';
import { startApp } from './support/startApp.ts';

const title = { 'en-CA': 'Deep', 'fr-CA': 'Profond' };
const fileOf = (name: string, more = '') => ({
  Path: `overlay/field/product.${name}.json`,
  Text: `{"kind":"field","name":"product.${name}","type":"text","title":${JSON.stringify(title)}${more}}`,
});

it('files that are nested without end, touch a prototype or are too many are refused whole', async () => {
  const app = await startApp({ store: 'memory' });
  const ask = await app.as('configurator');
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const many = Array.from({ length: 2001 }, (_, at) => fileOf(`F${at}`));
  for (const [Files, status] of [
    [[fileOf('Deep', `,"default":${deep}`)], 400],
    [[fileOf('Proto', ',"default":{"__proto__":{"admin":true}}')], 400],
    [many, 413],
  ] as const) {
    const answer = await ask('POST', '/configure/import', { Files });
    expect(answer.status, String(answer.body.Message)).toBe(status);
  }
  expect((await ask('GET', '/configure/draft')).body.Changes).toEqual([]);
  expect(app.errors).toEqual([]);
});
