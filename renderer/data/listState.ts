/** The part of a query that `listState` reads; `useQuery` and `QueryObserver` both provide it. */
export type ListQuery = {
  readonly status: 'pending' | 'error' | 'success';
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
};

/** `loading`: nothing to show yet; `refreshing`: the previous answer is shown. */
export type ListState = 'loading' | 'ready' | 'refreshing' | 'failed';

/**
 * What a list may show. Rows stay visible during a refetch. A list is empty (`ready` without rows) only if
 * the last answer says so and no newer one is pending.
 */
export function listState(query: ListQuery, count: number): ListState {
  const { status, isFetching, isPlaceholderData } = query;
  if (status === 'pending') return 'loading';
  if (count === 0 && isFetching) return 'loading';
  if (status === 'error') return count === 0 ? 'failed' : 'ready';
  return isPlaceholderData ? 'refreshing' : 'ready';
}
