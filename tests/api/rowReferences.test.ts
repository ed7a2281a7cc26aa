/**
 * A list of rows that refer to records, added by a configurator: on every path, and after the referenced
 * entity is removed.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Change, type DataRecord, type GridBlock, usagesOf, writeFiles } from '#engine';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
const nobody = '3f6b1f7e-0000-4000-8000-000000000000';

const part = { name: 'Part', type: 'text', title: texts('Part', 'Pièce') };
const maker = (reference = 'maker') => ({
  name: 'MakerId',
  type: 'reference',
  reference,
  title: texts('Made by', 'Fabriqué par'),
});
const parts = (...fields: readonly object[]) => ({ type: 'rows', title: texts('Parts', 'Pièces'), fields });

async function put(ask: Ask, path: string, change: object) {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const permissionsOf = (name: string) => [`Custom.${name}.View`, `Custom.${name}.Edit`];

/** Crates whose parts have makers, all in one release. */
async function startCrates(store: 'memory' | 'sqlite') {
  const app = await startApp({ store, seed: 'none' });
  const ask = await app.as('admin');
  const place = (screen: string, block: string, as: string, field: string) => ({
    kind: 'place',
    name: `${screen}.${block}.${as}.${field}`,
    ...{ screen, block, as, field },
  });
  const changes = [
    { kind: 'entity', name: 'crate', title: texts('Crate', 'Caisse'), plural: texts('Crates', 'Caisses') },
    { kind: 'entity', name: 'maker', title: texts('Maker', 'Fabricant'), plural: texts('Makers') },
    { kind: 'field', name: 'crate.Parts', ...parts(part, maker()) },
    place('crate-create', 'form', 'item', 'Parts'),
    place('crate-list', 'list', 'column', 'Parts.MakerId'),
    place('crate-list', 'list', 'filter', 'Parts.MakerId'),
    { kind: 'role', name: 'admin', add: ['Crate', 'Maker'].flatMap(permissionsOf) },
  ];
  const Files = writeFiles(changes as Change[]).map(({ path: Path, text: Text }) => ({ Path, Text }));
  const { body } = await ask('POST', '/configure/import', { Mode: 'add', Files });
  expect(body.Findings).toEqual([]);
  const published = await ask('POST', '/configure/publish', {});
  expect(published.status, JSON.stringify(published.body)).toBe(201);
  return { app, admin: await app.as('admin') };
}

describe.each(['memory', 'sqlite'] as const)('rows that refer to records, on %s', (store) => {
  let app: Running;
  let admin: Ask;
  let acme: string;
  let bolt: string;
  let crate: DataRecord;
  const make = async (Name: string) => (await admin('POST', '/custom/maker', { Name })).body.Id;
  const crateNow = async () => (await admin('GET', `/custom/crate/${crate.Id}`)).body;

  beforeAll(async () => {
    ({ app, admin } = await startCrates(store));
    [acme, bolt] = [await make('Acme'), await make('Bolt')];
    const Parts = [{ Part: 'Lid', MakerId: acme }, { Part: 'Label' }, { Part: 'Hinge', MakerId: bolt }];
    const { status, body } = await admin('POST', '/custom/crate', { Name: 'Box', Parts });
    expect(status, JSON.stringify(body)).toBe(201);
    crate = body;
  });

  it('an answer expands the reference of each row, and filters find it', async () => {
    expect((await crateNow()).Parts).toEqual([
      { Part: 'Lid', MakerId: acme, Maker: { Id: acme, Name: 'Acme' } },
      { Part: 'Label' },
      { Part: 'Hinge', MakerId: bolt, Maker: { Id: bolt, Name: 'Bolt' } },
    ]);
    const found = async (id: string) => {
      const asked = `FilterProperty=Parts.MakerId&FilterOperator=in&FilterValue=${id}`;
      return (await admin('GET', `/custom/crate?${asked}`)).body.TotalItems;
    };
    expect([await found(bolt), await found(nobody)]).toEqual([1, 0]);
  });

  it('an unknown id is refused at its cell, in both languages, and nothing changes', async () => {
    const Parts = [{ Part: 'Lid', MakerId: acme }, { MakerId: nobody }];
    for (const [locale, says] of [
      ['en-CA', 'Made by: the chosen record no longer exists.'],
      ['fr-CA', 'Fabriqué par\u00a0: la fiche choisie n’existe plus.'],
    ] as const) {
      const headers = { 'accept-language': locale };
      const { status, body } = await admin('PUT', `/custom/crate/${crate.Id}`, { Parts }, headers);
      expect([status, body.ValidationErrors?.map(({ Path }: DataRecord) => Path)]).toEqual([
        422,
        ['/Parts/1/MakerId'],
      ]);
      expect(body.ValidationErrors[0].Value).toContain(says);
    }
    expect((await crateNow()).Parts).toHaveLength(3);
  });

  it('a record that a row refers to cannot be removed, and the message names the referrer', async () => {
    const { status, body } = await admin('DELETE', `/custom/maker/${acme}`);
    expect([status, body.Message]).toEqual([409, expect.stringContaining('Box')]);
    const unused = await make('Unused');
    expect((await admin('DELETE', `/custom/maker/${unused}`)).status).toBeLessThan(300);
  });

  it('the list shows names and not ids, and so does its file', async () => {
    const grid = app.models.current().screens.get('crate-list')?.blocks[0] as GridBlock;
    expect(grid.columns.find(({ path }) => path === 'Parts.MakerId')).toMatchObject({
      shows: 'Parts.Maker.Name',
      sortable: false,
    });
    expect(grid.filters.find(({ path }) => path === 'Parts.MakerId')).toMatchObject({
      operator: 'in',
      optionsFrom: '/custom/maker',
    });
    const asked = '/custom/crate?pageSize=0&$export=csv&exportColumns=Parts.MakerId';
    const { body } = await admin('GET', asked, undefined, { 'accept-language': 'fr-CA' });
    expect(body.trim().split(/\r?\n/)).toEqual([expect.stringMatching(/Fabriqué par$/), '"Acme, Bolt"']);
  });

  it('the uses of an entity include rows that refer to it', () => {
    const uses = usagesOf(app.models.current(), 'entity:maker');
    expect(uses.map(({ file }) => file)).toContain('schemas/custom/crate/entity.json');
  });

  it('the target of a reference cannot change while records use it', async () => {
    await put(admin, 'entity/other', { title: texts('Other'), plural: texts('Others') });
    const { Effects } = await put(admin, 'field/crate.Parts', parts(part, maker('other')));
    expect(Effects).toMatchObject([
      {
        Verdict: 'Refused',
        Count: 1,
        Message: expect.stringContaining('Made by now refers to another entity'),
      },
      // Roles that gain the new entity are listed with it.
      { Verdict: 'Safe', Change: { Kind: 'entity', Name: 'other' } },
    ]);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
    await admin('DELETE', '/configure/draft');
  });

  it('when the entity is removed, the rows stay without it, and all uses of the reference are removed too', async () => {
    const { body } = await admin('GET', '/configure/draft/entity/maker/dependents');
    expect(body.Gone.map(({ Name }: DataRecord) => Name)).toEqual([
      'crate-list.list.column.Parts.MakerId',
      'crate-list.list.filter.Parts.MakerId',
    ]);
    expect(body.Changed.map(({ Name }: DataRecord) => Name)).toEqual(['crate.Parts', 'admin']);
    const taken = await admin('DELETE', '/configure/draft/entity/maker?dependents=true');
    expect(taken.body.Findings).toEqual([]);
    const field = taken.body.Changes.find(({ name }: DataRecord) => name === 'crate.Parts');
    expect(field.fields).toEqual([part]);
    const published = await admin('POST', '/configure/publish', {});
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    expect((await crateNow()).Parts).toEqual([{ Part: 'Lid' }, { Part: 'Label' }, { Part: 'Hinge' }]);
    expect(app.errors).toEqual([]);
  });
});

it('what a row refers to must exist, be declared, and fit its neighbours: each mistake at its place', async () => {
  const app = await startApp({ store: 'memory', seed: 'none' });
  const ask = await app.as('admin');
  const found = async (...fields: readonly object[]) => {
    const { Findings } = await put(ask, 'field/product.Parts', parts(...fields));
    return Findings.map(({ At, Code }: DataRecord) => `${At} ${Code}`);
  };
  const { reference: _, ...unsaid } = maker();
  expect(await found(part, maker('nowhere'))).toContain('/fields/1/reference no-entity');
  expect(await found(part, unsaid)).toContain('/fields/1/reference shape.missing');
  expect(await found(maker('brand'), { ...part, name: 'Maker' })).toContain('/fields twice');
  expect(await found(part, { ...maker('brand'), maximum: 5 })).toContain('/fields/1/maximum not-for-type');
});
