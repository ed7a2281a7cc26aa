/** Records that the person opened last or keeps as favourites; the server keeps them, bounded and under rights. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from './App.tsx';
import type { Api } from './createApi.ts';

/** A record as the person may see it today. */
export type Visited = {
  readonly Entity: string;
  readonly Id: string;
  /** The address of its page. */
  readonly Page: string;
  readonly Name: string;
  /** What tells it apart from others of the same name. */
  readonly Note: string;
  readonly Visits: number;
  readonly IsFavourite: boolean;
};

type Visits = { readonly Items: readonly Visited[] };
type Mark = { readonly IsFavourite: boolean };

const key = 'visit';

function visitsQuery(api: Api, entity?: string) {
  const path = entity === undefined ? '/visit' : `/visit?entity=${encodeURIComponent(entity)}`;
  return {
    queryKey: [key, 'list', entity],
    retry: false,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get<Visits>(path, { signal }),
  };
}

/** Favourites first, then by the last visit; of one entity or of all. */
export function useVisits(entity?: string): readonly Visited[] {
  return useQuery(visitsQuery(useApi(), entity)).data?.Items ?? none;
}

/** Asks for all of them once a page has had time to load, so that the palette opens with them. */
export function useVisitsAhead(): void {
  const api = useApi();
  const client = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => void client.prefetchQuery(visitsQuery(api)), ahead);
    return () => clearTimeout(timer);
  }, [api, client]);
}

const ahead = 3000;

const none: readonly Visited[] = [];

type Place = { readonly entity: string; readonly id: string };

/** Notes that the record is open, and says whether it is a favourite; undefined until that is known. */
export function useFavourite({ entity, id }: Place) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = [key, 'mark', entity, id];
  const put = (body: Partial<Mark>) =>
    api.send<Mark>('PUT', `/visit/${entity}/${id}`, body, { keepalive: true });
  const { data } = useQuery({
    queryKey,
    retry: false,
    // Once per opening: only a new page counts as another visit.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () => {
      const mark = await put({});
      void client.invalidateQueries({ queryKey: [key, 'list'] });
      return mark;
    },
  });
  const set = async (IsFavourite: boolean) => {
    client.setQueryData(queryKey, await put({ IsFavourite }));
    await client.invalidateQueries({ queryKey: [key, 'list'] });
  };
  return { isFavourite: data?.IsFavourite, set };
}
