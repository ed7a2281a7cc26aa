import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { GridMemory, GridSnapshot } from '#engine';
import { useApi, useUser } from './App.tsx';
import type { Api } from './createApi.ts';
import { readLocal, writeLocal } from './local.ts';
import { keys } from './queries.ts';

/** Debounce writes, which arrive in bursts (dragging a column). Milliseconds. */
const writeDelay = 400;

/**
 * A preference of the signed-in person, stored on the server and mirrored in this browser for when the server
 * is unreachable. Undefined while loading.
 */
export function usePreference<T>(
  key: string,
  isNeeded = true,
): readonly [Kept<T> | undefined, (value: T) => void] {
  const api = useApi();
  const client = useQueryClient();
  const mirror = useMirror<T>(key);
  const { data } = useQuery({
    queryKey: keys.preference(key),
    queryFn: () => readPreference<T>(api, key, mirror.read),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    const flush = () => void flushPreferences(api);
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [api]);
  const set = useCallback(
    (value: T) => {
      client.setQueryData(keys.preference(key), { value });
      mirror.write(value);
      writeLater(api, key, value);
    },
    [api, client, key, mirror],
  );
  return [data, set];
}

/** Grid state between visits, as the engine's port. Undefined while loading. */
export function useGridMemory(key: string): GridMemory | undefined {
  const [kept, set] = usePreference<Partial<GridSnapshot>>(`grid.${key}`);
  const initial = useRef<Kept<Partial<GridSnapshot>>>(undefined);
  initial.current ??= kept;
  const isKnown = kept !== undefined;
  return useMemo(
    () => (isKnown ? { load: () => initial.current?.value, save: set } : undefined),
    [isKnown, set],
  );
}

type Kept<T> = { readonly value: T | undefined };

async function readPreference<T>(api: Api, key: string, mirror: () => T | undefined): Promise<Kept<T>> {
  try {
    return { value: (await api.get<T | null>(`/preference/${encodeURIComponent(key)}`)) ?? undefined };
  } catch {
    return { value: mirror() };
  }
}

type Waiting = Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly value: unknown }>;

const waitingWrites = new WeakMap<Api, Waiting>();

function writeLater(api: Api, key: string, value: unknown): void {
  const waiting: Waiting = waitingWrites.get(api) ?? new Map();
  waitingWrites.set(api, waiting);
  clearTimeout(waiting.get(key)?.timer);
  const write = () => {
    waiting.delete(key);
    void writePreference(api, key, value);
  };
  waiting.set(key, { timer: setTimeout(write, writeDelay), value });
}

/** Sends pending writes now, before the page closes or the person signs out. */
export async function flushPreferences(api: Api): Promise<void> {
  const waiting = [...(waitingWrites.get(api) ?? [])];
  waitingWrites.delete(api);
  for (const [, { timer }] of waiting) clearTimeout(timer);
  await Promise.all(waiting.map(([key, { value }]) => writePreference(api, key, value)));
}

async function writePreference(api: Api, key: string, value: unknown): Promise<void> {
  try {
    await api.send('PUT', `/preference/${encodeURIComponent(key)}`, value, { keepalive: true });
  } catch {
    // The mirror has it; a lost column width is not worth an error.
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
