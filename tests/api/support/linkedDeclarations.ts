/** Garages, their cases, the lines of those, and parts: every function, chained over three entities. */
import { withDeclarations } from './startApp.ts';

const file = (folder: string, name: string, json: object) => ({
  file: `schemas/test/${folder}/${name}.json`,
  json,
});

const routes = (entity: string) => [
  { route: `GET /${entity}`, operation: 'find', sort: ['Name'] },
  { route: `GET /${entity}/{id}`, operation: 'get' },
  { route: `POST /${entity}`, operation: 'create' },
  { route: `PUT /${entity}`, operation: 'update' },
  { route: `POST /${entity}/{id}/copy`, operation: 'copy' },
  { route: `DELETE /${entity}/{id}`, operation: 'remove' },
  { route: `POST /${entity}/upload`, operation: 'upload', sheet: 'all' },
];

const name = { type: 'string', maxLength: 60, title: 'Name' };
const money = { type: 'number', 'x-money': { scale: 2 } };
const whole = { type: 'integer' };
const reference = (to: string, more: object = {}) => ({
  'x-ref': to,
  'x-expand': { as: to.replace(/^linked-/, ''), fields: ['Id', 'Name'] },
  title: to,
  ...more,
});
const rollUp = (title: string, declared: object, asked: object) => ({
  ...declared,
  title,
  'x-rollUp': asked,
});
const ofCases = (fn: string, more: object = {}) => ({
  ...{ of: 'linked-case', by: 'GarageId', function: fn },
  ...more,
});
const paid = { where: "Status = 'Paid'" };

export const entityOf = (id: string, properties: object, more: object = {}) => [
  file(id, 'entity', {
    $id: id,
    title: id,
    type: 'object',
    required: ['Name'],
    properties: { Name: name, ...properties },
    ...more,
  }),
];

const behaviour = (id: string, more: object = {}) =>
  file(id, 'behaviour', { for: id, policy: { view: 'login', write: 'login' }, ...more });
const api = (id: string, columns: readonly string[]) =>
  file(id, 'api', {
    for: id,
    sheets: { all: { file: "'all.xlsx'", key: 'Name', columns } },
    routes: routes(id),
  });

export const linkedFiles = [
  ...entityOf('linked-region', {
    Manager: { type: 'string', maxLength: 60, title: 'Manager' },
    Paid: rollUp('Paid', money, {
      ...{ of: 'linked-garage', by: 'RegionId', function: 'sum', field: 'Paid' },
    }),
    Top: rollUp('Top', money, {
      ...{ of: 'linked-garage', by: 'RegionId', function: 'greatest', field: 'Balance' },
    }),
  }),
  behaviour('linked-region'),
  api('linked-region', ['Name', 'Manager']),
  ...entityOf(
    'linked-garage',
    {
      RegionId: reference('linked-region'),
      City: { type: 'string', maxLength: 60, title: 'City' },
      Limit: { ...money, title: 'Limit' },
      Manager: {
        ...{ type: 'string', maxLength: 60, title: 'Manager' },
        'x-lookThrough': { by: 'RegionId', field: 'Manager' },
      },
      Cases: rollUp('Cases', whole, ofCases('count')),
      PaidCases: rollUp('Paid cases', whole, ofCases('count', paid)),
      Paid: rollUp('Paid', money, ofCases('sum', { field: 'Amount', ...paid })),
      Average: rollUp('Average', money, ofCases('average', { field: 'Amount' })),
      Least: rollUp('Least', money, ofCases('least', { field: 'Amount' })),
      LastDay: rollUp('Last day', { type: 'string', format: 'date' }, ofCases('greatest', { field: 'Day' })),
      Newest: rollUp(
        'Newest',
        { type: 'string', maxLength: 20 },
        ofCases('latest', { field: 'Status', order: 'Rank' }),
      ),
      Oldest: rollUp(
        'Oldest',
        { type: 'string', maxLength: 20 },
        ofCases('earliest', { field: 'Status', order: 'Rank' }),
      ),
      Balance: { ...money, title: 'Balance', readOnly: true },
    },
    { 'x-history': true },
  ),
  behaviour('linked-garage', {
    rules: [
      { id: 'linked-garage.balance', field: 'Balance', value: '(Limit ? Limit : 0) - (Paid ? Paid : 0)' },
    ],
  }),
  api('linked-garage', ['Name', 'City', 'Limit']),
  ...entityOf('linked-case', {
    GarageId: reference('linked-garage'),
    Amount: { ...money, title: 'Amount' },
    Status: { type: 'string', maxLength: 20, title: 'Status' },
    Day: { type: 'string', format: 'date', title: 'Day' },
    Rank: { ...whole, title: 'Rank' },
    City: {
      ...{ type: 'string', maxLength: 60, title: 'City' },
      'x-lookThrough': { by: 'GarageId', field: 'City' },
    },
    Manager: {
      ...{ type: 'string', maxLength: 60, title: 'Manager' },
      'x-lookThrough': { by: 'GarageId', field: 'Manager' },
    },
    Lines: { type: 'array', maxItems: 20, title: 'Lines', 'x-records': 'linked-line' },
    Quantity: rollUp('Quantity', whole, {
      ...{ of: 'linked-line', by: 'CaseId', function: 'sum', field: 'Quantity' },
    }),
  }),
  behaviour('linked-case'),
  api('linked-case', ['Name', 'Amount', 'Status', 'Day', 'Rank']),
  ...entityOf('linked-line', {
    CaseId: reference('linked-case', { 'x-owner': true }),
    PartId: reference('linked-part'),
    Quantity: { ...whole, title: 'Quantity' },
  }),
  behaviour('linked-line'),
  api('linked-line', ['Name', 'Quantity']),
  // So many that they are not removed one by one: the store removes them with their case.
  ...entityOf(
    'linked-note',
    { CaseId: reference('linked-case', { 'x-owner': true }), PartId: reference('linked-part') },
    { 'x-many': true },
  ),
  behaviour('linked-note'),
  api('linked-note', ['Name']),
  ...entityOf('linked-part', {
    Notes: rollUp('Notes', whole, { of: 'linked-note', by: 'PartId', function: 'count' }),
    Uses: rollUp('Uses', whole, { of: 'linked-line', by: 'PartId', function: 'count' }),
    Used: rollUp('Used', whole, { of: 'linked-line', by: 'PartId', function: 'sum', field: 'Quantity' }),
  }),
  behaviour('linked-part'),
  api('linked-part', ['Name']),
];

export const linked = () => withDeclarations(linkedFiles);
