import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { GridChoices } from '#engine';
import { useApi } from './App.tsx';
import type { Api } from './createApi.ts';
import type { Intent } from './intents.ts';
import { usePreference } from './preferences.ts';
import { keys } from './queries.ts';

/** A saved view of a list, private or shared with a role. */
export type ViewHead = {
  readonly Id: string;
  readonly List: string;
  readonly Name: string;
  readonly Role: string | null;
  /** User name of its author. */
  readonly Owner: string;
  readonly IsMine: boolean;
  readonly Revision: number;
};

export type SavedView = ViewHead & {
  readonly Choices: GridChoices;
  /** Fields it uses that the list no longer has. */
  readonly Gone: readonly string[];
  readonly IsPartial: boolean;
};

export type ViewInput = {
  readonly Name?: string;
  readonly Role?: string | null;
  readonly Choices?: GridChoices;
};

type Views = {
  /** Undefined while loading. */
  readonly heads: readonly ViewHead[] | undefined;
  /** Id of the default view; null: none. Undefined while loading. */
  readonly first: string | null | undefined;
  readonly setFirst: (id: string | null) => void;
  readonly load: (id: string) => Promise<SavedView>;
  readonly create: (input: ViewInput, intent: Intent) => Promise<SavedView>;
  readonly change: (view: ViewHead, input: ViewInput) => Promise<SavedView>;
  readonly remove: (id: string) => Promise<void>;
};

const entity = 'saved-view';

/** The saved views of a list; none without a list. */
export function useSavedViews(list: string | undefined): Views {
  const [api, client] = [useApi(), useQueryClient()];
  const { data } = useQuery({
    queryKey: keys.list(entity, '/view'),
    queryFn: () => readHeads(api),
    enabled: list !== undefined,
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const [kept, keep] = usePreference<Readonly<Record<string, string>>>('views.first', list !== undefined);
  const heads = useMemo(() => data?.filter(({ List }) => List === list), [data, list]);
  const firsts = kept && (kept.value ?? none);
  const setFirst = (id: string | null) => {
    const { [list ?? '']: _, ...others } = firsts ?? none;
    keep(id === null ? others : { ...others, [list ?? '']: id });
  };
  const load = useCallback((id: string) => api.get<SavedView>(`/view/${id}`), [api]);
  const written = async <Result>(call: Promise<Result>): Promise<Result> => {
    const result = await call;
    await client.invalidateQueries({ queryKey: ['list', entity] });
    return result;
  };
  return {
    heads,
    first: firsts && (firsts[list ?? ''] ?? null),
    setFirst,
    load,
    create: (input, intent) =>
      written(api.send<SavedView>('POST', '/view', { List: list, ...input }, { intent })),
    change: ({ Id, Revision }, input) =>
      written(api.send<SavedView>('PUT', `/view/${Id}`, { ...input, Revision })),
    remove: (id) => written(api.send('DELETE', `/view/${id}`)),
  };
}

const none: Readonly<Record<string, string>> = {};

/** On failure the list opens without views. */
async function readHeads(api: Api): Promise<readonly ViewHead[]> {
  try {
    return (await api.get<{ readonly Items: readonly ViewHead[] }>('/view')).Items;
  } catch {
    return [];
  }
}
