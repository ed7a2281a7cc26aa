import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { DataRecord, ScreenModel } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApp } from '../data/App.tsx';
import { keys, recordPath } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';

type ScreenData = {
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
  const names = screen.data.map(({ name }) => name).join(' ');
  const combine = useCallback((results: readonly Answer[]) => combineAnswers(names, results), [names]);
  const { data, error, isReady } = useQueries({
    combine,
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
  const scope = useMemo<ScreenScope>(
    () => ({ ...place, user: session.user, data, reload }),
    [place, session.user, data, reload],
  );
  if (error) return { scope, state: 'failed', error };
  return { scope, state: isReady ? 'ready' : 'loading' };
}

type Answer = Pick<UseQueryResult<DataRecord>, 'data' | 'error' | 'isError'>;

/** React Query keeps the result while nothing in it changes, so that the screen is not drawn again for nothing. */
function combineAnswers(names: string, results: readonly Answer[]) {
  const byName = names.split(' ').map((name, at) => [name, results[at]?.data] as const);
  return {
    data: Object.fromEntries(byName.filter(([, record]) => record)) as Readonly<Record<string, DataRecord>>,
    error: results.find((result) => result.isError && result.data === undefined)?.error,
    isReady: results.every((result) => result.data !== undefined),
  };
}

/** Route and query parameters; the same object while they are the same. */
function usePlace(): Pick<ScreenScope, 'route' | 'query'> {
  // The whole address is a parameter, too: of the shell, not of the screen.
  const { '*': _, ...params } = useParams();
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
