import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import {
  addTo,
  type DataRecord,
  type Dated,
  type DayPeriod,
  daysIn,
  type GridState,
  periodWhere,
  type WhereGroup,
} from '#engine';
import { useApi } from '../../data/App.tsx';
import { keys, type Page } from '../../data/queries.ts';
import { layoutQuery } from '../layouts/layoutQuery.ts';
import { type Placed, placed } from './placing.ts';

type Asked = {
  readonly address: string;
  readonly period: DayPeriod;
  /** How many of a day are read when the period has too many to read whole; absent: pages of the period. */
  readonly perDay?: number;
  /** Further conditions. */
  readonly where?: WhereGroup;
  /** Records of a page; by default as many as anyone reads in a month. */
  readonly pageSize?: number;
  /** Changes not yet read back, by id. */
  readonly changes: ReadonlyMap<string, DataRecord>;
};

export type Entries = {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly all: readonly Placed[];
  readonly total: number;
  readonly isCapped: boolean;
  readonly isPartial: boolean;
  /** How many records are on a day, if not all of them were read. */
  readonly countOn: (day: string) => number | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
};

/** More than anyone reads in a month; beyond it, every day is read by itself. */
const wholePeriod = 200;

/** The records of a period: all of them, or the first of each day with its count. */
export function useEntries({ block }: GridState, layout: Dated, asked: Asked): Entries {
  const { address, period, perDay, changes, where, pageSize = wholePeriod } = asked;
  const api = useApi();
  const askOf = (days: DayPeriod, pageSize: number) =>
    layoutQuery(address, {
      pageSize,
      sort: layout.start.path,
      where: both(periodWhere(layout, days), where),
    });
  const path = askOf(period, pageSize);
  const whole = useInfiniteQuery({
    queryKey: [...keys.list(block.entity, path), 'pages'],
    queryFn: ({ signal, pageParam }) => api.get<Page>(`${path}&page=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ TotalItems }, pages) =>
      pages.length * pageSize < TotalItems ? pages.length + 1 : undefined,
    // The days change at once; their records follow.
    placeholderData: (before) => before,
  });
  const [first] = whole.data?.pages ?? [];
  const isDense =
    perDay !== undefined &&
    !whole.isPlaceholderData &&
    first !== undefined &&
    first.TotalItems > first.Items.length;
  const days = isDense ? daysIn(period) : [];
  const found = useQueries({
    queries: days.map((day) => {
      const ofDay = askOf({ from: day, to: addTo(day, 'day', 1) }, perDay ?? 1);
      return {
        queryKey: keys.list(block.entity, ofDay),
        queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page>(ofDay, { signal }),
      };
    }),
  });
  const records = isDense
    ? found.flatMap(({ data }) => data?.Items ?? [])
    : (whole.data?.pages.flatMap(({ Items }) => Items) ?? []);
  const byId = new Map(records.map((record) => [String(record.Id), record]));
  const all = [...byId].flatMap(([id, record]) => placed({ ...record, ...changes.get(id) }, layout) ?? []);
  const failed = found.find(({ error }) => error);
  const countOf = new Map(days.map((day, at) => [day, found[at]?.data?.TotalItems]));
  return {
    isPending: whole.isPending,
    error: whole.error ?? failed?.error ?? null,
    retry: () => void (whole.error ? whole.refetch() : failed?.refetch()),
    all,
    total: first?.TotalItems ?? 0,
    isCapped: first?.IsTotalCapped === true,
    isPartial: first?.IsPartial === true,
    countOn: (day) => countOf.get(day),
    hasMore: perDay === undefined && whole.hasNextPage,
    isLoadingMore: whole.isFetchingNextPage,
    more: () => void whole.fetchNextPage(),
  };
}

const both = (one: WhereGroup, other: WhereGroup | undefined): WhereGroup =>
  other ? { all: [one, other] } : one;
