import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  type DataRecord,
  type GridBlock,
  type GridState,
  gridFields,
  type LayoutModel,
  largestPage,
  layoutOf,
  type Model,
} from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { fillPath } from '../data/fillPath.ts';
import { type ListState, listState } from '../data/listState.ts';
import { findRoute, keys, type Page } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { waitsForFilter } from './filterValues.ts';
import type { OwnLayout } from './layouts/LayoutProps.ts';
import { useGridSnapshot } from './useGridState.ts';

export type GridRows = {
  readonly rows: readonly DataRecord[];
  readonly total: number;
  /** True when there are more than `total`; `countAll` asks for the exact number. */
  readonly isCapped: boolean;
  readonly countAll: () => void;
  /** True when there may be more records that the person cannot see. */
  readonly isPartial: boolean;
  /** The query that the rows answer. */
  readonly address: string;
  readonly state: ListState;
  readonly error: unknown;
  readonly retry: () => void;
  /** The server's reason for an empty list. */
  readonly reason: string | undefined;
};

/** Loads the page of records that the grid asks for; the previous rows stay visible until then. */
export function useGridRows(grid: GridState, scope: ScreenScope, isGrouped = false): GridRows {
  const api = useApi();
  const snapshot = useGridSnapshot(grid);
  const { block } = grid;
  const fixed = useFixedFilters(grid, scope);
  const path = `${fillPath(block.find, scope)}?${grid.query(fixed)}${fieldsQuery(useModel(), block)}`;
  const layout = layoutOf(block, snapshot.layout);
  // Layouts and groups load their own pages.
  const isWaiting =
    waitsForFilter(block, snapshot) || isGrouped || (layout !== undefined && loadsItself(layout));
  const query = useQuery({
    queryKey: keys.list(block.entity, path),
    queryFn: ({ signal }) => api.get<Page>(path, { signal }),
    placeholderData: keepPreviousData,
    enabled: !isWaiting,
  });
  const data = isWaiting ? undefined : query.data;
  const all = useExactTotal(block, path, data?.IsTotalCapped === true);
  useLastPage({
    grid,
    page: snapshot.page,
    pageSize: snapshot.pageSize,
    data: query.isPlaceholderData ? undefined : data,
  });
  return {
    rows: data?.Items ?? none,
    total: all.total ?? data?.TotalItems ?? 0,
    isCapped: data?.IsTotalCapped === true && all.total === undefined,
    countAll: all.count,
    isPartial: data?.IsPartial === true,
    address: path,
    state: isWaiting ? 'ready' : listState(query, data?.Items.length ?? 0),
    error: query.error,
    retry: () => void query.refetch(),
    reason: data?.Reason,
  };
}

/** Whether a layout loads its records itself: lists and galleries show those of the page. */
export function loadsItself(layout: LayoutModel): layout is Extract<LayoutModel, OwnLayout> {
  return layout.kind !== 'gallery' && layout.kind !== 'list';
}

/** The exact total of a capped list once asked for, shared by all of its pages. */
function useExactTotal(block: GridBlock, path: string, isCapped: boolean) {
  const api = useApi();
  const [asked, setAsked] = useState<string>();
  const question = path.replace(/([?&]page)=\d+/, '$1=1').replace(/([?&]pageSize)=\d+/, '$1=1');
  const counted = `${question}&$total=exact`;
  const { data } = useQuery({
    queryKey: keys.list(block.entity, counted),
    queryFn: ({ signal }) => api.get<Page>(counted, { signal }),
    enabled: isCapped && asked === question,
  });
  const isAsked = isCapped && asked === question;
  return { total: isAsked ? data?.TotalItems : undefined, count: () => setAsked(question) };
}

/** `&$fields=…` with the fields that the grid needs; empty for a route that chooses its own. */
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

/** If the page no longer exists after deletions, shows the last one. */
function useLastPage({ grid, page, pageSize, data }: LastPage): void {
  useEffect(() => {
    if (!data || data.Items.length > 0 || data.TotalItems === 0) return;
    const last = Math.ceil(data.TotalItems / (pageSize || largestPage));
    if (page > last) grid.setPage(last);
  }, [grid, page, pageSize, data]);
}

const none: readonly DataRecord[] = [];
