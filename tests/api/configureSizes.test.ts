/** Oversized files and drafts. */
import { expect, it } from 'vitest';
import { startApp } from './support/startApp.ts';

const title = { 'en-CA': 'Deep', 'fr-CA': 'Profond' };
const fileOf = (name: string, more = '') => ({
  Path: `overlay/field/product.${name}.json`,
  Text: `{"kind":"field","name":"product.${name}","type":"text","title":${JSON.stringify(title)}${more}}`,
});

it('files that are nested too deeply, touch a prototype or are too many are refused whole', async () => {
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

it('an entity of 1,100 fields is refused quickly with its limit, and a smaller one is published', async () => {
  const app = await startApp({ store: 'sqlite', seed: 'none' });
  const ask = await app.as('admin');
  const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
  const fields = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'field',
      name: `wide.F${at}`,
      type: 'text',
      title: texts(`F${at}`),
    }));
  const wide = { kind: 'entity', name: 'wide', title: texts('Wide'), plural: texts('Wide') };
  const { status, body } = await ask('PUT', '/configure/draft', { Put: [wide, ...fields(1100)] });
  expect(status).toBe(200);
  const found = body.Findings.filter(({ Code }: { Code: string }) => Code === 'entity-full');
  expect(found).toMatchObject([{ Level: 'error', Message: expect.stringMatching(/more than 500 fields/) }]);
  expect((await ask('POST', '/configure/publish', {})).status).toBe(422);
  expect(app.errors).toEqual([]);
  await ask('DELETE', '/configure/draft');
  await ask('PUT', '/configure/draft', { Put: [wide, ...fields(490)] });
  const published = await ask('POST', '/configure/publish', {});
  expect(published.status, JSON.stringify(published.body).slice(0, 500)).toBe(201);
  await app.store.close();
});
