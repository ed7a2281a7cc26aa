import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useId } from 'react';
import { type GridSnapshot, type GridState, largestPage } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './gridFooter.module.css';
import type { GridRows } from './useGridRows.ts';

/** Page sizes to choose from: those of H-668, and one that fits a screen. */
const SIZES = [10, 25, 50, 100];

type Props = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly found: Pick<GridRows, 'total' | 'isCapped' | 'countAll'>;
};

/** The position in the list, with buttons to page. */
export function GridPager({ grid, snapshot, found }: Props) {
  const { total, isCapped } = found;
  const say = useMessage();
  const id = useId();
  const { page } = snapshot;
  const pageSize = snapshot.pageSize || largestPage;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  return (
    <nav className={styles.pager} aria-label={say('ui.grid.pages')}>
      <Range {...found} {...{ from, to }} />
      <span className={styles.sizes}>
        <label htmlFor={id}>{say('ui.grid.page-size')}</label>
        <select
          id={id}
          className={styles.size}
          value={pageSize}
          onChange={(event) => grid.setPageSize(Number(event.target.value))}
        >
          {sizesWith(pageSize).map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </span>
      <span className={styles.steps}>
        <Step
          label={say('ui.grid.first')}
          icon={ChevronsLeft}
          isOff={page <= 1}
          onPress={() => grid.setPage(1)}
        />
        <Step
          label={say('ui.grid.previous')}
          icon={ChevronLeft}
          isOff={page <= 1}
          onPress={() => grid.setPage(page - 1)}
        />
        <span className={styles.page}>
          {say(isCapped ? 'ui.grid.page-capped' : 'ui.grid.page', { page, pages })}
        </span>
        <Step
          label={say('ui.grid.next')}
          icon={ChevronRight}
          isOff={!isCapped && page >= pages}
          onPress={() => grid.setPage(page + 1)}
        />
        <Step
          label={say('ui.grid.last')}
          icon={ChevronsRight}
          isOff={isCapped || page >= pages}
          onPress={() => grid.setPage(pages)}
        />
      </span>
    </nav>
  );
}

type RangeProps = Props['found'] & { readonly from: number; readonly to: number };

/** Which rows are seen, of how many; a list that was not counted to its end is counted when it is asked for. */
function Range({ total, isCapped, countAll, from, to }: RangeProps) {
  const say = useMessage();
  return (
    <>
      <span className={styles.range} role="status">
        {say(isCapped ? 'ui.grid.range-capped' : 'ui.grid.range', { from, to, total })}
      </span>
      {isCapped && (
        <Button size="small" tone="link" onPress={countAll}>
          {say('ui.grid.count-all')}
        </Button>
      )}
    </>
  );
}

type StepProps = { label: string; icon: typeof ChevronLeft; isOff: boolean; onPress: () => void };

function Step({ label, icon, isOff, onPress }: StepProps) {
  return (
    <IconButton size="small" tooltip={false} label={label} icon={icon} disabled={isOff} onPress={onPress} />
  );
}

function sizesWith(size: number): readonly number[] {
  return SIZES.includes(size) ? SIZES : [...SIZES, size].sort((a, b) => a - b);
}
