import { useInfiniteQuery } from '@tanstack/react-query';
import type { BoardLayout, GridState } from '#engine';
import { useApi } from '../../data/App.tsx';
import { keys, type Page } from '../../data/queries.ts';
import { layoutQuery } from '../layouts/layoutQuery.ts';
import type { BoardValue } from './useMoves.ts';

type Asked = { readonly address: string; readonly value: BoardValue };

/** The cards of one column, a page at a time. */
export function useCards({ block }: GridState, { by, pageSize }: BoardLayout, { address, value }: Asked) {
  const api = useApi();
  const is = { path: by, operator: 'eq', ...(value !== null && { value }) };
  const asked = layoutQuery(address, { pageSize, where: { all: [is] } });
  return useInfiniteQuery({
    queryKey: [...keys.list(block.entity, asked), 'pages'],
    queryFn: ({ signal, pageParam }) => api.get<Page>(`${asked}&page=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ TotalItems }, pages) =>
      pages.length * pageSize < TotalItems ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
  });
}
