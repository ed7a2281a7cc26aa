import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { GridMemory, GridSnapshot } from '#engine';
import { useApi, useUser } from './App.tsx';
import type { Api } from './createApi.ts';
import { readLocal, writeLocal } from './local.ts';
import { keys } from './queries.ts';

/** Writes arrive in bursts (a column being dragged): only the last one of a burst is sent. */
const writeDelay = 400;

/**
 * A preference of the person who is signed in, kept on the server and mirrored in this browser, so that it is
 * there even while the server is not. Suspends until it is known.
 */
export function usePreference<T>(key: string, fallback: T): readonly [T, (value: T) => void] {
  const api = useApi();
  const client = useQueryClient();
  const mirror = useMirror<T>(key);
  const { data } = useSuspenseQuery({
    queryKey: keys.preference(key),
    queryFn: () => readPreference<T>(api, key, mirror.read),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const set = useCallback(
    (value: T) => {
      client.setQueryData(keys.preference(key), { value });
      mirror.write(value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void writePreference(api, key, value), writeDelay);
    },
    [api, client, key, mirror],
  );
  return [data.value ?? fallback, set];
}

/** The memory of a grid between visits, as the engine's port. Suspends until it is known. */
export function useGridMemory(key: string): GridMemory {
  const [value, set] = usePreference<Partial<GridSnapshot> | undefined>(`grid.${key}`, undefined);
  const initial = useRef(value);
  return useMemo(() => ({ load: () => initial.current, save: set }), [set]);
}

type Kept<T> = { readonly value: T | undefined };

async function readPreference<T>(api: Api, key: string, mirror: () => T | undefined): Promise<Kept<T>> {
  try {
    return { value: (await api.get<T | null>(`/preference/${encodeURIComponent(key)}`)) ?? undefined };
  } catch {
    return { value: mirror() };
  }
}

async function writePreference(api: Api, key: string, value: unknown): Promise<void> {
  try {
    await api.send('PUT', `/preference/${encodeURIComponent(key)}`, value);
  } catch {
    // The mirror holds it; losing a column width is no reason to disturb anyone.
  }
}

function useMirror<T>(key: string) {
  const { Id } = useUser();
  return useMemo(() => {
    const place = `formwright.${Id}.${key}`;
    return {
      read: () => readLocal<T>(place),
      write: (value: T) => writeLocal(place, value),
    };
  }, [Id, key]);
}
