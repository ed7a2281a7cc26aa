/** A draft must not reveal what a person may not see: answers are the same whatever is stored. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });

/** Changes that probe the text `value` of a field: each would count, refuse or accept by what is stored. */
const questions = (entity: string, field: string, value: string): readonly (readonly [string, object])[] => [
  [`adjust/field.${entity}.${field}`, { pattern: `^${value}`, shape: texts('So.') }],
  [`adjust/field.${entity}.${field}`, { maxLength: value.length }],
  [`adjust/field.${entity}.${field}`, { minLength: value.length + 1 }],
  [`adjust/field.${entity}.${field}`, { required: true }],
  [`field/${entity}.${field}`, { type: 'integer', title: texts('Other') }],
  [`field/${entity}.${field}`, { type: 'text', title: texts('Other'), unique: true }],
  [`field/${entity}.${field}`, { type: 'text', title: texts('Other'), maxLength: value.length }],
  [`field/${entity}.${field}`, { type: 'text', title: texts('Other'), visible: `${field} = '${value}'` }],
  [`rule/${entity}.asks`, { check: `${field} != '${value}'`, message: texts('No.') }],
  [`rule/${entity}.asks`, { check: 'false', when: `${field} = '${value}'`, message: texts('No.') }],
  [`rule/${entity}.asks`, { field: 'Name', required: `${field} = '${value}'` }],
  [`rule/${entity}.asks`, { field, required: 'true' }],
  [`rule/${entity}.asks`, { field, relevant: `${field} != '${value}'` }],
  [
    `field/${entity}.Copied`,
    { type: 'text', title: texts('Copied'), computed: { value: field }, maxLength: value.length },
  ],
  [
    `field/product.Looked`,
    { type: 'reference', title: texts('Looked'), reference: entity, show: ['Id', field] },
  ],
];

describe('a configurator cannot read by probing', () => {
  let app: Running;
  let admin: Ask;
  let builder: Ask;

  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    // The first session: its changes affect nobody here.
    await app.as('viewer');
    admin = await app.as('admin');
    for (const [path, change] of [
      [
        'role/builder',
        { title: texts('Builder'), add: ['Configuration.Edit', 'Product.Menu', 'Product.*.View'] },
      ],
      ['field/product.Margin', { type: 'text', title: texts('Margin'), view: 'Financing.Program.View' }],
      ['field/product.Open', { type: 'text', title: texts('Open') }],
    ] as const)
      await admin('PUT', `/configure/draft/${path}`, change);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    const { items } = await app.store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName === 'configurator');
    await app.store.update('user', String(person?.Id), { Roles: ['builder'] });
    builder = await app.as('configurator');
    return () => app.store.close();
  });

  /** All that the configurator is told about one probe, with one stored value and with another. */
  const told = async (entity: string, field: string, [path, change]: readonly [string, object]) => {
    const { items } = await app.store.find({ entity });
    const id = String(items[0]?.Id);
    const before = items[0]?.[field] ?? null;
    const found: string[] = [];
    for (const stored of ['abc', 'z']) {
      await app.store.update(entity, id, { [field]: stored });
      const { status, body } = await builder('PUT', `/configure/draft/${path}`, change);
      expect(status).toBe(200);
      const { Findings, Effects, Differences } = body;
      // Probed again at publishing; allowed probes are not published here.
      const isSound = Findings.every(({ Level }: { Level: string }) => Level !== 'error');
      const published = isSound ? undefined : (await builder('POST', '/configure/publish', {})).body;
      await builder('DELETE', '/configure/draft');
      found.push(JSON.stringify({ Findings, Effects, Differences, published, isSound }));
    }
    await app.store.update(entity, id, { [field]: before });
    return found;
  };

  it.each([
    ['user', 'PasswordHash'],
    ['session', 'TokenHash'],
    ['product', 'Margin'],
  ])('what is in %s.%s', async (entity, field) => {
    const all = questions(entity, field, 'abc');
    // System entities are closed as a whole, so a few probes are enough.
    for (const question of entity === 'product' ? all : [all[0], all[9], all.at(-1)]) {
      if (!question) continue;
      const [one, other] = await told(entity, field, question);
      expect(other, question[0]).toBe(one);
      expect(one, JSON.stringify(question)).toContain('"isSound":false');
    }
  });

  it('and the probes do reveal a visible field', async () => {
    const all = questions('product', 'Open', 'abc');
    for (const question of [all[0], all[8]]) {
      const [one, other] = question ? await told('product', 'Open', question) : [];
      expect(other, JSON.stringify(question)).not.toBe(one);
    }
  });

  it('system entities are closed to every kind of change, for the administrator too', async () => {
    const { compilation } = app.models.inForce();
    const closed = [...compilation.model.entities.values()].filter(({ area }) => area === 'system');
    expect(closed.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['user', 'session', 'file', 'history']),
    );
    const changes = closed.flatMap(
      ({ id, fields }) =>
        [
          [`adjust/entity.${id}`, { title: texts('Other') }],
          [`adjust/field.${id}.${fields.at(-1)?.name}`, { title: texts('Other') }],
          [`field/${id}.Extra`, { type: 'text', title: texts('Extra') }],
          [`rule/${id}.more`, { check: 'false', message: texts('No.') }],
          [
            `field/product.Leads${id.replaceAll('-', '')}`,
            { type: 'reference', title: texts('Leads'), reference: id },
          ],
        ] as const,
    );
    const Put = changes.map(([path, change]) => {
      const slash = path.indexOf('/');
      return { kind: path.slice(0, slash), name: path.slice(slash + 1), ...change };
    });
    const { status, body } = await admin('PUT', '/configure/draft', { Put });
    expect(status).toBe(200);
    const found = (body.Findings as { Code: string; Change: { Kind: string; Name: string } | null }[])
      .filter(({ Code }) => Code === 'entity-closed')
      .map(({ Change }) => `${Change?.Kind}/${Change?.Name}`);
    expect(found.sort()).toEqual(changes.map(([path]) => path).sort());
    await admin('DELETE', '/configure/draft');
  });
});
