import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import {
  type DataRecord,
  type GridBlock,
  type GridState,
  gridFields,
  largestPage,
  type Model,
} from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { fillPath } from '../data/fillPath.ts';
import { type ListState, listState } from '../data/listState.ts';
import { findRoute, keys, type Page } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { waitsForFilter } from './filterValues.ts';
import { useGridSnapshot } from './useGridState.ts';

export type GridRows = {
  readonly rows: readonly DataRecord[];
  readonly total: number;
  /** There may be more that the person does not see. */
  readonly isPartial: boolean;
  /** The question they answer. */
  readonly address: string;
  readonly state: ListState;
  readonly error: unknown;
  readonly retry: () => void;
};

/** The page of records the grid asks for; the old one stays in sight until the new one is here. */
export function useGridRows(grid: GridState, scope: ScreenScope): GridRows {
  const api = useApi();
  const snapshot = useGridSnapshot(grid);
  const { block } = grid;
  const fixed = useFixedFilters(grid, scope);
  const path = `${fillPath(block.find, scope)}?${grid.query(fixed)}${fieldsQuery(useModel(), block)}`;
  const isWaiting = waitsForFilter(block, snapshot);
  const query = useQuery({
    queryKey: keys.list(block.entity, path),
    queryFn: ({ signal }) => api.get<Page>(path, { signal }),
    placeholderData: keepPreviousData,
    enabled: !isWaiting,
  });
  const data = isWaiting ? undefined : query.data;
  useLastPage({
    grid,
    page: snapshot.page,
    pageSize: snapshot.pageSize,
    data: query.isPlaceholderData ? undefined : data,
  });
  return {
    rows: data?.Items ?? none,
    total: data?.TotalItems ?? 0,
    isPartial: data?.IsPartial === true,
    address: path,
    state: isWaiting ? 'ready' : listState(query, data?.Items.length ?? 0),
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** `&$fields=…`: what the grid shows and reads; nothing of a list that answers its own choice of fields. */
function fieldsQuery(model: Model, block: GridBlock): string {
  const [entity, route] = [model.entities.get(block.entity), findRoute(model, block.find)];
  const fields = entity && route && !route.fields ? gridFields(block, entity) : undefined;
  return fields ? `&$fields=${fields.join(',')}` : '';
}

function useFixedFilters({ block }: GridState, scope: ScreenScope) {
  return useMemo(() => {
    const values = expressionScope(scope);
    return block.where.map(({ path, operator, value }) => ({
      path,
      operator,
      value: evaluateOn(value, values, ''),
    }));
  }, [block, scope]);
}

type LastPage = { grid: GridState; page: number; pageSize: number; data: Page | undefined };

/** Rows were removed and the page no longer exists: the last one that does is shown instead. */
function useLastPage({ grid, page, pageSize, data }: LastPage): void {
  useEffect(() => {
    if (!data || data.Items.length > 0 || data.TotalItems === 0) return;
    const last = Math.ceil(data.TotalItems / (pageSize || largestPage));
    if (page > last) grid.setPage(last);
  }, [grid, page, pageSize, data]);
}

const none: readonly DataRecord[] = [];
