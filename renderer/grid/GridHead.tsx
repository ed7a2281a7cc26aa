import type { Header } from '@tanstack/react-table';
import type { DataRecord, GridSnapshot, GridState } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { GridHeaderCell } from './GridHeaderCell.tsx';
import styles from './grid.module.css';
import type { GridFeatures } from './gridFeatures.ts';
import type { ColumnWidths } from './useColumnWidths.ts';
import type { RowPicks } from './useRowPicks.tsx';

type Props = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly headers: readonly Header<GridFeatures, DataRecord, unknown>[];
  readonly widths: ColumnWidths;
  readonly actionsWidth: number;
  readonly picks: RowPicks | undefined;
  readonly isCards: boolean;
};

/** Widths and headers of the columns; the last column takes the remaining room. */
export function GridHead({ grid, snapshot, headers, widths, actionsWidth, picks, isCards }: Props) {
  const say = useMessage();
  return (
    <>
      <colgroup>
        {headers.map(({ column }) => (
          <col key={column.id} style={{ width: widths.widthOf(column.id) }} />
        ))}
        <col style={{ minWidth: actionsWidth }} />
      </colgroup>
      <thead role={isCards ? 'rowgroup' : undefined}>
        <tr role={isCards ? 'row' : undefined}>
          {headers.map((header, place) => (
            <GridHeaderCell
              key={header.id}
              {...{ grid, snapshot, header, isCards }}
              lead={place === 0 ? picks?.renderAll() : undefined}
            />
          ))}
          {actionsWidth > 0 ? (
            <th scope="col" className={styles.head} data-align="end" data-screen-only>
              <span className={styles.headText}>{say('ui.grid.actions')}</span>
            </th>
          ) : (
            <td className={styles.filler} />
          )}
        </tr>
      </thead>
    </>
  );
}
