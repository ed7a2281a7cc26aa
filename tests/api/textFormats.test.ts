/**
 * Texts with a format: the same validation and normalization in every field that declares it, on every path.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileValidators, type DataRecord, type FieldModel, normalRecord } from '#engine';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

/** Valid texts, invalid ones, and how the first is stored. */
const texts: Readonly<
  Record<string, { readonly good: string[]; readonly bad: string[]; readonly kept: string }>
> = {
  email: {
    good: ['a@example.com', 'a@bücher.example'],
    bad: ['a..b@example.com', 'a@b', 'a\u202eb@example.com', `${'a'.repeat(65)}@example.com`],
    kept: 'a@example.com',
  },
  phone: {
    good: ['514-555-0134 ext. 12', '+33 1 23 45 67 89', '(514) 555-0134 poste 7'],
    bad: ['.......', '514-155-0134', '514-555-0134 ext.'],
    kept: '514-555-0134 ext. 12',
  },
  'postal-code': {
    good: ['h2x1y4', 'H2X-1Y4', '12345-6789'],
    bad: ['O0O 0O0', 'D1A 1A1', 'W1A 1A1', 'H2X 1U4', 'H2X  1Y4', 'H2X--1Y4', 'H-2X1Y4', '1234'],
    kept: 'H2X 1Y4',
  },
};

const fieldsOf = (fields: readonly FieldModel[]): readonly FieldModel[] =>
  fields.flatMap((field) => (field.fields ? fieldsOf(field.fields) : [field]));

it('C10: every field that declares a format has its validation and its normalization', () => {
  const validators = compileValidators(model);
  const counted: Record<string, number> = {};
  for (const { id, fields } of model.entities.values())
    for (const field of fieldsOf(fields)) {
      const known = texts[field.format ?? ''];
      if (!known || !field.format) continue;
      const check = validators[id]?.[field.path];
      for (const text of known.good)
        expect([field.path, text, check?.(text) ?? []]).toEqual([field.path, text, []]);
      for (const text of known.bad)
        expect([field.path, text, check?.(text)?.length]).toEqual([field.path, text, 1]);
      const { name } = field;
      expect(normalRecord([field], { [name]: ` ${known.good[0]} ` }, undefined)).toEqual({
        [name]: known.kept,
      });
      counted[field.format] = (counted[field.format] ?? 0) + 1;
    }
  for (const format of Object.keys(texts))
    expect([format, (counted[format] ?? 0) >= 8]).toEqual([format, true]);
});

describe.each(['memory', 'sqlite'] as const)('texts with a format over HTTP (%s)', (store) => {
  const type = 'lienholder';
  const address = (PostalCode: string) => ({
    ...{
      AddressTypeId: 1,
      AddressLine1: '1 Main',
      City: 'Montréal',
      CountryId: 'CA',
      ProvinceId: 'QC',
      PostalCode,
    },
  });
  let app: Running;
  let admin: Ask;
  let known: DataRecord;

  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
    const { items } = await app.store.find({ entity: type, page: { number: 1, size: 1 } });
    known = items[0] ?? {};
    return () => app.store.close();
  });
  const put = (change: DataRecord, language = 'en-CA') =>
    admin('PUT', `/profile/${type}`, { Id: known.Id, ...change }, { 'accept-language': language });

  it('C10: are stored in one spelling and found in any', async () => {
    const { status, body } = await put({
      Addresses: [address('h2x1y4')],
      Phones: [{ Number: '514-555-0134 ext. 12', IsPrimary: true }],
    });
    expect([status, body.Addresses?.[0]?.PostalCode, body.Phones?.[0]?.Number]).toEqual([
      200,
      'H2X 1Y4',
      '514-555-0134 ext. 12',
    ]);
  });

  it('C10: are refused with a specific message in both languages', async () => {
    for (const [language, said] of [
      ['en-CA', 'with an extension'],
      ['fr-CA', 'avec un poste'],
    ] as const) {
      const { status, body } = await put({ Phones: [{ Number: '.......', IsPrimary: true }] }, language);
      expect(status).toBe(422);
      expect(body.Message).toContain(said);
    }
    expect((await put({ Addresses: [address('O0O 0O0')] })).status).toBe(422);
    expect((await put({ Emails: [{ Address: 'a..b@example.com', IsPrimary: true }] })).status).toBe(422);
  });
});
