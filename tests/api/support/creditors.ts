/** Accounts whose rows are separate records, with rules and policies of every kind. */
import { withDeclarations } from './startApp.ts';

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
          'x-ref': 'creditor',
          'x-expand': { as: 'Main', fields: ['Id', 'Name', 'Note', 'Grade'] },
        },
        Creditors: { type: 'array', 'x-records': 'creditor', maxItems: 5, default: [] },
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

const creditor = {
  $id: 'creditor',
  title: 'Creditor',
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
      id: 'creditor.name.unique',
      fields: ['Name'],
      within: ['AccountId'],
      collation: 'nocase',
      message: 'parameter.name.unique',
      at: 'Name',
    },
    { id: 'creditor.code.unique', fields: ['Code'], message: 'parameter.name.unique', at: 'Code' },
  ],
};

const message = 'parameter.base-unfit';
const rules = [
  {
    id: 'creditor.within-limit',
    check: 'Amount <= $owner.Limit',
    when: '$has(Amount) and $has($owner.Limit)',
    at: ['Amount'],
    message,
  },
  { id: 'creditor.account-open', field: ['Name', 'Amount'], editable: '$owner.IsOpen = true', message },
  { id: 'creditor.dealer-percent', field: 'Percent', relevant: "Kind = 'Dealer'", retain: 'clear' },
  { id: 'creditor.percent-needed', field: 'Percent', required: "$record.Kind = 'Dealer'", message },
  { id: 'creditor.label', field: 'Label', value: "$record.Name & ' of ' & $owner.Name" },
  {
    id: 'creditor.code-stays',
    check: 'Code = $previous.Code',
    when: '$has($previous.Code)',
    at: ['Code'],
    message,
    on: ['update'],
  },
  { id: 'creditor.no-zero', check: '$not(Amount = 0)', at: ['Amount'], message, on: ['create'] },
  {
    id: 'creditor.not-its-account',
    check: '$not(Name = Account.Name) and $has(AccountId)',
    at: ['Name'],
    message,
  },
  {
    id: 'creditor.brands',
    field: 'BrandId',
    options: {
      from: 'brand',
      where: "IsOperational = true and ($record.Kind = 'Bank' or $owner.IsOpen = true)",
    },
    onInvalid: 'keep',
  },
  { id: 'creditor.changed', check: "$not($action = 'update' and Name = 'Never')", at: ['Name'], message },
];

const creditorFiles = [
  { file: 'schemas/test/creditor/entity.json', json: creditor },
  {
    file: 'schemas/test/creditor/behaviour.json',
    json: {
      for: 'creditor',
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
    file: 'schemas/test/creditor/api.json',
    json: {
      for: 'creditor',
      routes: [
        { route: 'POST /account/{AccountId}/creditor', operation: 'create' },
        { route: 'PUT /account/{AccountId}/creditor/{id}', operation: 'update' },
        { route: 'GET /account/{AccountId}/creditor/{id}', operation: 'get' },
      ],
    },
  },
];

export const creditors = withDeclarations([...accountFiles, ...creditorFiles]);
