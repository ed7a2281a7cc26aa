import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type TouchEvent, useId } from 'react';
import type { ColumnModel, DataRecord, GridSnapshot, GridState } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Icon } from '../parts/Icon.tsx';
import { isNumeric } from './CellValue.tsx';
import styles from './grid.module.css';
import type { GridFeatures } from './gridFeatures.ts';
import { pinStyle } from './pinStyle.ts';

type Props = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly header: Header<GridFeatures, DataRecord, unknown>;
  /** Drawn before the title. */
  readonly lead?: ReactNode;
  readonly isCards: boolean;
};

/** A column header: its title sorts, its edge resizes. */
export function GridHeaderCell({ grid, snapshot, header, lead, isCards }: Props) {
  const say = useMessage();
  const id = useId();
  const { column } = header;
  const declared = column.columnDef.meta?.column as ColumnModel;
  const place = snapshot.sort.findIndex(({ path }) => path === declared.path);
  const direction = snapshot.sort[place]?.direction;
  return (
    <th
      scope="col"
      // Its title alone: the checkbox and the resizer inside have names of their own.
      aria-labelledby={id}
      role={isCards ? 'columnheader' : undefined}
      className={styles.head}
      style={pinStyle(column)}
      data-column={column.id}
      data-sortable={declared.sortable || undefined}
      data-pinned={column.getIsPinned() || undefined}
      data-align={isNumeric(declared.kind) ? 'end' : 'start'}
      aria-sort={place === 0 ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {lead}
      {declared.sortable ? (
        <button
          type="button"
          className={styles.sort}
          data-state={direction ?? 'none'}
          title={say('ui.grid.sort-hint')}
          onClick={(event) => grid.toggleSort(declared.path, event.shiftKey)}
        >
          <span id={id} className={styles.headText}>
            {say(declared.title)}
          </span>
          <SortMark direction={direction} place={sortedColumns(grid, snapshot) > 1 ? place + 1 : undefined} />
        </button>
      ) : (
        <span id={id} className={styles.headText}>
          {say(declared.title)}
        </span>
      )}
      <ResizeHandle grid={grid} header={header} title={say(declared.title)} />
    </th>
  );
}

/** Number of visible columns sorted by; hidden tie-breakers such as the id do not count. */
function sortedColumns({ block }: GridState, snapshot: GridSnapshot): number {
  return snapshot.sort.filter(({ path }) => block.columns.some((column) => column.path === path)).length;
}

function SortMark({
  direction,
  place,
}: {
  direction: 'asc' | 'desc' | undefined;
  place: number | undefined;
}): ReactNode {
  if (!direction) return null;
  return (
    <span className={styles.sortMark}>
      <Icon icon={direction === 'asc' ? ArrowUp : ArrowDown} size="small" />
      {place}
    </span>
  );
}

type HandleProps = Pick<Props, 'grid' | 'header'> & { readonly title: string };

/** Resizes by drag or arrow keys; a double click restores the declared width. */
function ResizeHandle({ grid, header, title }: HandleProps) {
  const say = useMessage();
  const { column } = header;
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (!step) return;
    event.preventDefault();
    fixWidths(grid, event.currentTarget);
    grid.setColumn(column.id, { width: Math.max(56, widthOf(event.currentTarget) + step) });
  };
  const start = (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
    fixWidths(grid, event.currentTarget);
    // Wait until the table knows the fixed widths.
    setTimeout(() => header.getResizeHandler()(event));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is not allowed in a table header
    <div
      role="separator"
      className={styles.resize}
      tabIndex={-1}
      aria-orientation="vertical"
      aria-label={say('ui.grid.resize', { column: title })}
      aria-valuenow={column.getSize()}
      data-state={column.getIsResizing() ? 'active' : 'idle'}
      onKeyDown={press}
      onMouseDown={start}
      onTouchStart={start}
      onDoubleClick={() => grid.setColumn(column.id, { width: column.columnDef.size ?? 180 })}
    />
  );
}

function widthOf(inside: Element): number {
  return Math.round(inside.closest('th')?.getBoundingClientRect().width ?? 0);
}

/** Fixes the current width of every column before one is resized, so that none jumps. */
function fixWidths(grid: GridState, inside: Element): void {
  if (Object.keys(grid.snapshot().widths).length > 0) return;
  const heads = inside.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
  for (const head of heads) grid.setColumn(head.dataset.column ?? '', { width: widthOf(head) });
}
