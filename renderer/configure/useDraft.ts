import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Change, ModelBundle } from '#engine';
import { useApi } from '../data/App.tsx';
import type { Draft } from './draftTypes.ts';

export const draftKeys = {
  draft: ['configure', 'draft'],
  bundle: (draft: Draft | undefined) => ['configure', 'bundle', draft?.Revision, draft?.Release, draft?.Live],
  shipped: ['configure', 'shipped'],
  releases: ['configure', 'releases'],
} as const;

/** The draft of this person. */
export function useDraftQuery() {
  const api = useApi();
  return useQuery({
    queryKey: draftKeys.draft,
    queryFn: ({ signal }) => api.get<Draft>('/configure/draft', { signal }),
  });
}

/** The declarations as they are with the draft. */
export function useDraftBundle(draft: Draft | undefined) {
  const api = useApi();
  return useQuery<ModelBundle>({
    queryKey: draftKeys.bundle(draft),
    enabled: draft !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // While the next one is on its way the last one stands: pages do not blink at each change.
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<ModelBundle>('/configure/draft/bundle', { signal }),
  });
}

/** The declarations as shipped, to try a change on before it goes into the draft. */
export function useShippedBundle() {
  const api = useApi();
  return useQuery({
    queryKey: draftKeys.shipped,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.get<ModelBundle>('/configure/shipped', { signal }),
  });
}

export type Named = Pick<Change, 'kind' | 'name'>;

export type DraftCalls = {
  /** Puts changes into the draft and takes others out, in one step; the answer says what is wrong with them. */
  readonly put: (changes: readonly Change[], gone?: readonly Named[]) => Promise<Draft>;
  readonly remove: (changes: readonly Named[]) => Promise<Draft>;
  /** Takes an entity of the overlay out, with all that cannot be without it. */
  readonly takeEntity: (name: string) => Promise<Draft>;
  readonly discard: () => Promise<Draft>;
  readonly keep: (draft: Draft) => void;
  /** Once no change is on its way any more, whatever became of it. */
  readonly settled: () => Promise<unknown>;
};

/** Calls that change the draft; each answer becomes what the pages show. */
export function useDraftCalls(): DraftCalls {
  const api = useApi();
  const client = useQueryClient();
  return useMemo(() => {
    const keep = (draft: Draft) => client.setQueryData(draftKeys.draft, draft);
    const latest = () => client.getQueryData<Draft>(draftKeys.draft);
    // One after the other: each stands on the revision the one before has made, however quick the keys are.
    let last: Promise<unknown> = Promise.resolve();
    const send = async (method: 'PUT' | 'DELETE', path: string, body?: unknown) => {
      const draft = await api.send<Draft>(method, path, body, { revision: latest()?.Revision });
      keep(draft);
      return draft;
    };
    const call = (...given: Parameters<typeof send>) => {
      const sent = last.then(() => send(...given));
      last = sent.catch(() => undefined);
      return sent;
    };
    const named = ({ kind, name }: Named) => ({ kind, name });
    return {
      put: (changes, gone = []) => call('PUT', '/configure/draft', { Put: changes, Remove: gone.map(named) }),
      remove: (changes) => call('PUT', '/configure/draft', { Put: [], Remove: changes.map(named) }),
      takeEntity: (name) =>
        call('DELETE', `/configure/draft/entity/${encodeURIComponent(name)}?dependents=true`),
      discard: () => call('DELETE', '/configure/draft'),
      keep,
      settled: () => last,
    };
  }, [api, client]);
}
