/**
 * Texts with a pattern: what the configurator must enter, what is counted before, and the messages people
 * read.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
const shape = texts(
  'Enter two capital letters and four digits.',
  'Saisissez deux majuscules et quatre chiffres.',
);
const pattern = '^(?:[A-Z]{2}\\d{4})$';
const plate = (more: object = {}) => ({ type: 'text', title: texts('Plate', 'Plaque'), ...more });

async function put(ask: Ask, path: string, change: object) {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function publish(ask: Ask) {
  const first = await ask('POST', '/configure/publish', {});
  if (first.status !== 428) return expect(first.status, JSON.stringify(first.body)).toBe(201);
  const tokens = first.body.Confirmations.map(({ Token }: { Token: string }) => Token);
  const again = await ask('POST', '/configure/publish', {}, { 'x-confirm': tokens.join(',') });
  expect(again.status, JSON.stringify(again.body)).toBe(201);
}

describe.each(['memory', 'sqlite'] as const)('a text with a pattern, on %s', (store) => {
  let app: Running;
  let admin: Ask;
  const van = (fields: object) => admin('POST', '/custom/van', { Name: 'Van', ...fields });
  const says = async (fields: object, locale: string) => {
    const { status, body } = await admin(
      'POST',
      '/custom/van',
      { Name: 'Van', ...fields },
      {
        'accept-language': locale,
      },
    );
    return [status, ...body.ValidationErrors.map(({ Path, Value }: DataRecord) => `${Path} ${Value}`)];
  };

  beforeAll(async () => {
    app = await startApp({ store, seed: 'none' });
    const ask = await app.as('admin');
    await put(ask, 'entity/van', { title: texts('Van'), plural: texts('Vans') });
    await put(ask, 'field/van.Plate', plate());
    await put(ask, 'role/admin', { add: ['Custom.Van.View', 'Custom.Van.Edit'] });
    await publish(ask);
    admin = await app.as('admin');
    for (const Plate of ['AB1234', 'ab', null]) expect((await van({ Plate })).status).toBe(201);
  });

  it('records that do not match are counted before; afterwards a mismatch is refused with its message', async () => {
    const { Effects } = await put(admin, 'field/van.Plate', plate({ pattern, shape }));
    expect(Effects).toMatchObject([{ Verdict: 'Migratable', Count: 1 }]);
    await publish(admin);
    expect((await van({ Plate: 'CD0001' })).status).toBe(201);
    expect(await says({ Plate: 'xCD0001x' }, 'en-CA')).toEqual([422, `/Plate ${shape['en-CA']}`]);
    expect(await says({ Plate: 'cd' }, 'fr-CA')).toEqual([422, `/Plate ${shape['fr-CA']}`]);
    const { schemas } = (await admin('GET', '/openapi.json')).body.components;
    expect(schemas['van.create'].properties.Plate).toMatchObject({ pattern });
  });

  it('the same in rows, at the cell', async () => {
    const fields = [{ name: 'Code', type: 'text', title: texts('Code'), pattern, shape }];
    await put(admin, 'field/van.Codes', { type: 'rows', title: texts('Codes'), fields });
    await publish(admin);
    const Codes = [{ Code: 'AB1234' }, { Code: 'no' }];
    expect(await says({ Codes }, 'fr-CA')).toEqual([422, `/Codes/1/Code ${shape['fr-CA']}`]);
  });

  it('a shipped text without a pattern gets one, and stored records are counted', async () => {
    const path = 'adjust/field.van.Name';
    const { Findings, Effects } = await put(admin, path, { pattern: '^V', shape, was: {} });
    expect(Findings.filter(({ Level }: DataRecord) => Level === 'error')).toEqual([]);
    expect(Effects).toEqual([]);
    const narrower = await put(admin, path, { pattern: '^Z', shape, was: {} });
    expect(narrower.Effects).toMatchObject([{ Verdict: 'Migratable', Count: 4 }]);
    await admin('DELETE', `/configure/draft/${path}`);
  });
});

it('a pattern that is invalid, unsupported or unexplained is reported at its place', async () => {
  const app = await startApp({ store: 'memory', seed: 'none' });
  const ask = await app.as('admin');
  const found = async (more: object) => {
    const { Findings } = await put(ask, 'field/product.Plate', plate(more));
    const about = Findings.filter(({ Code }: DataRecord) => Code !== 'on-no-form');
    return about.map(({ At, Level, Code }: DataRecord) => `${At} ${Level} ${Code}`);
  };
  expect(await found({ pattern: '^(?:[)$', shape })).toContain('/pattern error pattern-broken');
  expect(await found({ pattern: '^(?!A)[A-Z]+$', shape })).toEqual(['/pattern error pattern-unsupported']);
  expect(await found({ pattern: '^(a{1000}){1000}$', shape })).toEqual(['/pattern error pattern-large']);
  expect(await found({ pattern, shape, maxLength: 500_000 })).toEqual(['/pattern error pattern-heavy']);
  expect((await ask('POST', '/configure/publish', {})).status).toBe(422);
  expect(await found({ pattern })).toEqual(['/pattern warning pattern-unsaid']);
  expect(await found({ shape })).toEqual(['/pattern error shape.missing']);
  expect(await found({ pattern, shape: { 'en-CA': 'Enter it.' } })).toEqual(['/shape error shape.missing']);
  expect(await found({ pattern, shape, default: 'no' })).toContain('/default error default-invalid');
  expect(await found({ pattern, shape })).toEqual([]);
});
