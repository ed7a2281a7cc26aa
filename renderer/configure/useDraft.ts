import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { applyEdits, type Change, type ChangeEdit, editsBetween, type ModelBundle } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApi, useApp } from '../data/App.tsx';
import type { Connection } from '../data/connection.ts';
import type { Api } from '../data/createApi.ts';
import { bodyOfEdits, type PendingEdit, withPending } from './draftEdits.ts';
import {
  type DraftStep,
  type DraftSteps,
  noSteps,
  redoing,
  stepBetween,
  stepsOf,
  undoing,
  withoutStep,
  withStep,
} from './draftSteps.ts';
import type { Draft } from './draftTypes.ts';
import { clientState, createEditQueue } from './editQueue.ts';

export const draftKeys = {
  draft: ['configure', 'draft'],
  pending: ['configure', 'pending'],
  steps: ['configure', 'steps'],
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

/** The declarations with the draft applied. */
export function useDraftBundle(draft: Draft | undefined) {
  const api = useApi();
  return useQuery<ModelBundle>({
    queryKey: draftKeys.bundle(draft),
    enabled: draft !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Keep the previous bundle while loading, so that pages do not flicker.
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<ModelBundle>('/configure/draft/bundle', { signal }),
  });
}

/** The shipped declarations, for trying changes before they enter the draft. */
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
  /**
   * Adds and removes changes in one step; the answer contains findings. Sends only the differences from
   * `base`, the changes from which the editor started.
   */
  readonly put: (
    base: readonly Change[],
    changes: readonly Change[],
    gone?: readonly Named[],
  ) => Promise<Draft>;
  /** Deletes an entity of the overlay with all its dependents. */
  readonly takeEntity: (name: string) => Promise<Draft>;
  readonly discard: () => Promise<Draft>;
  /** Takes back the last step of this window, or does it again; undefined if there is none. */
  readonly undo: () => Promise<Draft> | undefined;
  readonly redo: () => Promise<Draft> | undefined;
  readonly keep: (draft: Draft) => void;
  /** The changes last known from the server. */
  readonly known: () => readonly Change[];
  /** Resolves once no edit is pending, whatever the results. */
  readonly settled: () => Promise<unknown>;
};

/** Edits not yet answered by the server. */
export function usePendingEdits(): readonly PendingEdit[] {
  const { data } = useQuery<readonly PendingEdit[]>({
    queryKey: draftKeys.pending,
    queryFn: () => [],
    enabled: false,
    initialData: [],
  });
  return data;
}

/** Steps of this window that can be undone or redone. */
export function useDraftSteps({ Release }: Draft): DraftSteps {
  const { data } = useQuery<DraftSteps>({
    queryKey: draftKeys.steps,
    queryFn: () => noSteps,
    enabled: false,
    initialData: noSteps,
  });
  return stepsOf(data, Release);
}

/** Calls that change the draft; each answer updates the pages. */
export function useDraftCalls(): DraftCalls {
  const { api, connection } = useApp();
  const client = useQueryClient();
  return useMemo(() => createDraftCalls({ api, connection, client }), [api, connection, client]);
}

type Sending = { readonly api: Api; readonly connection: Connection; readonly client: QueryClient };

/** Calls run in sequence, so that fast input cannot reorder changes. */
function createDraftCalls({ api, connection, client }: Sending): DraftCalls {
  const keep = (draft: Draft) => client.setQueryData<Draft>(draftKeys.draft, draft) ?? draft;
  const latest = () => client.getQueryData<Draft>(draftKeys.draft);
  const pending = clientState<readonly PendingEdit[]>(client, draftKeys.pending, []);
  const queue = createEditQueue({
    send: async (edits) => {
      const draft = await api.send<Draft>('POST', '/configure/draft/edits', bodyOfEdits(edits), {
        // Edits are absolute: later ones are a call of their own.
        intent: 'same-content',
      });
      // A read started before this would restore the old draft.
      await client.cancelQueries({ queryKey: draftKeys.draft });
      return keep(draft);
    },
    back: connection.back,
    failed: async (error) => {
      // Another window has changed the same; show the current state.
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey: draftKeys.draft });
    },
    pending: pending.read,
    setPending: pending.write,
  });
  const { steps, setSteps } = keptSteps(client, () => latest()?.Release);
  /** Takes over a draft that the server has changed as a whole; that is one step. */
  const kept = (draft: Draft) => {
    const before = latest();
    keep(draft);
    const step = before?.Release === draft.Release && stepBetween(before.Changes, draft.Changes);
    if (step) setSteps(withStep(steps(), step));
    return draft;
  };
  const whole = (path: string) =>
    queue.inTurn(async () =>
      kept(await api.send<Draft>('DELETE', path, undefined, { revision: latest()?.Revision })),
    );
  /** Known as a step at once, so that it can be undone before the server has answered. */
  const add = (edits: readonly ChangeEdit[], step: DraftStep | undefined, next: DraftSteps) => {
    setSteps(next);
    const sent = queue.add(edits);
    sent.catch(() => step && setSteps(withoutStep(steps(), step)));
    return sent;
  };
  return {
    put: async (base, changes, gone) => {
      const draft = latest();
      const edits = editsBetween(base, changes, gone);
      if (edits.length === 0 && draft) return draft;
      const now = withPending(draft?.Changes ?? [], pending.read());
      const step = stepBetween(now, applyEdits(now, edits).changes);
      return add(edits, step, step ? withStep(steps(), step) : steps());
    },
    takeEntity: (name) => whole(`/configure/draft/entity/${encodeURIComponent(name)}?dependents=true`),
    discard: () => whole('/configure/draft'),
    ...stepping(steps, add),
    keep: kept,
    known: () => latest()?.Changes ?? [],
    settled: queue.settled,
  };
}

/** The steps of this window, stored beside the draft. */
function keptSteps(client: QueryClient, release: () => number | undefined) {
  const { read, write } = clientState<DraftSteps>(client, draftKeys.steps, noSteps);
  return {
    steps: () => stepsOf(read(), release()),
    setSteps: (next: DraftSteps) => write({ ...next, release: release() }),
  };
}

type AddStep = (edits: readonly ChangeEdit[], step: DraftStep, next: DraftSteps) => Promise<Draft>;

function stepping(steps: () => DraftSteps, add: AddStep): Pick<DraftCalls, 'undo' | 'redo'> {
  return {
    undo: () => {
      const { past, future } = steps();
      const step = past.at(-1);
      return step && add(undoing(step), step, { past: past.slice(0, -1), future: [step, ...future] });
    },
    redo: () => {
      const { past, future } = steps();
      const [step, ...rest] = future;
      return step && add(redoing(step), step, { past: [...past, step], future: rest });
    },
  };
}
