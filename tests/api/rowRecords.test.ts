/** Records that are rows of another are judged by their own rules, whichever path they come by. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type CaseModel, type EntityModel, newRecord } from '#engine';
import { createReplayer, type Verdict, waysOf } from './support/replayCase.ts';
import { type Ask, type StoreKind, startApp, withDeclarations } from './support/startApp.ts';

const id = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;
const [account, first, second, brand, closed] = [id(1), id(2), id(3), id(4), id(5)];

const accountFiles = [
  {
    file: 'schemas/test/account/entity.json',
    json: {
      $id: 'account',
      title: 'Account',
      type: 'object',
      required: ['Name'],
      properties: {
        Name: { type: 'string', maxLength: 20 },
        IsOpen: { type: 'boolean', default: true },
        Limit: { type: 'integer' },
        Address: {
          type: 'object',
          properties: { City: { type: 'string' }, Country: { type: 'string', default: 'CA' } },
        },
        Remarks: {
          type: 'array',
          maxItems: 5,
          items: {
            type: 'object',
            properties: {
              Text: { type: 'string' },
              Kind: { type: 'string', default: 'note' },
              Sign: { type: 'object', properties: { Level: { type: 'integer', default: 1 } } },
            },
          },
        },
        MainId: {
          'x-ref': 'lienholder',
          'x-expand': { as: 'Main', fields: ['Id', 'Name', 'Note', 'Grade'] },
        },
        Lienholders: { type: 'array', 'x-records': 'lienholder', maxItems: 5, default: [] },
      },
    },
  },
  {
    file: 'schemas/test/account/behaviour.json',
    json: { for: 'account', policy: { view: 'login', write: 'login' } },
  },
  {
    file: 'schemas/test/account/api.json',
    json: {
      for: 'account',
      routes: [
        { route: 'POST /account', operation: 'create' },
        { route: 'PUT /account/{id}', operation: 'update' },
        { route: 'GET /account/{id}', operation: 'get' },
        { route: 'GET /account', operation: 'find' },
      ],
    },
  },
];

const lienholder = {
  $id: 'lienholder',
  title: 'Lienholder',
  type: 'object',
  required: ['Name', 'Kind'],
  properties: {
    AccountId: { 'x-ref': 'account', 'x-owner': true, 'x-expand': { as: 'Account', fields: ['Id', 'Name'] } },
    Name: { type: 'string', maxLength: 20 },
    Kind: { type: 'string', default: 'Bank', enum: ['Bank', 'Dealer'] },
    Amount: { type: 'integer', minimum: 0 },
    Percent: { type: 'integer' },
    Label: { type: 'string' },
    Code: { type: 'string' },
    Note: { type: 'string' },
    Grade: { type: 'string' },
    BrandId: { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name', 'IsOperational'] } },
    Order: { type: 'integer', readOnly: true },
  },
  'x-order': { field: 'Order', within: ['AccountId'] },
  'x-unique': [
    {
      id: 'lienholder.name.unique',
      fields: ['Name'],
      within: ['AccountId'],
      collation: 'nocase',
      message: 'parameter.name.unique',
      at: 'Name',
    },
    { id: 'lienholder.code.unique', fields: ['Code'], message: 'parameter.name.unique', at: 'Code' },
  ],
};

const message = 'parameter.base-unfit';
const rules = [
  {
    id: 'lienholder.within-limit',
    check: 'Amount <= $owner.Limit',
    when: '$has(Amount) and $has($owner.Limit)',
    at: ['Amount'],
    message,
  },
  { id: 'lienholder.account-open', field: ['Name', 'Amount'], editable: '$owner.IsOpen = true', message },
  { id: 'lienholder.dealer-percent', field: 'Percent', relevant: "Kind = 'Dealer'", retain: 'clear' },
  { id: 'lienholder.percent-needed', field: 'Percent', required: "$record.Kind = 'Dealer'", message },
  { id: 'lienholder.label', field: 'Label', value: "$record.Name & ' of ' & $owner.Name" },
  {
    id: 'lienholder.code-stays',
    check: 'Code = $previous.Code',
    when: '$has($previous.Code)',
    at: ['Code'],
    message,
    on: ['update'],
  },
  { id: 'lienholder.no-zero', check: '$not(Amount = 0)', at: ['Amount'], message, on: ['create'] },
  {
    id: 'lienholder.not-its-account',
    check: '$not(Name = Account.Name) and $has(AccountId)',
    at: ['Name'],
    message,
  },
  {
    id: 'lienholder.brands',
    field: 'BrandId',
    options: {
      from: 'brand',
      where: "IsOperational = true and ($record.Kind = 'Bank' or $owner.IsOpen = true)",
    },
    onInvalid: 'keep',
  },
  { id: 'lienholder.changed', check: "$not($action = 'update' and Name = 'Never')", at: ['Name'], message },
];

const lienholderFiles = [
  { file: 'schemas/test/lienholder/entity.json', json: lienholder },
  {
    file: 'schemas/test/lienholder/behaviour.json',
    json: {
      for: 'lienholder',
      rules,
      policy: {
        view: 'login',
        write: 'login',
        fields: {
          Note: { view: 'Configuration.Edit', write: 'Configuration.Edit' },
          Grade: { write: 'Configuration.Edit' },
        },
      },
    },
  },
  {
    file: 'schemas/test/lienholder/api.json',
    json: {
      for: 'lienholder',
      routes: [
        { route: 'POST /account/{AccountId}/lienholder', operation: 'create' },
        { route: 'PUT /account/{AccountId}/lienholder/{id}', operation: 'update' },
        { route: 'GET /account/{AccountId}/lienholder/{id}', operation: 'get' },
      ],
    },
  },
];

const compiled = withDeclarations([...accountFiles, ...lienholderFiles]);
const { model } = compiled.compilation;
const entity = model.entities.get('lienholder') as EntityModel;

type Example = {
  readonly title: string;
  readonly record: object;
  readonly stored?: object;
  readonly owner?: object;
  readonly rules: readonly string[];
  readonly at?: string;
  readonly values?: object;
};

const held = { Id: first, AccountId: account, Name: 'Royal', Kind: 'Bank', Code: 'R1' };
const examples: readonly Example[] = [
  {
    title: 'a sound one, with its default and what is computed',
    record: { Name: 'Desjardins' },
    rules: [],
    values: { Kind: 'Bank', Label: 'Desjardins of Fleet' },
  },
  { title: 'one without a name', record: { Amount: 5 }, rules: ['validation.required'], at: '/Name' },
  {
    title: 'a kind there is none of',
    record: { Name: 'A', Kind: 'Uncle' },
    rules: ['validation.enum'],
    at: '/Kind',
  },
  {
    title: 'an amount over the limit of its account',
    record: { Name: 'A', Amount: 101 },
    owner: { Limit: 100 },
    rules: ['lienholder.within-limit'],
    at: '/Amount',
  },
  { title: 'an amount within it', record: { Name: 'A', Amount: 100 }, owner: { Limit: 100 }, rules: [] },
  {
    title: 'one of an account that is closed',
    record: { Name: 'A' },
    owner: { IsOpen: false },
    rules: ['lienholder.account-open'],
    at: '/Name',
  },
  {
    title: 'a percent of a bank is cleared',
    record: { Name: 'A', Percent: 5 },
    rules: [],
    values: { Percent: null },
  },
  {
    title: 'a dealer without a percent',
    record: { Name: 'A', Kind: 'Dealer' },
    rules: ['lienholder.percent-needed'],
    at: '/Percent',
  },
  {
    title: 'a dealer with one',
    record: { Name: 'A', Kind: 'Dealer', Percent: 5 },
    rules: [],
    values: { Percent: 5 },
  },
  {
    title: 'a new one of nothing',
    record: { Name: 'A', Amount: 0 },
    rules: ['lienholder.no-zero'],
    at: '/Amount',
  },
  {
    title: 'one called as its account',
    record: { Name: 'Fleet' },
    rules: ['lienholder.not-its-account'],
    at: '/Name',
  },
  { title: 'a brand that operates', record: { Name: 'A', BrandId: brand }, rules: [] },
  {
    title: 'a brand that does not',
    record: { Name: 'A', BrandId: closed },
    rules: ['lienholder.brands'],
    at: '/BrandId',
  },
  {
    title: 'a stored choice may stay, though it is offered no longer',
    stored: { ...held, BrandId: closed },
    record: { BrandId: closed, Amount: 7 },
    rules: [],
    values: { Amount: 7, BrandId: closed },
  },
  {
    title: 'but is not chosen anew',
    stored: held,
    record: { BrandId: closed },
    rules: ['lienholder.brands'],
    at: '/BrandId',
  },
  {
    title: 'another code',
    stored: held,
    record: { Code: 'R2' },
    rules: ['lienholder.code-stays'],
    at: '/Code',
  },
  {
    title: 'an amount taken to nothing, which only a new one may not have',
    stored: held,
    record: { Amount: 0 },
    rules: [],
  },
  {
    title: 'a rule that asks what is done',
    stored: held,
    record: { Name: 'Never' },
    rules: ['lienholder.changed'],
    at: '/Name',
  },
  { title: 'the same rule of a new one', record: { Name: 'Never' }, rules: [] },
  {
    title: 'a code that one of another account has',
    record: { Name: 'A', Code: 'X9' },
    rules: ['lienholder.code.unique'],
    at: '/Code',
  },
];

function caseOf({ title, record, stored, owner, ...rest }: Example): CaseModel {
  const accounts = [{ Id: second, Name: 'Other' }];
  const others = {
    account: accounts,
    lienholder: [{ ...held, Id: second, AccountId: second, Code: 'X9' }],
    brand: [
      { Id: brand, Name: 'Open', IsOperational: true },
      { Id: closed, Name: 'Closed', IsOperational: false },
    ],
  };
  return {
    title,
    operation: stored ? 'update' : 'create',
    given: {
      role: 'admin',
      today: '2026-11-20',
      record: stored ? record : { AccountId: account, ...record },
      stored,
      owner: { Id: account, Name: 'Fleet', IsOpen: true, ...owner },
      others,
    },
    expect: { accepted: rest.rules.length === 0, rules: rest.rules },
  } as unknown as CaseModel;
}

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[])
  describe(`one rule at every path, ${kind} store`, () => {
    const replay = createReplayer(kind, compiled);
    it.each(examples)('$title', async (example) => {
      const declared = caseOf(example);
      const ways = waysOf(model, entity, declared);
      expect(ways.map(({ list }) => list?.name)).toEqual([undefined, 'Lienholders']);
      for (const way of ways) {
        const verdict: Verdict = await replay(entity, declared, way);
        const what = `${way.title}: ${JSON.stringify(verdict.answer.body)}`;
        expect(verdict.answer.status < 300, what).toBe(example.rules.length === 0);
        expect(verdict.rules, what).toEqual(example.rules);
        if (example.at) expect(verdict.at, what).toEqual([example.at]);
        for (const [name, value] of Object.entries(example.values ?? {}))
          expect(verdict.stored?.[name] ?? null, what).toBe(value);
      }
    });
  });

describe('fields of rows that not everybody may see or write', () => {
  let allowed: Ask;
  let other: Ask;
  let path = '';
  let row: Record<string, unknown> = {};

  beforeAll(async () => {
    const app = await startApp({ store: 'memory', added: compiled });
    [allowed, other] = [await app.as('configurator'), await app.as('viewer')];
    const Lienholders = [{ Name: 'Royal', Note: 'hush', Grade: 'A' }];
    const made = await allowed('POST', '/account', { Name: 'Fleet', Lienholders });
    expect(made.status).toBe(201);
    path = `/account/${made.body.Id}`;
    row = (await allowed('GET', path)).body.Lienholders[0];
    expect(row).toMatchObject({ Note: 'hush', Grade: 'A' });
    expect((await allowed('PUT', path, { MainId: row.Id })).body.Main).toMatchObject({ Note: 'hush' });
    return () => app.store.close();
  });

  it('stay hidden in the record itself, in its owner, beside a reference and in a list', async () => {
    const own = await other('GET', `${path}/lienholder/${row.Id}`);
    const { body } = await other('GET', path);
    const listed = (await other('GET', '/account')).body.Items[0];
    const saved = await other('PUT', path, { Name: 'Fleets' });
    expect(saved.status).toBe(200);
    for (const seen of [
      own.body,
      ...[body, listed, saved.body].flatMap((one) => [...(one.Lienholders ?? []), one.Main]),
    ]) {
      expect(seen).toMatchObject({ Id: row.Id, Grade: 'A' });
      expect(Object.keys(seen)).not.toContain('Note');
    }
    const csv = await other('GET', '/account?$export=csv&exportColumns=Name&exportColumns=Lienholders.Note');
    expect(JSON.stringify(csv.body)).not.toContain('hush');
  });

  it.each(['Note', 'Grade'])('%s is written neither in the record nor through its owner', async (name) => {
    const own = await other('PUT', `${path}/lienholder/${row.Id}`, { [name]: 'mine' });
    const asRow = await other('PUT', path, { Lienholders: [{ Id: row.Id, Name: 'Royal', [name]: 'mine' }] });
    const asNew = await other('PUT', path, { Lienholders: [row, { Name: 'Desjardins', [name]: 'mine' }] });
    const asOwner = await other('POST', '/account', {
      Name: 'New',
      Lienholders: [{ Name: 'B', [name]: 'x' }],
    });
    for (const { status, body } of [own, asRow, asNew, asOwner]) {
      expect([status, body.ValidationErrors?.[0]?.Rule]).toEqual([422, 'forbidden.field']);
      expect(body.ValidationErrors[0].Path).toContain(`/${name}`);
    }
  });

  it('what a person was not shown stays as it is when they save the rows', async () => {
    const { body } = await other('GET', path);
    const [{ Name: _name, ...shown }] = body.Lienholders;
    const saved = await other('PUT', path, { Lienholders: [{ ...shown, Name: 'Royale' }] });
    expect(saved.status).toBe(200);
    expect((await allowed('GET', path)).body.Lienholders).toEqual([
      expect.objectContaining({ ...row, Name: 'Royale', Label: 'Royale of Fleets' }),
    ]);
  });
});

it('defaults of members count inside objects and rows, on the form and through the API', async () => {
  const app = await startApp({ store: 'memory', added: compiled });
  const ask = await app.as('viewer');
  const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };
  const context = {
    model,
    user,
    today: '2026-11-20',
    now: '2026-11-20T12:00:00Z',
    locale: 'en-CA',
    action: 'create',
  } as const;
  const onForm = newRecord(model.entities.get('account') as EntityModel, context);
  const made = await ask('POST', '/account', { Name: 'Plain' });
  expect(made.body.Address).toEqual({ Country: 'CA' });
  expect(onForm.Address).toEqual(made.body.Address);
  const sent = {
    Name: 'Sent',
    Address: { City: 'Laval' },
    Remarks: [{ Text: 'a' }, { Kind: null, Sign: {} }],
  };
  const { body } = await ask('POST', '/account', sent);
  const first = { Text: 'a', Kind: 'note', Sign: { Level: 1 } };
  expect(body.Address).toEqual({ City: 'Laval', Country: 'CA' });
  expect(body.Remarks).toEqual([first, { Sign: { Level: 1 } }]);
  const path = `/account/${body.Id}`;
  const changed = await ask('PUT', path, {
    Address: { City: 'Gatineau' },
    Remarks: [...body.Remarks, { Text: 'b' }],
  });
  expect(changed.body.Address).toEqual({ City: 'Gatineau' });
  expect(changed.body.Remarks).toEqual([...body.Remarks, { ...first, Text: 'b' }]);
  await app.store.close();
});
