/** All texts are normalized on input, on every path: what people see of them is stored and compared. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type DataRecord, type FieldModel, isNormal, normalRecord } from '#engine';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

const typed = ' \u200b\u202eA\u0301 \0b\u00a0\ufeff';
const kept = 'Á b';

describe('texts on input', () => {
  it('C4: are trimmed, composed and stripped of invisible characters, in every text of every entity', () => {
    const texts = (fields: readonly FieldModel[]): readonly FieldModel[] =>
      fields.flatMap((field) => (field.fields ? texts(field.fields) : [field]));
    let count = 0;
    for (const { fields } of model.entities.values()) {
      const filled = (list: readonly FieldModel[], text: string): DataRecord =>
        Object.fromEntries(
          list.map((field) => {
            const value = field.fields ? filled(field.fields, text) : text;
            return [field.name, field.kind === 'rows' ? [value] : value];
          }),
        );
      const next = filled(fields, typed);
      const normal = normalRecord(fields, next, undefined);
      const valuesOf = (record: unknown): readonly unknown[] =>
        typeof record === 'object' && record !== null ? Object.values(record).flatMap(valuesOf) : [record];
      const wanted = texts(fields).map((field) => (isNormal(field) ? kept : typed));
      expect(valuesOf(normal)).toEqual(wanted);
      count += wanted.filter((value) => value === kept).length;
      // Already normalized texts stay unchanged.
      expect(normalRecord(fields, next, next)).toBe(next);
    }
    expect(count).toBeGreaterThan(300);
  });

  it('C4: exceptions are declared', () => {
    const verbatim = [...model.entities.values()].flatMap(({ id, fieldByPath }) =>
      [...fieldByPath].flatMap(([path, field]) => (field.verbatim ? [`${id}.${path}`] : [])),
    );
    expect(verbatim).toEqual(
      expect.arrayContaining(['pricing-formula.Steps.Expression', 'pricing-formula.LookUpTables.Cells']),
    );
  });
});

describe.each(['memory', 'sqlite'] as const)('texts sent over HTTP (%s)', (store) => {
  let app: Running;
  let admin: Ask;
  const path = '/product/producttype';

  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
  });
  const entity = () => model.entities.get('product-type');
  const made = async (more: DataRecord) => {
    const { items } = await app.store.find({ entity: 'product-type', page: { number: 1, size: 1 } });
    const names = (entity()?.fields ?? []).filter(({ readOnly }) => !readOnly).map(({ name }) => name);
    const [known = {}] = items;
    const body = Object.fromEntries(names.map((name) => [name, known[name]]));
    return admin('POST', path, { ...body, Name: `T${crypto.randomUUID()}`, ...more });
  };

  it('C4: are kept as people see them, and an invisible change is no change', async () => {
    const { status, body } = await made({ Name: typed });
    expect([status, body.Name]).toEqual([201, kept]);
    const read = async () => await app.store.get('product-type', body.Id);
    expect((await read())?.Name).toBe(kept);
    const changed = await admin('PUT', path, { Id: body.Id, Name: ` New\u200b${typed}` });
    expect([changed.status, changed.body.Name]).toEqual([200, `New ${kept}`]);
    const before = await read();
    expect((await admin('PUT', path, { Id: body.Id, Name: `New ${kept} ` })).status).toBe(200);
    expect(await read()).toEqual(before);
  });

  it('C4: uniques compare what people see', async () => {
    const name = 'Sec-1’été x';
    expect((await made({ Name: name })).status).toBe(201);
    const twins = [
      ...['SEC-1’ÉTÉ X', ' Sec-1’été x', 'Sec\u200b-1’été x', "Sec-1'été x", 'Sec\u20111’été  x'],
      ...['Sec-1’\u202eété x', 'Sec-1’e\u0301te\u0301\u00a0x', 'Sec-1’été\0 x'],
    ];
    for (const twin of twins) expect([twin, (await made({ Name: twin })).status]).toEqual([twin, 422]);
    expect((await made({ Name: 'Sec-1’ete x' })).status).toBe(201);
  });

  it('C4: an e-mail address may be pasted with blanks around it', async () => {
    const { items } = await app.store.find({ entity: 'user', page: { number: 1, size: 1 } });
    const said = async (Email: string) => {
      const { body } = await admin('POST', '/validate/user', { Id: items[0]?.Id, Email });
      return JSON.stringify(body.Errors);
    };
    expect(await said(' \u200ba.person@example.ca\u00a0')).toBe('[]');
    expect(await said(' a person@example.ca')).toMatch(/e-?mail/i);
  });

  it('C1: a whole number that cannot be stored exactly is refused in a body, not changed', async () => {
    const { body } = await made({});
    const sent = (number: string) => admin('PUT', path, `{"Id":"${body.Id}","SortOrder":${number}}`);
    const refused = await sent('9007199254740993');
    expect([refused.status, refused.body.Message]).toEqual([
      400,
      expect.stringContaining('9007199254740991'),
    ]);
    // In a text it is not a number, and with decimals it is rounded to the nearest number.
    const text = `{"Id":"${body.Id}","Name":"N 9007199254740993 \\" 9007199254740993"}`;
    expect((await admin('PUT', path, text)).status).toBe(200);
    expect((await sent('7')).body.SortOrder).toBe(7);
  });

  it('C1: a number sent as a person typed it is refused, with the required format, in both languages', async () => {
    const { body } = await made({});
    const said = async (SortOrder: string, language: string) =>
      (await admin('PUT', path, { Id: body.Id, SortOrder }, { 'accept-language': language })).body.Message;
    expect(await said('1,000', 'en-CA')).toMatch(/ambiguous.*1234\.5/);
    expect(await said('1,000', 'fr-CA')).toMatch(/ambigu.*1234,5/);
    expect(await said('9007199254740993', 'en-CA')).toMatch(/too many digits/);
    expect(await said('seven', 'en-CA')).toMatch(/whole number/);
  });

  it('C2: mistyped years are refused, in every date and date-time of every entity', async () => {
    const days = [...model.entities.values()].flatMap(({ fields }) =>
      fields.filter(({ kind }) => kind === 'date' || kind === 'datetime'),
    );
    expect(days.length).toBeGreaterThan(20);
    for (const { entity: id, path: of, schema } of days)
      expect([id, of, schema['x-years']]).toEqual([id, of, { from: 1900, to: 2199 }]);
    const { items } = await app.store.find({ entity: 'product', page: { number: 1, size: 1 } });
    const said = async (LaunchDate: string, language = 'en-CA') =>
      JSON.stringify(
        (
          await admin(
            'POST',
            '/validate/product',
            { Id: items[0]?.Id, LaunchDate },
            { 'accept-language': language },
          )
        ).body.Errors,
      );
    for (const day of ['0026-01-31', '1899-12-31', '2200-01-01', '9999-12-31'])
      expect(await said(day)).toContain('between the years 1900 and 2199');
    expect(await said('0026-01-31', 'fr-CA')).toContain('entre les années 1900 et 2199');
    for (const day of ['1900-01-01', '2199-12-31']) expect(await said(day)).not.toContain('years');
  });
});
