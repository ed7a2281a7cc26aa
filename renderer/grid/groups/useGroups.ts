import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type DataRecord,
  type GridState,
  type GroupValue,
  groupKey,
  groupWhere,
  largestPage,
  layoutOf,
} from '#engine';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { listState } from '../../data/listState.ts';
import { keys, type Page } from '../../data/queries.ts';
import { waitsForFilter } from '../filterValues.ts';
import { groupsQuery, layoutQuery } from '../layouts/layoutQuery.ts';
import type { GridRows } from '../useGridRows.ts';
import { useGridSnapshot } from '../useGridState.ts';
import { type Grouping, groupingOf, groupOffer } from './groupingOf.ts';

/** One group: its count and sums, and its records while it is unfolded. */
export type Group = {
  readonly key: string;
  readonly value: GroupValue;
  /** The name of a referenced record. */
  readonly title?: string;
  readonly count: number;
  readonly totals: readonly (number | null)[];
  readonly isOpen: boolean;
  readonly rows: readonly DataRecord[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads further records; absent if all are shown. */
  readonly more?: () => void;
};

export type Groups = {
  readonly grouping: Grouping;
  readonly groups: readonly Group[];
  /** There are more groups than a list shows. */
  readonly isCapped: boolean;
  readonly toggle: (key: string) => void;
  readonly setAll: (isOpen: boolean) => void;
};

export type GroupsAnswer = {
  readonly Groups: readonly {
    readonly Value: GroupValue;
    readonly Title?: string;
    readonly Count: number;
    readonly Totals?: readonly (number | null)[];
  }[];
  readonly IsGroupsCapped?: boolean;
  readonly IsPartial?: boolean;
};

/** The grouping of a list as the person may see it. */
export function useGrouping(grid: GridState): Grouping | undefined {
  const [model, { Features }] = [useModel(), useUser()];
  const snapshot = useGridSnapshot(grid);
  const offer = useMemo(() => groupOffer(model, grid.block, Features), [model, grid.block, Features]);
  const layout = layoutOf(grid.block, snapshot.layout);
  return useMemo(() => groupingOf(offer, snapshot, layout), [offer, snapshot, layout]);
}

/** A page of a group; then all that a call answers. */
const pages = [20, 200, largestPage] as const;
/** "Unfold all" loads no more groups at once. */
const mostUnfolded = 50;
const unfoldedAtFirst = 10;

/** The groups of a list instead of its pages; undefined if it is not grouped. */
export function useGroups(
  grid: GridState,
  grouping: Grouping | undefined,
  found: GridRows,
): { readonly groups: Groups; readonly found: GridRows } | undefined {
  const api = useApi();
  const snapshot = useGridSnapshot(grid);
  const { entity } = grid.block;
  const isAsked = grouping !== undefined && !waitsForFilter(grid.block, snapshot);
  const path = grouping ? groupsQuery(found.address, groupsAsked(grouping)) : '';
  const counted = useQuery({
    queryKey: keys.list(entity, path),
    queryFn: ({ signal }) => api.get<GroupsAnswer>(path, { signal }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  const known = isAsked ? (counted.data?.Groups ?? []) : [];
  // A gallery of folded groups shows nothing; a list shows its sums.
  const isGallery = layoutOf(grid.block, snapshot.layout)?.kind === 'gallery';
  const atFirst = isGallery ? known.slice(0, unfoldedAtFirst).map(({ Value }) => groupKey(Value)) : [];
  const unfolded = snapshot.unfolded ?? atFirst;
  const open = known.filter(({ Value }) => unfolded.includes(groupKey(Value)));
  const membersOf = useMembers({ entity, address: found.address, grouping, open });
  if (!grouping) return undefined;
  const groups = known.map((group): Group => {
    const { Value, Title, Count, Totals = [] } = group;
    return {
      ...{ key: groupKey(Value), value: Value, count: Count, totals: Totals },
      ...(Title !== undefined && { title: Title }),
      ...membersOf(group),
    };
  });
  const rows = groups.flatMap((group) => group.rows);
  const unfold = (next: readonly string[]) => grid.look({ unfolded: next.slice(-mostUnfolded) });
  return {
    groups: {
      ...{ grouping, groups, isCapped: counted.data?.IsGroupsCapped === true },
      toggle: (key) =>
        unfold(unfolded.includes(key) ? unfolded.filter((one) => one !== key) : [...unfolded, key]),
      setAll: (isOpen) => unfold(isOpen ? groups.slice(0, mostUnfolded).map(({ key }) => key) : []),
    },
    found: {
      ...found,
      rows,
      total: groups.reduce((sum, { count }) => sum + count, 0),
      isCapped: false,
      isPartial: counted.data?.IsPartial === true,
      state: listState(counted, known.length),
      error: counted.error,
      retry: () => void counted.refetch(),
    },
  };
}

type Known = GroupsAnswer['Groups'][number];
type Members = Pick<Group, 'isOpen' | 'rows' | 'isLoading' | 'error' | 'retry' | 'more'>;
type Asking = {
  readonly entity: string;
  /** The query of the list. */
  readonly address: string;
  readonly grouping: Grouping | undefined;
  readonly open: readonly Known[];
};

/** The records of the unfolded groups, page by page. */
function useMembers({ entity, address: list, grouping, open }: Asking): (group: Known) => Members {
  const [api, client] = [useApi(), useQueryClient()];
  const [sizes, setSizes] = useState<Readonly<Record<string, number>>>({});
  const sizeOf = ({ Value }: Known): number => sizes[groupKey(Value)] ?? pages[0];
  const asked = open.map((group) => {
    const where = groupWhere(grouping?.field.path ?? '', grouping?.per, group.Value);
    const size = sizeOf(group);
    const before = pages.findLast((one) => one < size) ?? size;
    const [address, shown] = [size, before].map((pageSize) => layoutQuery(list, { pageSize, where }));
    return { address: address ?? '', shown: shown ?? '' };
  });
  const members = useQueries({
    queries: asked.map(({ address, shown }) => ({
      queryKey: keys.list(entity, address),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page>(address, { signal }),
      // The records shown so far stay until more are there.
      placeholderData: () => client.getQueryData<Page>(keys.list(entity, shown)),
    })),
  });
  return (group) => {
    const at = open.findIndex((one) => one.Value === group.Value);
    const page = at < 0 ? undefined : members[at];
    const rows = page?.data?.Items ?? [];
    const size = pages.find((one) => one > sizeOf(group));
    const hasMore = page?.data !== undefined && page.data.TotalItems > rows.length && size !== undefined;
    return {
      ...{ rows, isOpen: at >= 0 },
      isLoading: page?.isFetching === true,
      error: page?.error ?? null,
      retry: () => void page?.refetch(),
      ...(hasMore && { more: () => setSizes({ ...sizes, [groupKey(group.Value)]: size }) }),
    };
  };
}

const groupsAsked = ({ field, per, totals }: Grouping) => ({
  by: field.path,
  ...(per && { per }),
  totals: totals.map(({ path }) => path),
});
