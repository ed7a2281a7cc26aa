import { describe, expect, it, vi } from 'vitest';
import type { ColumnModel, FilterModel, GridBlock } from '../types/modelTypes.ts';
import { createGrid } from './createGrid.ts';
import type { GridMemory, GridSnapshot } from './types.ts';

const column = (path: string, more: Partial<ColumnModel> = {}): ColumnModel => ({
  path,
  title: path,
  kind: 'text',
  sortable: true,
  options: {},
  hidden: false,
  ...more,
});
const filter = (
  path: string,
  operator: FilterModel['operator'],
  more: Partial<FilterModel> = {},
): FilterModel => ({
  path,
  operator,
  title: path,
  minimumLength: 3,
  kind: 'text',
  ...more,
});

const block: GridBlock = {
  kind: 'grid',
  id: 'products',
  entity: 'product',
  find: '/product',
  lazy: false,
  where: [],
  columns: [
    column('Name'),
    column('Code'),
    column('Note', { sortable: false }),
    column('Launch', { hidden: true }),
  ],
  filters: [
    filter('Name', 'contains'),
    filter('BrandId', 'in', { kind: 'reference', optionsFrom: '/brand' }),
    filter('IsOpen', 'eq', { kind: 'boolean' }),
    filter('Launch', 'ge', { kind: 'date' }),
  ],
  sort: [
    { path: 'Launch', direction: 'desc' },
    { path: 'Id', direction: 'desc' },
  ],
  pageSize: 10,
  remember: true,
  rowActions: [],
  actions: [],
  views: [],
  empty: 'empty',
};

function memoryOf(remembered?: unknown): GridMemory & { saved: () => GridSnapshot | undefined } {
  let last: GridSnapshot | undefined;
  return {
    load: () => remembered as Partial<GridSnapshot>,
    save: (snapshot) => {
      last = snapshot;
    },
    saved: () => last,
  };
}

describe('query', () => {
  it('requests the declared page and order', () => {
    expect(createGrid(block).query()).toBe(
      'page=1&pageSize=10&sortFields=Launch&sortFields=Id&sortDirections=0&sortDirections=0',
    );
  });

  it('omits text that is too short, trimmed and counted in characters', () => {
    const grid = createGrid(block);
    const plain = grid.query();
    for (const text of ['', '  ', 'ab', ' ab ', 'a😀']) {
      grid.setFilter('Name:contains', text);
      expect(grid.query()).toBe(plain);
    }
    grid.setFilter('Name:contains', ' gap ');
    expect(grid.query()).toContain('FilterProperty=Name&FilterOperator=contains&FilterValue=gap');
  });

  it('includes picked values of any length', () => {
    const grid = createGrid(block);
    grid.setFilter('BrandId:in', ['a', 'b']);
    grid.setFilter('IsOpen:eq', false);
    grid.setFilter('Launch:ge', '2026-01-01');
    const parameters = new URLSearchParams(grid.query());
    expect(parameters.getAll('FilterProperty')).toEqual(['BrandId', 'IsOpen', 'Launch']);
    expect(parameters.getAll('FilterOperator')).toEqual(['in', 'eq', 'ge']);
    expect(parameters.getAll('FilterValue')).toEqual(['a,b', 'false', '2026-01-01']);
    grid.setFilter('BrandId:in', []);
    expect(grid.query()).not.toContain('BrandId');
  });

  it('puts fixed filters first', () => {
    const grid = createGrid(block);
    grid.setFilter('Name:contains', 'gap');
    const parameters = new URLSearchParams(grid.query([{ path: 'ProductId', operator: 'eq', value: '7' }]));
    expect(parameters.getAll('FilterProperty')).toEqual(['ProductId', 'Name']);
  });

  it('is the same text while nothing relevant to the server changes', () => {
    const grid = createGrid(block);
    const before = grid.query();
    grid.select(['1']);
    grid.setColumn('Name', { width: 300, hidden: true, pinned: true });
    grid.moveColumn('Code', 0);
    grid.setDensity('normal');
    expect(grid.query()).toBe(before);
  });
});

describe('filters and pages', () => {
  it('return to the first page when the query changes, not before', () => {
    const grid = createGrid(block);
    grid.setPage(4);
    grid.select(['1']);
    grid.setFilter('Name:contains', 'ga');
    expect(grid.snapshot()).toMatchObject({ page: 4, selected: ['1'] });
    grid.setFilter('Name:contains', 'gap');
    expect(grid.snapshot()).toMatchObject({ page: 1, selected: [] });
    grid.setPage(3);
    grid.clearFilters();
    expect(grid.snapshot()).toMatchObject({ page: 1, filters: {} });
  });

  it('accept only existing pages', () => {
    const grid = createGrid(block);
    grid.setPage(-3);
    expect(grid.snapshot().page).toBe(1);
    grid.setPage(2);
    grid.setPageSize(50);
    expect(grid.snapshot()).toMatchObject({ page: 1, pageSize: 50 });
  });
});

describe('sorting', () => {
  const order = (grid: ReturnType<typeof createGrid>) =>
    grid.snapshot().sort.map(({ path, direction }) => `${path} ${direction}`);

  it('by one column on click, reversed on the second', () => {
    const grid = createGrid(block);
    grid.toggleSort('Name', false);
    expect(order(grid)).toEqual(['Name asc']);
    grid.toggleSort('Name', false);
    expect(order(grid)).toEqual(['Name desc']);
    grid.toggleSort('Name', false);
    expect(order(grid)).toEqual(['Name asc']);
  });

  it('by several with shift: ascending, descending, none, and the declared order when none is left', () => {
    const grid = createGrid(block);
    grid.toggleSort('Name', false);
    grid.toggleSort('Code', true);
    expect(order(grid)).toEqual(['Name asc', 'Code asc']);
    grid.toggleSort('Code', true);
    expect(order(grid)).toEqual(['Name asc', 'Code desc']);
    grid.toggleSort('Code', true);
    grid.toggleSort('Name', true);
    grid.toggleSort('Name', true);
    expect(order(grid)).toEqual(['Launch desc', 'Id desc']);
  });

  it('ignores a column that is not sortable', () => {
    const grid = createGrid(block);
    grid.toggleSort('Note', false);
    grid.toggleSort('Nope', true);
    expect(order(grid)).toEqual(['Launch desc', 'Id desc']);
  });
});

describe('memory', () => {
  it('keeps filters, order, page and columns, but not the selection', () => {
    const memory = memoryOf();
    const grid = createGrid(block, memory);
    grid.setFilter('Name:contains', 'gap');
    grid.toggleSort('Code', false);
    grid.setPage(2);
    grid.setColumn('Name', { hidden: true, width: 120.4 });
    grid.select(['1']);
    const again = createGrid(block, memoryOf(JSON.parse(JSON.stringify(memory.saved()))));
    expect(again.snapshot()).toEqual({ ...grid.snapshot(), selected: [] });
    expect(again.query()).toBe(grid.query());
  });

  it('drops columns, filters and orders that are no longer declared', () => {
    const remembered = {
      filters: { 'Name:contains': 'gap', 'Gone:eq': 1 },
      sort: [
        { path: 'Gone', direction: 'asc' },
        { path: 'Code', direction: 'desc' },
        { path: 'Name', direction: 'up' },
      ],
      hidden: ['Gone', 'Name'],
      order: ['Note', 'Gone', 'Name', 'Name'],
      widths: { Gone: 100, Name: 9000, Code: 80 },
      pinned: ['Gone'],
    };
    expect(createGrid(block, memoryOf(remembered)).snapshot()).toMatchObject({
      filters: { 'Name:contains': 'gap' },
      sort: [{ path: 'Code', direction: 'desc' }],
      hidden: ['Name'],
      order: ['Note', 'Launch', 'Name', 'Code'],
      widths: { Code: 80 },
      pinned: [],
    });
  });

  it('opens whatever was stored', () => {
    const plain = createGrid(block).snapshot();
    for (const junk of [
      null,
      7,
      'x',
      [],
      { page: -1, pageSize: 'many', sort: {}, filters: [], hidden: 5, density: 'huge' },
    ])
      expect(createGrid(block, memoryOf(junk)).snapshot()).toEqual(plain);
    const broken: GridMemory = {
      load: () => {
        throw new Error('no storage');
      },
      save: () => undefined,
    };
    expect(createGrid(block, broken).snapshot()).toEqual(plain);
  });

  it('is not used by a grid without memory', () => {
    const memory = memoryOf({ page: 3 });
    const grid = createGrid({ ...block, remember: false }, memory);
    expect(grid.snapshot().page).toBe(1);
    grid.setPage(2);
    expect(memory.saved()).toBeUndefined();
  });
});

describe('subscriptions', () => {
  it('are called on changes only', () => {
    const grid = createGrid(block);
    const heard = vi.fn();
    const stop = grid.subscribe(heard);
    const before = grid.snapshot();
    grid.setPage(1);
    grid.setDensity('compact');
    grid.setColumn('Nope', { hidden: true });
    grid.moveColumn('Name', 0);
    expect(grid.snapshot()).toBe(before);
    expect(heard).not.toHaveBeenCalled();
    grid.moveColumn('Name', 2);
    expect(grid.snapshot().order).toEqual(['Code', 'Note', 'Name', 'Launch']);
    expect(heard).toHaveBeenCalledOnce();
    stop();
    grid.setPage(2);
    expect(heard).toHaveBeenCalledOnce();
  });
});
