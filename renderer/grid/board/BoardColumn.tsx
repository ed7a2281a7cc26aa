import { GridList } from 'react-aria-components/GridList';
import type { BoardLayout, GridState } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { CellTools } from '../cellTools.ts';
import { BoardCard } from './BoardCard.tsx';
import styles from './board.module.css';
import { useCardDrag } from './useCardDrag.ts';
import { useCards } from './useCards.ts';
import type { BoardValue, Moves } from './useMoves.ts';
import { useValueName } from './useValueName.ts';

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

/** One column: its name and count, and its cards a page at a time. */
export function BoardColumn({ grid, layout, scope, tools, address, value, count, moves }: Props) {
  const say = useMessage();
  const nameOf = useValueName(layout);
  const found = useCards(grid, layout, { address, value });
  const cards = found.data?.pages.flatMap(({ Items }) => Items) ?? [];
  const dragAndDropHooks = useCardDrag(cards, value, moves);
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
