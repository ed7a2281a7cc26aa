import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { DataRecord, ScreenModel } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApp } from '../data/App.tsx';
import { keys, recordPath } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/ScreenScope.tsx';

export type ScreenData = {
  readonly scope: ScreenScope;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error?: unknown;
};

type Load = { readonly name: string; readonly entity: string; readonly id?: string };

/** Loads the records a screen declares; one may name the id of a later one. */
export function useScreenData(screen: ScreenModel): ScreenData {
  const { api, model, session } = useApp();
  const client = useQueryClient();
  const place = usePlace();
  const reload = useCallback(async () => {
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' });
  }, [client]);
  const start = { ...place, user: session.user, reload };
  const known = (load: Load) =>
    load.id === undefined ? undefined : client.getQueryData<DataRecord>(keys.record(load.entity, load.id));
  const loads = planLoads(screen, start, known);
  const results = useQueries({
    queries: loads.map(({ entity, id = '' }) => ({
      queryKey: keys.record(entity, id),
      enabled: id !== '',
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const path = recordPath(model, entity, id);
        if (!path) throw new ApiError(404, { Message: entity }, 'not-found');
        return api.get<DataRecord>(path, { signal });
      },
    })),
  });
  // The records, not the query objects: those are new at every render.
  const records = results.map((result) => result.data);
  const data = useMemo(
    () => Object.fromEntries(loads.flatMap(({ name }, at) => (records[at] ? [[name, records[at]]] : []))),
    // biome-ignore lint/correctness/useExhaustiveDependencies: `loads` follows from the screen and the place.
    [...records, screen, place],
  );
  const scope = useMemo<ScreenScope>(
    () => ({ ...place, user: session.user, data, reload }),
    [place, session.user, data, reload],
  );
  const failed = results.find((result) => result.isError && result.data === undefined);
  if (failed) return { scope, state: 'failed', error: failed.error };
  return { scope, state: records.every(Boolean) ? 'ready' : 'loading' };
}

/** Route and query parameters; the same object while they are the same. */
function usePlace(): Pick<ScreenScope, 'route' | 'query'> {
  const params = useParams();
  const [search] = useSearchParams();
  const text = JSON.stringify([params, Object.fromEntries(search)]);
  return useMemo(() => {
    const [route, query] = JSON.parse(text);
    return { route, query };
  }, [text]);
}

function planLoads(
  screen: ScreenModel,
  start: Omit<ScreenScope, 'data'>,
  known: (load: Load) => DataRecord | undefined,
): readonly Load[] {
  const data: Record<string, DataRecord> = {};
  return screen.data.map(({ name, entity, id }) => {
    const found = evaluateOn(id, expressionScope({ ...start, data }), undefined);
    const load = { name, entity, id: found === undefined || found === null ? undefined : String(found) };
    const record = known(load);
    if (record) data[name] = record;
    return load;
  });
}
