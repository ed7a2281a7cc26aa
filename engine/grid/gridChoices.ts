/** The choices in a grid without page and rows: the content of a saved view. */
import { wherePaths } from '../query/whereTree.ts';
import type { GridBlock } from '../types/modelTypes.ts';
import { isLook } from './gridLook.ts';
import { activeFilters, filterKey } from './gridQuery.ts';
import { layoutOf, plainList } from './layoutOf.ts';
import { restoreSnapshot, sortablePaths } from './restoreSnapshot.ts';
import type { GridChoices, GridSnapshot } from './types.ts';

/** The current choices of a grid, without filters that do not apply. */
export function gridChoices(block: GridBlock, snapshot: GridSnapshot): GridChoices {
  const { sort, hidden, widths, order, pinned, density, where, layout, span, group, per, totals } = snapshot;
  const filters = Object.fromEntries(
    activeFilters(block, snapshot.filters).map((filter) => [
      `${filter.path}:${filter.operator}`,
      filter.value,
    ]),
  );
  return {
    ...{ filters, sort, hidden, widths, order, pinned, density },
    ...(where && { where }),
    ...(layout && { layout }),
    ...(span && { span }),
    ...(group && { group }),
    ...(per && { per }),
    ...(totals && { totals }),
  };
}

/** Adapts stored choices to the grid as declared now. */
export function restoreChoices(block: GridBlock, kept: unknown): GridChoices {
  return gridChoices(block, restoreSnapshot(block, kept));
}

/** Fields that choices name but the grid does not have, without duplicates. */
export function unknownIn(
  block: GridBlock,
  choices: GridChoices,
  isKnown: (path: string) => boolean = () => true,
): readonly string[] {
  const columns = new Set(block.columns.map(({ path }) => path));
  const filters = new Set(block.filters.map(filterKey));
  const sortable = sortablePaths(block);
  const named = [...choices.hidden, ...choices.order, ...choices.pinned, ...Object.keys(choices.widths)];
  return [
    ...new Set([
      ...named.filter((path) => !columns.has(path)),
      ...Object.keys(choices.filters).flatMap((key) => (filters.has(key) ? [] : key.replace(/:\w*$/, ''))),
      ...choices.sort.flatMap(({ path }) => (sortable.has(path) ? [] : path)),
      ...(choices.layout === undefined || choices.layout === plainList || layoutOf(block, choices.layout)
        ? []
        : [choices.layout]),
      ...[
        ...wherePaths(choices.where),
        ...(choices.group === undefined ? [] : [choices.group]),
        ...(choices.totals ?? []),
      ].filter((path) => !isKnown(path)),
    ]),
  ];
}

/** Whether a value has the shape of choices, for any grid. */
export function areChoices(value: unknown): value is GridChoices {
  if (!isObject(value)) return false;
  const {
    filters,
    sort,
    hidden,
    widths,
    order,
    pinned,
    density,
    where,
    layout,
    span,
    group,
    per,
    totals,
    ...others
  } = value;
  return (
    Object.keys(others).length === 0 &&
    isLook({ where, layout, span, group, per, totals }) &&
    isObject(filters) &&
    Object.keys(filters).length <= most &&
    Object.values(filters).every(isFilterValue) &&
    isList(sort, isSort) &&
    [hidden, order, pinned].every((list) => isList(list, isPath)) &&
    isObject(widths) &&
    Object.values(widths).every((width) => Number.isInteger(width)) &&
    (density === 'compact' || density === 'normal')
  );
}

const most = 200;
const longest = 256;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPath = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= longest && /^[\w$.-]+$/.test(value);
const isList = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= most && value.every(isOne);
const isSort = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  isPath(value.path) &&
  (value.direction === 'asc' || value.direction === 'desc');

function isFilterValue(value: unknown): boolean {
  if (Array.isArray(value)) return isList(value, isText);
  return isText(value) || typeof value === 'boolean' || Number.isFinite(value);
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= longest && !value.includes('\0');
