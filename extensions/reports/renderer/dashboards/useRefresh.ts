import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocale } from '#renderer';

/** How fresh the panels of a dashboard are, and a way to read them again in place. */
export function useRefresh(dashboard: string | null) {
  const client = useQueryClient();
  const language = useLocale();
  const filter = { queryKey: ['panel', language, dashboard], type: 'active' as const };
  const isBusy = useIsFetching(filter) > 0;
  const states = client
    .getQueryCache()
    .findAll(filter)
    .map(({ state }) => state);
  const times = states.flatMap(({ dataUpdatedAt }) => (dataUpdatedAt > 0 ? [dataUpdatedAt] : []));
  const refresh = useCallback(
    () => client.refetchQueries({ queryKey: ['panel', language, dashboard], type: 'active' }),
    [client, language, dashboard],
  );
  return {
    ...{ isBusy, refresh },
    /** The oldest figure. */
    asOf: times.length > 0 ? new Date(Math.min(...times)).toISOString() : undefined,
    /** Old figures are still shown, because reading them again failed. */
    isStale: states.some(({ status, dataUpdatedAt }) => status === 'error' && dataUpdatedAt > 0),
  };
}
