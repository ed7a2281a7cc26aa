/** What of a query says whether its answer is here; `useQuery` and `QueryObserver` both give it. */
export type ListQuery = {
  readonly status: 'pending' | 'error' | 'success';
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
};

/** `loading`: nothing to show yet; `refreshing`: what is shown is the answer to the question before. */
export type ListState = 'loading' | 'ready' | 'refreshing' | 'failed';

/**
 * What a list may show. Rows stay in sight while they are asked for again; that there are none is said
 * (`ready` without rows) only when the last answer says so and no newer one is under way.
 */
export function listState(query: ListQuery, count: number): ListState {
  const { status, isFetching, isPlaceholderData } = query;
  if (status === 'pending') return 'loading';
  if (count === 0 && isFetching) return 'loading';
  if (status === 'error') return count === 0 ? 'failed' : 'ready';
  return isPlaceholderData ? 'refreshing' : 'ready';
}
