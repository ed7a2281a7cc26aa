import { useQuery } from '@tanstack/react-query';
import type { BoardLayout, GridState } from '#engine';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { keys } from '../../data/queries.ts';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { LayoutProps } from '../layouts/LayoutProps.ts';
import { groupsQuery } from '../layouts/layoutQuery.ts';
import { PartialNote } from '../PartialNote.tsx';
import { BoardColumn } from './BoardColumn.tsx';
import styles from './board.module.css';
import { useMoves } from './useMoves.ts';

type Groups = {
  readonly Groups: readonly { readonly Value: string | number | null; readonly Count: number }[];
  readonly IsPartial?: boolean;
};

/** A column for each value, with its own count and pages; cards move as the workflow allows. */
export function BoardView({ grid, layout, scope, tools, address, label }: LayoutProps<BoardLayout>) {
  const say = useMessage();
  const counts = useCounts(grid, layout, address);
  const moves = useMoves(grid.block, layout, scope);
  if (counts.error) return <ErrorState text={counts.error.message} onRetry={() => void counts.refetch()} />;
  if (!counts.data)
    return (
      <div className={styles.loading}>
        <Skeleton look="rows" lines={6} />
      </div>
    );
  const countOf = new Map(counts.data.Groups.map(({ Value, Count }) => [Value, Count]));
  const values = [...layout.values, ...(layout.isOptional && countOf.has(null) ? [null] : [])];
  return (
    <>
      <section className={styles.board} aria-label={say('ui.board.of', { name: label })}>
        {values.map((value) => (
          <BoardColumn
            key={String(value)}
            {...{ grid, layout, scope, tools, address, value, moves }}
            count={countOf.get(value) ?? 0}
          />
        ))}
      </section>
      <PartialNote isPartial={counts.data.IsPartial} />
    </>
  );
}

function useCounts({ block }: GridState, { by }: BoardLayout, address: string) {
  const api = useApi();
  const counted = groupsQuery(address, { by });
  return useQuery({
    queryKey: keys.list(block.entity, counted),
    queryFn: ({ signal }) => api.get<Groups>(counted, { signal }),
    placeholderData: (before) => before,
  });
}
