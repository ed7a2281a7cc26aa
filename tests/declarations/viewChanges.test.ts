/** Views of lists as changes: added, replaced, ordered and removed, on a shipped list. */
import { expect, it } from 'vitest';
import { type Change, checkOverlay, createGrid, type GridBlock, rememberBase } from '#engine';
import { compiledOnce } from '../support/parseOnce.ts';
import { realDeclarations } from './realModel.ts';

const title = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const view = (id: string, more: object): Change =>
  ({
    ...{ kind: 'view', name: `products.products.${id}`, screen: 'products', block: 'products' },
    ...more,
  }) as Change;

function check(changes: readonly Change[]) {
  const { findings, compilation } = checkOverlay(realDeclarations().set, changes, compiledOnce);
  const block = compilation.model?.screens.get('products')?.blocks.find(({ id }) => id === 'products');
  return { findings, layouts: (block as GridBlock | undefined)?.layouts ?? [], block: block as GridBlock };
}

const shipped = ['board', 'calendar', 'gallery', 'timeline'];
const where = { all: [{ path: 'LaunchDate', operator: 'within', value: 'next-90-days' }] };

it('adds a view of each kind to a shipped list, with calls that write as the list does', () => {
  const { findings, layouts, block } = check([
    view('soon', {
      ...{ as: 'list', title: title('Soon'), fields: ['Code', 'Name'], where, roles: ['admin'], opens: true },
      ...{ by: 'LaunchDate', per: 'quarter', totals: ['MaxMarkup'] },
      colours: [{ when: '$has(EndDate)', tone: 'accent', title: title('Newer') }],
    }),
    view('states', { as: 'board', title: title('States'), by: 'ProductStateTypeId' }),
    view('ends', { as: 'calendar', title: title('Ends'), start: 'EndDate', span: 'week' }),
    view('brands', { as: 'gallery', title: title('Brands'), by: 'BrandId', icon: 'package' }),
    view('runs', {
      as: 'timeline',
      title: title('Runs'),
      start: 'LaunchDate',
      end: 'EndDate',
      by: 'BrandId',
    }),
  ]);
  expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
  expect(layouts.map(({ id }) => id)).toEqual([...shipped, 'brands', 'ends', 'runs', 'soon', 'states']);
  const of = (id: string) => layouts.find((one) => one.id === id);
  expect(of('soon')).toMatchObject({
    ...{ kind: 'list', columns: ['Code', 'Name'], where, roles: ['admin'], opens: true, per: 'quarter' },
    colours: [{ tone: 'accent' }],
  });
  // A board of a state moves by the workflow, and the others write by the call of the entity.
  expect(of('states')).not.toHaveProperty('save');
  expect(of('states')).toHaveProperty('moves.0');
  expect(of('runs')).toMatchObject({ save: { call: 'PUT /product' }, create: { kind: 'link' } });

  // The list opens with it, and the server holds its conditions besides those of the person.
  const grid = createGrid(block);
  expect(grid.snapshot().layout).toBe('soon');
  const own = { all: [{ path: 'Name', operator: 'words', value: 'care' }] };
  grid.look({ where: own });
  const asked = new URLSearchParams(grid.query()).getAll('$where').map((text) => JSON.parse(text));
  expect(asked).toEqual([where, own]);
  grid.look({ layout: 'list' });
  expect(new URLSearchParams(grid.query()).getAll('$where')).toHaveLength(1);
});

it('orders, replaces and removes shipped views, and keeps what the change has no words for', () => {
  const { findings, layouts } = check([
    view('timeline', { after: '' }),
    view('board', { as: 'board', title: title('Stages'), by: 'ProductStateTypeId', fields: ['Code'] }),
    view('calendar', { remove: true }),
  ]);
  expect(findings).toEqual([]);
  expect(layouts.map(({ id }) => id)).toEqual(['timeline', 'board', 'gallery']);
  const board = layouts[1];
  if (board?.kind !== 'board') throw new Error('It is a board.');
  expect(board.fields.map(({ path }) => path)).toEqual(['Code']);
  // The question of a shipped move stays.
  expect(board.moves.find(({ action }) => action.id === 'abandon')?.action).toHaveProperty('ask');
});

it('remembers what it replaces', () => {
  const change = rememberBase(realDeclarations().set, view('calendar', { remove: true }));
  expect(change).toMatchObject({ was: { as: 'calendar', start: 'LaunchDate', after: 'board' } });
});

it.each([
  ['another list', { ...view('x', { as: 'list' }), name: 'plans.plans.x' }, 'view-name', '/name'],
  ['the list itself', view('list', { as: 'list', title: title('X') }), 'view-name', '/name'],
  ['a screen that is gone', { ...view('x', { as: 'list' }), screen: 'gone' }, 'no-screen', '/screen'],
  [
    'a form',
    { ...view('x', {}), name: 'product.general.x', screen: 'product', block: 'general' },
    'no-list',
    '/block',
  ],
  ['an order of no view', view('x', { after: 'board' }), 'no-view', '/as'],
  [
    'a role that is gone',
    view('x', { as: 'list', title: title('X'), roles: ['gone'] }),
    'view-role',
    '/roles',
  ],
] as const)('says so, at its place: %s', (_, change, code, at) => {
  const { findings } = check([change as Change]);
  expect(findings.map((one) => [one.code, one.at])).toContainEqual([code, at]);
});

it.each([
  ['a board by a date', { as: 'board', by: 'LaunchDate' }, '/by'],
  ['a timeline without an end', { as: 'timeline', start: 'LaunchDate' }, '/end'],
  ['a column that the list lacks', { as: 'list', fields: ['Description'] }, '/fields/0'],
  ['a field that is gone', { as: 'gallery', by: 'Gone' }, '/by'],
  ['a sum of texts', { as: 'list', by: 'BrandId', totals: ['Name'] }, '/totals/0'],
  [
    'a condition on a field that is gone',
    { as: 'list', where: { all: [{ path: 'Gone', operator: 'eq' }] } },
    '/where',
  ],
  [
    'a period that is none',
    { as: 'list', where: { all: [{ path: 'LaunchDate', operator: 'within', value: 'soon' }] } },
    '/where',
  ],
  ['conditions of another shape', { as: 'list', where: { not: [] } }, '/where'],
  [
    'a colour that is no condition',
    { as: 'list', colours: [{ when: 'Gone = 1', tone: 'accent', title: title('X') }] },
    '/colours/0/when',
  ],
])('is a finding at the change: %s', (_, more, at) => {
  const { findings } = check([view('x', { title: title('X'), ...more })]);
  const errors = findings.filter(({ level }) => level === 'error');
  expect(errors.map((one) => [one.change?.name, one.at])).toContainEqual(['products.products.x', at]);
});
