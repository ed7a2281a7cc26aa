import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DataRecord, DetailList, ListDetailBlock } from '#engine';
import { useApi, useModel } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import type { ListQuery } from '../../data/listState.ts';
import { keys, type Page } from '../../data/queries.ts';
import type { ScreenScope } from '../../data/screenScope.ts';

/** Most lists fit on one page and are filtered in the browser. */
const pageSize = 100;

export type DetailRecords = ListQuery & {
  readonly records: readonly DataRecord[];
  readonly total: number;
  readonly isPartial: boolean;
  /** The server has answered. */
  readonly isKnown: boolean;
  /** It has more than one page, so the server filters it. */
  readonly isLong: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly isFetchingNextPage: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

type Asked = { readonly scope: ScreenScope; readonly text: string };

/** Loads one list of a list-detail block page by page. */
export function useDetailRecords(
  block: ListDetailBlock,
  list: DetailList,
  { scope, text }: Asked,
): DetailRecords {
  const api = useApi();
  const isSearchable = useModel().entities.get(block.entity)?.fieldByPath.get(list.label)?.stored === true;
  const [isLong, setLong] = useState(false);
  const wanted = useLater(text.trim());
  const search = isLong && isSearchable ? wanted : '';
  const path = `${fillPath(list.find, scope)}?${queryOf(list, search)}`;
  const found = useInfiniteQuery({
    queryKey: keys.list(block.entity, path),
    queryFn: ({ signal, pageParam }) =>
      api.get<Page>(`${path}&page=${pageParam}&pageSize=${pageSize}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ Items, TotalItems }, pages) =>
      Items.length > 0 && pages.length * pageSize < TotalItems ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  });
  const pages = found.data?.pages ?? [];
  if (found.hasNextPage && isSearchable && !isLong) setLong(true);
  return {
    records: [
      ...new Map(pages.flatMap(({ Items }) => Items).map((record) => [record.Id, record] as const)).values(),
    ],
    total: pages.at(-1)?.TotalItems ?? 0,
    isPartial: pages.at(-1)?.IsPartial === true,
    isKnown: found.data !== undefined,
    isLong,
    hasMore: found.hasNextPage,
    loadMore: () => void found.fetchNextPage(),
    isFetchingNextPage: found.isFetchingNextPage,
    error: found.error,
    refetch: found.refetch,
    status: found.status,
    isFetching: found.isFetching,
    isPlaceholderData: found.isPlaceholderData,
  };
}

function queryOf({ sort, label }: DetailList, search: string): string {
  const params = new URLSearchParams();
  for (const { path } of sort) params.append('sortFields', path);
  for (const { direction } of sort) params.append('sortDirections', direction === 'asc' ? '1' : '0');
  if (search !== '') {
    params.append('FilterProperty', label);
    params.append('FilterOperator', 'contains');
    params.append('FilterValue', search);
  }
  return params.toString();
}

/** A debounced text. `pause` in milliseconds. */
function useLater(text: string, pause = 200): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return later;
}
