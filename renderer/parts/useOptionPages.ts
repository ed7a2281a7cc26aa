import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type DataRecord, isPeopleList, largestPage, type Model } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import type { Api } from '../data/createApi.ts';
import { findRoute, keys, type Page } from '../data/queries.ts';
import type { MoreOptions } from './control.ts';

/** A page of options. */
const pageSize = 50;

type Asked = {
  /** A declared list with its parameters filled in; absent: not loaded yet. */
  readonly path: string | undefined;
  /** The label field, used to search and sort. */
  readonly label: string | undefined;
  /** Ids of records to load, whatever page they are on. */
  readonly chosen?: readonly string[];
};

export type OptionPages = {
  readonly records: readonly DataRecord[];
  /** Records of `chosen` that are on no page loaded so far. */
  readonly others: readonly DataRecord[];
  /** There is more than one page, so the server searches. */
  readonly isLong: boolean;
  readonly isLoading: boolean;
  readonly search: (text: string) => void;
  readonly more?: MoreOptions;
  /** Why the list failed to load. */
  readonly error: Error | null;
  /** The server's reason for an empty list. */
  readonly reason?: string | undefined;
};

/** Options from a list, page by page; the server filters a list longer than a page. */
export function useOptionPages({ path, label, chosen = [] }: Asked): OptionPages {
  const [api, model] = [useApi(), useModel()];
  const [text, search] = useLaterText();
  const list = useMemo(() => listOf(model, path ?? '', label), [model, path, label]);
  const found = useInfiniteQuery({
    queryKey: keys.list('options', list.at({ text, page: 0 })),
    enabled: path !== undefined,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam: page }) => readPage(api, list.at({ text, page }), signal),
    getNextPageParam: ({ Items, TotalItems }, pages) =>
      list.isPaged && Items.length > 0 && pages.length * pageSize < TotalItems ? pages.length + 1 : undefined,
  });
  const pages = found.data?.pages ?? none;
  const records = useMemo(() => distinct(pages.flatMap(({ Items }) => Items)), [pages]);
  const [isLong, setLong] = useState(false);
  if (found.hasNextPage && !isLong) setLong(true);
  const known = new Set(records.map(({ Id }) => String(Id)));
  const others = useOthers(list, found.isPending ? [] : chosen.filter((id) => !known.has(id)));
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  const onLoad = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const total = pages[0]?.TotalItems ?? 0;
  return {
    records,
    others,
    isLong,
    isLoading: path !== undefined && (found.isPending || found.isPlaceholderData),
    search,
    error: found.error,
    reason: pages[0]?.Reason,
    ...(hasNextPage ? { more: { shown: records.length, total, isLoading: isFetchingNextPage, onLoad } } : {}),
  };
}

type List = {
  /** It has pages, and can be queried by ids. */
  readonly isPaged: boolean;
  readonly at: (asked: { readonly text: string; readonly page: number }) => string;
  readonly byIds: (ids: readonly string[]) => string;
};

/** How to query the list; one without stored records (a lookup, an action's answer) is loaded as it is. */
function listOf(model: Model, path: string, label: string | undefined): List {
  const [address = '', declared = ''] = path.split('?');
  const route = findRoute(model, address) ?? filledRoute(model, address);
  const entity = isPeopleList(address)
    ? model.entities.get('user')
    : route && model.entities.get(route.entity);
  if (!entity) return { isPaged: false, at: () => path, byIds: () => path };
  const searched = [label, entity.labelField].find(
    (name) => name !== undefined && entity.fieldByPath.get(name)?.stored,
  );
  const query = (more: Readonly<Record<string, string>>) => {
    const params = new URLSearchParams(declared);
    for (const [name, value] of Object.entries(more)) params.set(name, value);
    return params;
  };
  return {
    isPaged: true,
    at: ({ text, page }) => {
      const params = query({ page: String(page), pageSize: String(pageSize) });
      if (searched && (route?.sort ?? []).length === 0 && !params.has('sortFields')) {
        params.append('sortFields', searched);
        params.append('sortDirections', '1');
      }
      if (searched && text !== '') appendFilter(params, [searched, 'contains', text]);
      return `${address}?${params}`;
    },
    byIds: (ids) => {
      const params = query({ page: '1', pageSize: String(Math.min(ids.length, largestPage)) });
      appendFilter(params, ['Id', 'in', ids.join(',')]);
      return `${address}?${params}`;
    },
  };
}

/** The route of an address whose parameters are filled in or, if optional, left out. */
function filledRoute(model: Model, address: string) {
  const steps = address.toLowerCase().split('/');
  return model.routes.find(({ operation, method, path }) => {
    if (operation !== 'find' || method !== 'GET') return false;
    const whole = path.toLowerCase().split('/');
    const declared = whole.length > steps.length && whole.at(-1)?.endsWith('?}') ? whole.slice(0, -1) : whole;
    return (
      declared.length === steps.length &&
      declared.every((step, at) => step === steps[at] || (/^\{.*\}$/.test(step) && steps[at] !== ''))
    );
  });
}

function appendFilter(params: URLSearchParams, [path, operator, value]: readonly [string, string, string]) {
  params.append('FilterProperty', path);
  params.append('FilterOperator', operator);
  params.append('FilterValue', value);
}

async function readPage(api: Api, path: string, signal: AbortSignal): Promise<Page> {
  const found = await api.get<Page | readonly DataRecord[]>(path, { signal });
  return 'Items' in found ? found : { Items: found, TotalItems: found.length };
}

/** Chosen records that are on no loaded page. */
function useOthers(list: List, ids: readonly string[]): readonly DataRecord[] {
  const api = useApi();
  const path = list.isPaged && ids.length > 0 ? list.byIds(ids) : undefined;
  const { data } = useQuery({
    queryKey: keys.list('options', path ?? ''),
    enabled: path !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) => readPage(api, path ?? '', signal),
  });
  return (path && data?.Items) || nobody;
}

/** A debounced text. `pause` in milliseconds. */
function useLaterText(pause = 200) {
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = useCallback(
    (typed: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setText(typed.trim()), typed === '' ? 0 : pause);
    },
    [pause],
  );
  return [text, later] as const;
}

/** Removes duplicates: a record that moved between page loads appears twice. */
function distinct(records: readonly DataRecord[]): readonly DataRecord[] {
  return [...new Map(records.map((record) => [record.Id, record])).values()];
}

const none: readonly Page[] = [];
const nobody: readonly DataRecord[] = [];
