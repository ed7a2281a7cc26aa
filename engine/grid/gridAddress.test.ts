import { describe, expect, it } from 'vitest';
import type { ColumnModel, FilterModel, GridBlock } from '../types/modelTypes.ts';
import { createGrid } from './createGrid.ts';
import { gridAddress, readGridAddress, withGridAddress } from './gridAddress.ts';
import { areChoices, gridChoices } from './gridChoices.ts';

const column = (path: string, sortable = true): ColumnModel => ({
  path,
  title: path,
  kind: 'text',
  sortable,
  options: {},
  hidden: false,
});
const filter = (path: string, operator: FilterModel['operator'], more: Partial<FilterModel> = {}) => ({
  ...{ path, operator, title: path, minimumLength: 3, kind: 'text' as const },
  ...more,
});

const block: GridBlock = {
  kind: 'grid',
  id: 'products',
  entity: 'product',
  find: '/product',
  lazy: false,
  where: [],
  columns: [column('Name'), column('Code'), column('Note', false)],
  filters: [
    filter('Name', 'contains'),
    filter('BrandId', 'in', { kind: 'reference', optionsFrom: '/brand' }),
    filter('IsOpen', 'eq', { kind: 'boolean' }),
    filter('Size', 'eq', { kind: 'integer' }),
    filter('Launch', 'ge', { kind: 'date' }),
    filter('Launch', 'le', { kind: 'date' }),
  ],
  sort: [{ path: 'Name', direction: 'asc' }],
  pageSize: 10,
  remember: true,
  rowActions: [],
  actions: [],
  views: [],
  empty: 'empty',
};

describe('the address of a list', () => {
  it('is empty for a list in its initial state', () => {
    expect(gridAddress(block, createGrid(block).snapshot())).toBe('');
    expect(readGridAddress(block, '?mode=create')).toBeUndefined();
  });

  it('holds the whole query, and opens the same rows for someone else', () => {
    const grid = createGrid(block);
    grid.setFilter('Name:contains', ' Sûreté & « 50 % » ');
    grid.setFilter('BrandId:in', ['b1', 'b2']);
    grid.setFilter('IsOpen:eq', 'true');
    grid.setFilter('Size:eq', '12');
    grid.setFilter('Launch:ge', '2026-01-01');
    grid.setFilter('Launch:le', '2026-12-31');
    grid.toggleSort('Code', false);
    grid.toggleSort('Code', false);
    grid.toggleSort('Name', true);
    grid.setPageSize(25);
    grid.setPage(3);
    const address = gridAddress(block, grid.snapshot());
    expect(address).toContain('BrandId.in=b1&BrandId.in=b2');
    expect(address).toContain('sort=-Code&sort=Name&page=3&pageSize=25');
    const other = createGrid(block, undefined, readGridAddress(block, `?from=mail&${address}`));
    expect(other.query()).toBe(grid.query());
    expect(gridAddress(block, other.snapshot())).toBe(address);
  });

  it('leaves columns, density and page size as the person has them', () => {
    const kept = {
      filters: { 'Name:contains': 'mine' },
      pageSize: 50,
      density: 'normal',
      hidden: ['Code'],
    } as const;
    const memory = { load: () => kept, save: () => {} };
    const grid = createGrid(block, memory, readGridAddress(block, '?Size.eq=3'));
    expect(grid.snapshot()).toMatchObject({
      filters: { 'Size:eq': '3' },
      pageSize: 50,
      density: 'normal',
      hidden: ['Code'],
    });
    grid.ask({ filters: { 'Name:contains': 'care', Gone: 'x' }, sort: [], page: 2 });
    expect(grid.snapshot()).toMatchObject({
      filters: { 'Name:contains': 'care' },
      sort: block.sort,
      page: 2,
      pageSize: 50,
    });
  });

  it.each([
    'Size.eq=large',
    'Size.eq=1e400',
    'IsOpen.eq=perhaps',
    'Launch.ge=2026-02-30',
    'Launch.ge=yesterday',
    'BrandId.in=a,b',
    'BrandId.in=%27%3B--',
    'Name.contains=++',
    `Name.contains=${'x'.repeat(300)}`,
    'sort=Note',
    'sort=-',
    'sort=constructor',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=99999999999',
    'pageSize=0',
    'pageSize=5000',
    'page=%E0%A4%A',
  ])('ignores impossible values: %s', (search) => {
    const grid = createGrid(block, undefined, readGridAddress(block, search));
    expect(grid.query()).toBe(createGrid(block).query());
  });

  it('keeps other parameters, in front', () => {
    expect(withGridAddress(block, '?Name.contains=old&from=mail&page=2', 'Size.eq=3')).toBe(
      '?from=mail&Size.eq=3',
    );
    expect(withGridAddress(block, '?page=2', '')).toBe('');
  });
});

describe('groups', () => {
  const asked = 'group=Launch&per=quarter&totals=Size%2CCost&unfolded=2026-Q1%2C%24';

  it('are in the address, with the groups that are unfolded', () => {
    const read = readGridAddress(block, `?${asked}`);
    expect(read).toMatchObject({
      ...{ group: 'Launch', per: 'quarter', totals: ['Size', 'Cost'], unfolded: ['2026-Q1', '$'] },
    });
    const grid = createGrid(block, undefined, read);
    expect(gridAddress(block, grid.snapshot())).toBe(asked);
    grid.select(['1']);
    grid.look({ unfolded: [] });
    // Folding keeps the selection, and is not the same as never having unfolded.
    expect(grid.snapshot()).toMatchObject({ selected: ['1'], unfolded: [] });
    const [, folded] = gridAddress(block, grid.snapshot()).split('unfolded=');
    expect(readGridAddress(block, `?group=Launch&unfolded=${folded}`)?.unfolded).toEqual([]);
  });

  it('are kept by a view, without the groups that are unfolded', () => {
    const grid = createGrid(block, undefined, readGridAddress(block, `?${asked}`));
    const choices = gridChoices(block, grid.snapshot());
    expect(choices).toMatchObject({ group: 'Launch', per: 'quarter', totals: ['Size', 'Cost'] });
    expect(areChoices(choices)).toBe(true);
    expect(choices).not.toHaveProperty('unfolded');
    grid.show();
    expect(grid.snapshot().group).toBeUndefined();
    grid.show({ id: 'v', choices });
    expect(grid.snapshot()).toMatchObject({ group: 'Launch', totals: ['Size', 'Cost'] });
  });

  it.each([
    '?group=a.b',
    '?group=Launch&per=hour',
    `?group=Launch&unfolded=${'x'.repeat(300)}`,
    `?group=Launch&totals=${Array.from({ length: 99 }, (_, at) => `F${at}`)}`,
  ])('drop what is not one: %s', (search) => {
    const { group, per, totals = [], unfolded = [] } = readGridAddress(block, search) ?? {};
    expect([undefined, 'Launch']).toContain(group);
    expect([per, unfolded.length, totals.length <= 10]).toEqual([undefined, 0, true]);
  });

  it.each([
    { group: 'a.b' },
    { per: 'month' },
    { group: 'Launch', per: 'hour' },
    { group: 'Launch', totals: 'Size' },
    { totals: ['Size'] },
  ])('are refused in a view: %j', (more) => {
    expect(areChoices({ ...gridChoices(block, createGrid(block).snapshot()), ...more })).toBe(false);
  });
});
