import { sameValue } from '../rules/sameValue.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { GridBlock } from '../types/modelTypes.ts';
import { wholeLook } from './gridLook.ts';
import { activeFilters, gridQuery } from './gridQuery.ts';
import { initialSnapshot, restoreSnapshot, sortablePaths } from './restoreSnapshot.ts';
import type { GridAsked, GridMemory, GridSnapshot, GridState } from './types.ts';

type Change = (change: Partial<GridSnapshot>) => void;

/**
 * The state of a grid: every change creates a new snapshot, notifies listeners and is remembered if declared.
 * `before` takes over a request from older declarations or from an address; the rest comes from memory.
 */
export function createGrid(
  block: GridBlock,
  memory?: GridMemory,
  before?: GridSnapshot | GridAsked,
): GridState {
  const listeners = new Set<() => void>();
  const remembered = block.remember ? memory : undefined;
  let snapshot = startingSnapshot(block, remembered, before);

  const change: Change = (changes) => {
    const next = { ...snapshot, ...changes };
    if (sameValue(next, snapshot)) return;
    snapshot = next;
    remembered?.save(snapshot);
    for (const listener of [...listeners]) listener();
  };
  const current = () => snapshot;

  return {
    block,
    snapshot: current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...rowCommands(block, current, change),
    ...columnCommands(block, current, change),
    query: (fixed) => gridQuery(block, snapshot, fixed),
  };
}

function startingSnapshot(
  block: GridBlock,
  remembered: GridMemory | undefined,
  before: GridSnapshot | GridAsked | undefined,
): GridSnapshot {
  if (before && 'selected' in before) return { ...restoreSnapshot(block, before), selected: before.selected };
  const kept = remembered ? rememberedSnapshot(block, remembered) : initialSnapshot(block);
  return before ? restoreSnapshot(block, { ...kept, ...wholeLook(before), ...before }) : kept;
}

/** A calendar opens at today, not at the day of the last visit. */
function rememberedSnapshot(block: GridBlock, memory: GridMemory): GridSnapshot {
  const { day, ...kept } = restoreSnapshot(block, loadSafely(memory));
  const { layout } = initialSnapshot(block);
  // Someone who left the list before it had a view to open with sees that view.
  return layout && !kept.layout ? { ...kept, layout } : kept;
}

type RowCommands = Pick<
  GridState,
  | 'setFilter'
  | 'clearFilters'
  | 'look'
  | 'toggleSort'
  | 'setPage'
  | 'setPageSize'
  | 'ask'
  | 'select'
  | 'show'
  | 'setView'
>;

function rowCommands(block: GridBlock, current: () => GridSnapshot, change: Change): RowCommands {
  const sortable = sortablePaths(block);
  const filter = (filters: GridSnapshot['filters']) => {
    const asked = (values: GridSnapshot['filters']) => activeFilters(block, values);
    // Below the minimum length, typing does not change the query: page and selection stay.
    if (sameValue(asked(filters), asked(current().filters))) change({ filters });
    else change({ filters, page: 1, selected: [] });
  };
  return {
    setFilter: (key, value) => filter({ ...current().filters, [key]: value }),
    clearFilters: () => change({ filters: {}, where: undefined, page: 1, selected: [] }),
    look: (look) =>
      change(Object.keys(look).join() === 'unfolded' ? look : { ...look, page: 1, selected: [] }),
    toggleSort: (path, add) => {
      if (!sortable.has(path)) return;
      const sort = add ? addedSort(current().sort, path) : singleSort(current().sort, path);
      change({ sort: sort.length === 0 ? block.sort : sort, page: 1 });
    },
    setPage: (page) => change({ page: Math.max(1, Math.floor(page) || 1) }),
    setPageSize: (size) => change({ pageSize: Math.max(0, Math.floor(size) || 0), page: 1 }),
    ask: (asked) => {
      const restored = restoreSnapshot(block, { ...current(), ...wholeLook(asked), ...asked });
      const { filters, sort, page, pageSize } = restored;
      change({ filters, sort, page, pageSize, ...wholeLook(restored), selected: [] });
    },
    select: (ids) => change({ selected: [...ids] }),
    show: (view) => {
      const { pageSize } = current();
      const shown = restoreSnapshot(block, view && { ...view.choices, view: view.id });
      change({ ...wholeLook(shown), ...shown, pageSize, page: 1, view: view?.id });
    },
    setView: (id) => change({ view: id }),
  };
}

function singleSort(sort: readonly Sort[], path: string): readonly Sort[] {
  const descends = sort.length === 1 && sort[0]?.path === path && sort[0].direction === 'asc';
  return [{ path, direction: descends ? 'desc' : 'asc' }];
}

// Cycles through ascending, descending and unsorted.
function addedSort(sort: readonly Sort[], path: string): readonly Sort[] {
  const known = sort.find((entry) => entry.path === path);
  if (!known) return [...sort, { path, direction: 'asc' }];
  if (known.direction === 'desc') return sort.filter((entry) => entry !== known);
  return sort.map((entry) => (entry === known ? { path, direction: 'desc' } : entry));
}

type ColumnCommands = Pick<GridState, 'setColumn' | 'moveColumn' | 'setDensity'>;

function columnCommands(block: GridBlock, current: () => GridSnapshot, change: Change): ColumnCommands {
  const columns = new Set(block.columns.map((column) => column.path));
  return {
    setColumn: (path, { hidden, width, pinned }) => {
      if (!columns.has(path)) return;
      const { hidden: hiddenNow, pinned: pinnedNow, widths } = current();
      change({
        ...(hidden === undefined ? {} : { hidden: withMember(hiddenNow, path, hidden) }),
        ...(pinned === undefined ? {} : { pinned: withMember(pinnedNow, path, pinned) }),
        ...(width === undefined ? {} : { widths: { ...widths, [path]: Math.round(width) } }),
      });
    },
    moveColumn: (path, to) => {
      if (!columns.has(path)) return;
      const order = current().order.filter((entry) => entry !== path);
      order.splice(Math.max(0, to), 0, path);
      change({ order });
    },
    setDensity: (density) => change({ density }),
  };
}

function withMember(list: readonly string[], path: string, member: boolean): readonly string[] {
  const others = list.filter((entry) => entry !== path);
  return member ? [...others, path] : others;
}

// Stored state may be invalid (an old version, manual edits); the grid must open regardless.
function loadSafely(memory: GridMemory): unknown {
  try {
    return memory.load();
  } catch {
    return undefined;
  }
}
