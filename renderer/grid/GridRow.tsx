import type { Header, Row } from '@tanstack/react-table';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { ColumnModel, DataRecord } from '#engine';
import { CellValue, cellText, isNumeric } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import styles from './grid.module.css';
import type { GridFeatures } from './gridFeatures.ts';
import { pinStyle } from './pinStyle.ts';
import { RowMark } from './RowMark.tsx';
import { tellWhatIsCut } from './useCutText.tsx';
import type { RowPicks } from './useRowPicks.tsx';
import type { RowTools } from './useRowTools.tsx';

type Props = {
  readonly row: Row<GridFeatures, DataRecord>;
  readonly index: number;
  readonly rowNumber: number;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  readonly columns: readonly Header<GridFeatures, DataRecord, unknown>[];
  readonly tools: CellTools;
  readonly rowTools: RowTools;
  readonly picks: RowPicks | undefined;
  readonly onClick: (event: MouseEvent<HTMLElement>, row: DataRecord) => void;
};

export function GridRow(props: Props) {
  const { row, index, rowNumber, isTabStop, isSelected, columns, tools, rowTools, picks, onClick } = props;
  const record = row.original;
  const colour = rowTools.colourOf(record);
  return (
    <tr
      className={styles.row}
      data-row={row.id}
      data-state={isSelected ? 'selected' : 'idle'}
      data-opens={rowTools.open ? true : undefined}
      aria-rowindex={rowNumber}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onClick={(event) => onClick(event, record)}
    >
      {columns.map(({ column }, place) => {
        const declared = column.columnDef.meta?.column as ColumnModel;
        const text = cellText(row.getValue(column.id), declared, tools);
        return (
          <td
            key={column.id}
            className={styles.cell}
            style={pinStyle(column)}
            data-pinned={column.getIsPinned() || undefined}
            data-align={isNumeric(declared.kind) ? 'end' : 'start'}
            onMouseEnter={(event) => tellWhatIsCut(event.currentTarget, text)}
          >
            {place === 0 && colour && <RowMark colour={colour} say={tools.say} />}
            {place === 0 && picks?.renderOne(record)}
            {place === 0 && rowTools.renderExpand(record)}
            {rowTools.renderOrder(declared.path, record, index) ?? (
              <CellLink to={place === 0 ? rowTools.hrefOf(record) : undefined}>
                <CellValue
                  value={row.getValue(column.id)}
                  format={declared}
                  tools={tools}
                  isLink={place === 0 && rowTools.hrefOf(record) !== undefined}
                />
              </CellLink>
            )}
          </td>
        );
      })}
      {rowTools.actionsWidth > 0 ? (
        <td className={styles.cell} data-align="end">
          {rowTools.renderActions(record)}
        </td>
      ) : (
        <td className={styles.filler} />
      )}
    </tr>
  );
}

/** The first cell is a link, so that the record can be opened in another tab. */
function CellLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className={styles.link} tabIndex={-1}>
      {children}
    </Link>
  );
}
