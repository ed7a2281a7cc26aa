import { useInfiniteQuery } from '@tanstack/react-query';
import { GridList } from 'react-aria-components/GridList';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import type { BoardLayout, DataRecord, GridState } from '#engine';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { keys, type Page } from '../../data/queries.ts';
import type { ScreenScope } from '../../data/screenScope.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { CellTools } from '../cellTools.ts';
import { BoardCard } from './BoardCard.tsx';
import { useValueName } from './BoardView.tsx';
import styles from './board.module.css';
import type { BoardValue, Moves } from './useMoves.ts';

type Props = {
  readonly grid: GridState;
  readonly layout: BoardLayout;
  readonly scope: ScreenScope;
  readonly tools: CellTools;
  readonly address: string;
  readonly value: BoardValue;
  readonly count: number;
  readonly moves: Moves;
};

/** The columns that a dragged card may be dropped on are its drag types, so the others refuse it early. */
const typeOf = (value: BoardValue): string => `application/x-board-column-${String(value).toLowerCase()}`;

/** The cards dragged now, by id: only types can be read before a drop. */
const dragged = new Map<string, DataRecord>();

/** One column: its name and count, and its cards a page at a time. */
export function BoardColumn({ grid, layout, scope, tools, address, value, count, moves }: Props) {
  const say = useMessage();
  const nameOf = useValueName(layout);
  const found = useCards(grid, layout, { address, value });
  const cards = found.data?.pages.flatMap(({ Items }) => Items) ?? [];
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: moves.isBusy,
    getItems: (ids) => [...ids].map((id) => itemOf(cards, String(id), moves)),
    acceptedDragTypes: [typeOf(value)],
    getDropOperation: () => 'move',
    onRootDrop: ({ items }) => {
      const [item] = items;
      if (item?.kind !== 'text') return;
      void item.getText(typeOf(value)).then((id) => {
        const record = dragged.get(id);
        dragged.clear();
        if (record) void moves.move(record, value);
      });
    },
  });
  const name = nameOf(value);
  const title = say('ui.board.column', { name, count });
  return (
    <div className={styles.column}>
      <h2 className={styles.head}>
        {name}
        <span className={styles.count}>
          <span aria-hidden="true">{count}</span>
        </span>
      </h2>
      {found.isPending ? (
        <Skeleton look="rows" lines={3} />
      ) : (
        <GridList
          aria-label={title}
          className={styles.cards as string}
          items={cards.map((record) => ({ id: String(record.Id), record }))}
          dependencies={[moves.isBusy, tools]}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className={styles.empty}>{say('ui.board.empty')}</p>}
        >
          {({ record }) => (
            <BoardCard {...{ record, layout, scope, tools, moves, nameOf }} block={grid.block} />
          )}
        </GridList>
      )}
      {found.error && (
        <p className={styles.empty} role="alert">
          {found.error.message}
        </p>
      )}
      {found.hasNextPage && (
        <Button
          size="small"
          tone="quiet"
          busy={found.isFetchingNextPage}
          label={say('ui.board.more-of', { name, shown: cards.length, count })}
          onPress={() => void found.fetchNextPage()}
        >
          {say('ui.board.more', { shown: cards.length, count })}
        </Button>
      )}
    </div>
  );
}

function itemOf(cards: readonly DataRecord[], id: string, { targetsOf }: Moves): Record<string, string> {
  const record = cards.find(({ Id }) => Id === id);
  if (!record) return { 'text/plain': id };
  dragged.set(id, record);
  const open = targetsOf(record).filter(({ refused }) => refused === undefined);
  return { 'text/plain': id, ...Object.fromEntries(open.map(({ to }) => [typeOf(to), id])) };
}

type Asked = { readonly address: string; readonly value: BoardValue };

function useCards({ block }: GridState, { by, pageSize }: BoardLayout, { address, value }: Asked) {
  const api = useApi();
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('pageSize', String(pageSize));
  parameters.delete('page');
  parameters.append('FilterProperty', by);
  parameters.append('FilterOperator', 'eq');
  parameters.append('FilterValue', value === null ? '' : String(value));
  const asked = `${path}?${parameters}`;
  return useInfiniteQuery({
    queryKey: [...keys.list(block.entity, asked), 'pages'],
    queryFn: ({ signal, pageParam }) => api.get<Page>(`${asked}&page=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ TotalItems }, pages) =>
      pages.length * pageSize < TotalItems ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
  });
}
