/** Configurators cannot open what is closed to them, neither at once nor in steps. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { putAll } from '../support/putAll.ts';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const refer = (reference: string, show: readonly string[]) => ({
  type: 'reference',
  title: texts('Looked up'),
  reference,
  show,
});
const codesOf = (body: Answer['body']): string[] =>
  (body.Findings as { Level: string; Code: string }[])
    .filter(({ Level }) => Level === 'error')
    .map(({ Code }) => Code);

describe('what a configurator may not open', () => {
  let app: Running;
  let admin: Ask;
  /** May configure and see products, but neither people nor financing programs. */
  let builder: Ask;

  const draft = async (ask: Ask, path: string, change: object): Promise<string[]> => {
    const { status, body } = await ask('PUT', `/configure/draft/${path}`, change);
    expect(status, JSON.stringify(body)).toBe(200);
    return codesOf(body);
  };
  const published = async (ask: Ask, changes: Readonly<Record<string, object>>) => {
    const drafted = await ask('PUT', '/configure/draft', putAll(changes));
    expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
    const { status, body } = await ask('POST', '/configure/publish', {});
    expect(status, JSON.stringify(body)).toBe(201);
  };

  beforeAll(async () => {
    app = await startApp({ store: 'memory' });
    admin = await app.as('admin');
    await published(admin, {
      'role/builder': {
        title: texts('Builder'),
        add: ['Configuration.Edit', 'Product.Menu', 'Product.*.View'],
      },
      'field/product.Margin': { type: 'decimal', title: texts('Margin'), view: 'Financing.Program.View' },
      'rule/product.margin-rises': {
        field: 'Margin',
        check: '$has(Margin)',
        message: texts('A margin, please.'),
        level: 'warning',
      },
    });
    const { items } = await app.store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName === 'configurator');
    await app.store.update('user', String(person?.Id), { Roles: ['builder'] });
    builder = await app.as('configurator');
    return () => app.store.close();
  });

  afterEach(async () => {
    await builder('DELETE', '/configure/draft');
    await admin('DELETE', '/configure/draft');
  });

  it('features they do not hold, behind any pattern', async () => {
    for (const add of [['Product.General.Edit'], ['Profile.*'], ['*']])
      expect(
        await draft(builder, 'role/builder', {
          title: texts('Builder'),
          add: ['Configuration.Edit', ...add],
        }),
        add[0],
      ).toContain('not-yours-to-give');
    expect((await builder('POST', '/configure/publish', {})).status).toBe(422);
  });

  it('records they may not see, directly', async () => {
    expect(await draft(builder, 'field/product.Someone', refer('financing-program', ['Name']))).toEqual([
      'not-yours-to-show',
    ]);
    expect(await draft(builder, 'field/product.Someone', refer('user', ['UserName', 'Roles']))).toEqual([
      'entity-closed',
    ]);
  });

  it('records of others to people outside; those of a new entity are theirs to open', async () => {
    const form = (reference?: string) => ({
      ...{ address: 'ask', title: texts('Ask'), thanks: texts('Thanks') },
      fields: [
        { field: 'Name', required: true },
        ...(reference ? [{ field: reference, where: 'true' }] : []),
      ],
    });
    expect(await draft(builder, 'publicForm/product.ask', form())).toContain('form-not-yours');
    await builder('DELETE', '/configure/draft');
    await draft(builder, 'entity/inquiry', { title: texts('Inquiry'), plural: texts('Inquiries') });
    expect(await draft(builder, 'publicForm/inquiry.ask', form())).toEqual([]);
    await draft(builder, 'field/inquiry.ProgramId', refer('financing-program', ['Name']));
    expect(await draft(builder, 'publicForm/inquiry.ask', form('ProgramId'))).toContain('form-not-yours');
  });

  it('who holds a role or a right, through a field that names people', async () => {
    const person = { type: 'person', title: texts('Responsible') };
    expect(await draft(builder, 'field/product.PersonId', person)).toEqual([]);
    for (const account of [{ roles: ['admin'] }, { feature: 'User.Manage' }])
      expect(await draft(builder, 'field/product.PersonId', { ...person, account })).toEqual([
        'not-yours-to-show',
      ]);
    const options = { where: "Email = 'ann@example.com'" };
    expect(await draft(builder, 'field/product.PersonId', { ...person, options })).not.toEqual([]);
    await published(builder, { 'field/product.PersonId': person });
    expect(
      await draft(builder, 'field/product.PersonId', { ...person, account: { roles: ['admin'] } }),
    ).toEqual(['not-yours-to-show']);
  });

  it('records they may not see, by changing where an existing field leads or what it shows', async () => {
    await published(builder, { 'field/product.Someone': refer('brand', ['Id', 'Name']) });
    expect(await draft(builder, 'field/product.Someone', refer('financing-program', ['Name']))).toEqual([
      'not-yours-to-show',
    ]);
    expect(await draft(builder, 'field/product.Someone', refer('brand', ['Name', 'Code']))).toEqual([]);
  });

  it('records of an entity that existed before and returns; a new one has none', async () => {
    const vault = { title: texts('Vault'), plural: texts('Vaults') };
    const rows = {
      type: 'rows',
      title: texts('Kept'),
      fields: [
        { name: 'Note', type: 'text', title: texts('Note') },
        { name: 'VaultId', type: 'reference', title: texts('Vault'), reference: 'vault' },
      ],
    };
    await draft(builder, 'entity/vault', vault);
    expect(await draft(builder, 'field/product.Kept', rows)).toEqual([]);
    await builder('DELETE', '/configure/draft');
    await published(admin, { 'entity/vault': vault });
    const { Findings } = (await builder('PUT', '/configure/draft/field/product.Kept', rows)).body;
    expect(Findings).toContainEqual(
      expect.objectContaining({ Code: 'not-yours-to-show', At: '/fields/1/reference' }),
    );
    await builder('DELETE', '/configure/draft');
    await admin('DELETE', '/configure/draft/entity/vault');
    expect((await admin('POST', '/configure/publish', {})).status).toBe(201);
    await draft(builder, 'entity/vault', vault);
    expect(await draft(builder, 'field/product.Kept', rows)).toEqual(['not-yours-to-show']);
  });

  it('the visibility of a field that they may not see', async () => {
    const margin = { type: 'decimal', title: texts('Margin') };
    expect(await draft(builder, 'field/product.Margin', margin)).toEqual(['not-yours-to-open']);
    expect(await draft(builder, 'field/product.Margin', { ...margin, view: 'login' })).toEqual([
      'not-yours-to-open',
    ]);
    const renamed = { ...margin, title: texts('Profit'), view: 'Financing.Program.View' };
    expect(await draft(builder, 'field/product.Margin', renamed)).toEqual([]);
  });

  it.each([
    [
      'computed',
      'field/product.Copy',
      { type: 'decimal', title: texts('Copy'), computed: { value: 'Margin' } },
    ],
    [
      'computed of what it refers to',
      'field/product.Copy',
      { type: 'text', title: texts('Copy'), computed: { value: 'FinancingProgramRoot.Name' } },
    ],
    ['checked', 'rule/product.guess', { field: 'Name', check: 'Margin > 5', message: texts('No.') }],
    [
      'said in a message',
      'rule/product.guess',
      {
        field: 'Name',
        check: '$has(Name)',
        message: texts('{margin}'),
        params: { margin: '$record.Margin' },
      },
    ],
    [
      'as a condition of what may be chosen',
      'field/brand.Chosen',
      { ...refer('product', ['Name']), options: { where: 'Margin > 5' } },
    ],
    [
      'as the order of what may be chosen',
      'field/brand.Chosen',
      { ...refer('product', ['Name']), options: { where: '$has(Name)', sort: ['Margin'] } },
    ],
    [
      'as what choices are compared with',
      'field/product.Chosen',
      { ...refer('brand', ['Name']), options: { where: 'Name = $string($record.Margin)' } },
    ],
    [
      'as what a new record starts with',
      'field/plan.Copy',
      { type: 'decimal', title: texts('Copy'), defaultBy: '$owner.Margin' },
    ],
    [
      'in the whole record',
      'rule/product.guess',
      { field: 'Name', check: "$string($record) != ''", message: texts('No.') },
    ],
    ['of the owner', 'rule/plan.guess', { field: 'Name', check: '$owner.Margin > 5', message: texts('No.') }],
  ])('the content of such a field: %s', async (_, path, change) => {
    expect(await draft(builder, path, change)).toEqual(['not-yours-to-read']);
  });

  it('but they can change everything else', async () => {
    await published(builder, {
      'rule/product.long': { field: 'Name', check: '$length(Name) > 1', message: texts('Longer.') },
    });
    expect(codesOf((await builder('GET', '/configure/draft')).body)).toEqual([]);
  });

  it('a field removed by one publication and restored by the next is visible to the same people', async () => {
    const margin = { type: 'decimal', title: texts('Margin') };
    await builder('DELETE', '/configure/draft/rule/product.margin-rises');
    await builder('DELETE', '/configure/draft/field/product.Margin');
    expect((await builder('POST', '/configure/publish', {})).status).toBe(201);
    expect(await draft(builder, 'field/product.Margin', margin)).toEqual(['not-yours-to-open']);
    expect(
      await draft(builder, 'field/product.Margin', { ...margin, view: 'Financing.Program.View' }),
    ).toEqual([]);
  });

  it('a permission removed with its entity cannot be given to oneself when the entity returns', async () => {
    const trip = {
      title: texts('Trip'),
      plural: texts('Trips'),
      menu: {},
    };
    const role = { title: texts('Traveller'), add: ['Custom.Trip.View'] };
    await admin('DELETE', '/configure/draft');
    await published(admin, { 'entity/trip': trip, 'role/traveller': role });
    await builder('DELETE', '/configure/draft/role/traveller');
    await builder('DELETE', '/configure/draft/entity/trip');
    expect((await builder('POST', '/configure/publish', {})).status).toBe(201);
    expect(await draft(builder, 'entity/trip', trip)).toEqual([]);
    expect(
      await draft(builder, 'role/builder', {
        title: texts('Builder'),
        add: ['Configuration.Edit', 'Product.Menu', 'Product.*.View', 'Custom.Trip.View'],
      }),
    ).toEqual(['not-yours-to-give']);
  });

  describe('rights of roles', () => {
    const own = ['Configuration.Edit', 'Product.Menu', 'Product.*.View'];
    const role = (more: object) => ({ title: texts('Builder'), ...more });

    it('they cannot change a role that may do what they may not, whatever is given or taken', async () => {
      expect(await draft(builder, 'role/admin', { remove: ['Configuration.Edit'] })).toContain(
        'role-above-yours',
      );
      expect(await draft(builder, 'role/admin', { remove: ['Product.Menu'] })).toContain('role-above-yours');
      await builder('DELETE', '/configure/draft');
      expect(await draft(builder, 'role/manager', { remove: ['Product.General.Edit'] })).toContain(
        'role-above-yours',
      );
      expect(await draft(builder, 'role/manager', { add: ['Configuration.Edit'] })).toContain(
        'role-above-yours',
      );
      expect((await builder('POST', '/configure/publish', {})).status).toBe(422);
    });

    it('a new permission may be given to it: nobody has it yet', async () => {
      const trip = { title: texts('Voyage'), plural: texts('Voyages') };
      expect(await draft(builder, 'entity/voyage', trip)).toEqual([]);
      expect(
        await draft(builder, 'role/manager', { add: ['Custom.Voyage.View', 'Custom.Voyage.Edit'] }),
      ).toEqual([]);
    });

    it('they must keep what they take, to be able to give it back', async () => {
      expect(await draft(builder, 'role/builder', role({ add: own.slice(0, 2) }))).toContain(
        'not-yours-to-take',
      );
      await builder('DELETE', '/configure/draft');
      expect(await draft(admin, 'role/admin', { remove: ['Product.Menu'] })).toContain('not-yours-to-take');
    });

    it('and they can give back what they take and keep', async () => {
      const taking = { 'role/apprentice': { title: texts('Apprentice'), add: ['Product.Menu'] } };
      await published(builder, taking);
      await builder('DELETE', '/configure/draft/role/apprentice');
      expect((await builder('POST', '/configure/publish', {})).status).toBe(201);
      await published(builder, taking);
    });

    it.each(['Configuration.Edit', 'Product.General.Edit'])(
      'the last holder of %s remains',
      async (feature) => {
        const { items } = await app.store.find({ entity: 'user' });
        const others = items.filter(({ UserName }) => UserName !== 'admin');
        const before = others.map(({ Id, Roles }) => [String(Id), Roles] as const);
        for (const [id] of before) await app.store.update('user', id, { Roles: ['viewer'] });
        const codes = await draft(admin, 'role/admin', { remove: [feature] });
        for (const [id, Roles] of before) await app.store.update('user', id, { Roles });
        expect(codes).toContain(feature === 'Configuration.Edit' ? 'nobody-may-configure' : 'last-holder');
      },
    );
  });
});
