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

type Load = {
  readonly name: string;
  readonly entity: string;
  readonly id?: string;
  readonly isOptional: boolean;
};

/** Loads the records that a screen declares; one may provide the id of a later one. */
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
  const names = loads
    .map(({ name, isOptional, id }) => `${name}${isOptional ? (id ? '?' : '-') : ''}`)
    .join(' ');
  const combine = useCallback((results: readonly Answer[]) => combineAnswers(names, results), [names]);
  const { data, error, isReady } = useQueries({
    combine,
    queries: loads.map(({ entity, id = '' }) => ({
      queryKey: keys.record(entity, id),
      enabled: id !== '',
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const path = recordPath(model, entity, id, place.route, session.user.Features);
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

/** React Query keeps the result while nothing in it changes, which avoids renders. */
function combineAnswers(names: string, results: readonly Answer[]) {
  const loads = names.split(' ').map((name, at) => ({ name, result: results[at] as Answer }));
  const byName = loads.map(({ name, result }) => [name.replace(/[?-]$/, ''), result?.data] as const);
  const needed = loads.filter(({ name, result }) => result && !isDone(name, result));
  return {
    data: Object.fromEntries(byName.filter(([, record]) => record)) as Readonly<Record<string, DataRecord>>,
    error: needed.find(({ result }) => result.isError)?.result.error,
    isReady: needed.length === 0,
  };
}

/** Whether a record has loaded or may be missing: `name?` is optional, `name-` is not requested. */
function isDone(name: string, { data, error, isError }: Answer): boolean {
  if (data !== undefined || name.endsWith('-')) return true;
  return name.endsWith('?') && isError && error instanceof ApiError && [400, 403, 404].includes(error.status);
}

/** Route and query parameters; a stable object while they are equal. */
function usePlace(): Pick<ScreenScope, 'route' | 'query'> {
  // Drop the splat parameter, which belongs to the shell.
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
  return screen.data.map(({ name, entity, id, isOptional }) => {
    const found = evaluateOn(id, expressionScope({ ...start, data }), undefined);
    const isNone = found === undefined || found === null || found === '';
    const load = { name, entity, isOptional, id: isNone ? undefined : String(found) };
    const record = known(load);
    if (record) data[name] = record;
    return load;
  });
}
