import { expect, it } from 'vitest';
import type { GridBlock } from '../types/modelTypes.ts';
import { findingsOf, modelOfFiles } from './testDeclarations.ts';

const date = (title: string) => ({ type: 'string', format: 'date', title });
const moment = (title: string) => ({ type: 'string', format: 'date-time', title });

const files = (layout: object, more: object = {}) => ({
  'schemas/shop/thing/entity.json': {
    $id: 'thing',
    title: 'Thing',
    type: 'object',
    properties: {
      Name: { type: 'string', title: 'Name' },
      Size: { type: 'integer', title: 'Size', 'x-lookup': 'size' },
      From: date('From'),
      To: date('To'),
      Opens: moment('Opens'),
      Closes: moment('Closes'),
    },
  },
  'schemas/shop/thing/behaviour.json': { for: 'thing', policy: { write: 'Thing.Edit' } },
  'schemas/shop/thing/api.json': {
    for: 'thing',
    routes: [
      { route: 'GET /thing', operation: 'find' },
      { route: 'PUT /thing', operation: 'update' },
    ],
  },
  'schemas/lookups/size.json': { $id: 'size', items: [{ Id: 1, Name: 'Small', title: 'Small' }] },
  'screens/shop/things.json': {
    ...{ id: 'things', route: '/things', access: 'login', title: 'thing.title' },
    blocks: [
      {
        ...{ kind: 'grid', id: 'things', entity: 'thing', find: '/thing', columns: ['Name'] },
        actions: [
          { id: 'create', kind: 'link', label: 'thing.create', to: '/things/new' },
          { id: 'own', kind: 'call', label: 'thing.own', call: 'PUT /thing' },
        ],
        layouts: [layout],
        ...more,
      },
    ],
  },
});

const said = (layout: object, more?: object) =>
  findingsOf(files(layout, more))
    .filter(({ message }) => !/message|language|translat/i.test(message))
    .map(({ message }) => message)
    .join('\n');

it('a calendar is placed by dates or moments, and moved with the access of its call', () => {
  const layout = { kind: 'calendar', start: 'Opens', end: 'Closes', save: 'PUT /thing', create: 'create' };
  const screen = modelOfFiles(files(layout)).screens.get('things');
  const [compiled] = (screen?.blocks as GridBlock[] | undefined)?.[0]?.layouts ?? [];
  expect(compiled).toMatchObject({
    ...{ kind: 'calendar', span: 'month' },
    start: { path: 'Opens', day: 'moment' },
    end: { path: 'Closes', day: 'moment' },
    save: { call: 'PUT /thing', access: { kind: 'feature', anyOf: ['Thing.Edit'] } },
    create: { kind: 'link', to: '/things/new' },
  });
});

it.each([
  ['a field that does not exist', { kind: 'calendar', start: 'Nowhere' }, 'needs "start"'],
  ['no field', { kind: 'calendar' }, 'needs "start"'],
  ['a text', { kind: 'calendar', start: 'Name' }, 'needs "start"'],
  ['an end that does not exist', { kind: 'calendar', start: 'From', end: 'Until' }, 'needs "end"'],
  ['a date and a moment', { kind: 'calendar', start: 'From', end: 'Closes' }, 'of the same kind'],
  ['a member of boards', { kind: 'calendar', start: 'From', by: 'Size' }, 'has no “by”'],
  ['an action that is not there', { kind: 'calendar', start: 'From', create: 'new' }, 'no action new'],
  ['an action that is no link', { kind: 'calendar', start: 'From', create: 'own' }, 'no action own'],
  ['a board by a date', { kind: 'board', by: 'From' }, 'needs "by"'],
  ['a board by nothing', { kind: 'board' }, 'needs "by"'],
  ['a board of a value that is not there', { kind: 'board', by: 'Size', values: ['Big'] }, 'no value Big'],
  ['a member of calendars', { kind: 'board', by: 'Size', start: 'From' }, 'has no “start”'],
  [
    'a calendar of quarters',
    { kind: 'calendar', start: 'From', span: 'quarter' },
    'a day, a week or a month',
  ],
  ['a timeline without an end', { kind: 'timeline', start: 'From' }, 'needs "end"'],
  ['lanes of no field', { kind: 'timeline', start: 'From', end: 'To', by: 'Nowhere' }, 'is not one'],
  ['a gallery of a text as picture', { kind: 'gallery', picture: 'Name' }, 'shows a file field'],
  ['a gallery that is moved', { kind: 'gallery', save: 'PUT /thing' }, 'has no “save”'],
])('is a finding: %s', (_, layout, text) => {
  expect(said(layout)).toContain(text);
});

it('two layouts of one name are a finding', () => {
  const layout = { kind: 'calendar', start: 'From' };
  expect(said(layout, { layouts: [layout, layout] })).toContain('two layouts “calendar”');
  expect(said(layout, { layouts: [layout, { kind: 'board', by: 'Size' }] })).not.toContain('two layouts');
});
