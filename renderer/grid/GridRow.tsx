import type { Header, Row } from '@tanstack/react-table';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { ColumnModel, DataRecord } from '#engine';
import { CellValue, cellText, isNumeric } from './CellValue.tsx';
import cards from './cards.module.css';
import type { CellTools } from './cellTools.ts';
import styles from './grid.module.css';
import type { GridFeatures } from './gridFeatures.ts';
import { pinStyle } from './pinStyle.ts';
import { cardParts } from './rowParts.ts';
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
  /** Place of the title column, if the row is drawn as a card. */
  readonly cardTitle: number | undefined;
  readonly onClick: (event: MouseEvent<HTMLElement>, row: DataRecord) => void;
};

export function GridRow(props: Props) {
  const { row, index, rowNumber, isTabStop, isSelected, columns, tools, rowTools, picks, onClick } = props;
  const record = row.original;
  const parts = partsOf(props);
  const lead = props.cardTitle ?? 0;
  const cellRole = parts && 'gridcell';
  return (
    <tr
      // A row that is not laid out as a row of a table still is one.
      role={parts && 'row'}
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
            role={cellRole}
            className={styles.cell}
            style={pinStyle(column)}
            data-part={parts?.[place]}
            data-pinned={column.getIsPinned() || undefined}
            data-align={isNumeric(declared.kind) ? 'end' : 'start'}
            onMouseEnter={(event) => tellWhatIsCut(event.currentTarget, text)}
          >
            {place === lead && picks?.renderOne(record)}
            {place === lead && rowTools.renderExpand(record)}
            {parts?.[place] === 'fact' && <span className={cards.factName}>{tools.say(declared.title)}</span>}
            {rowTools.renderOrder(declared.path, record, index) ?? (
              <CellLink to={place === lead ? rowTools.hrefOf(record) : undefined}>
                <CellValue
                  value={row.getValue(column.id)}
                  format={declared}
                  tools={tools}
                  isLink={place === lead && rowTools.hrefOf(record) !== undefined}
                />
              </CellLink>
            )}
          </td>
        );
      })}
      {rowTools.actionsWidth > 0 ? (
        <td
          role={cellRole}
          className={styles.cell}
          data-align="end"
          data-part={parts && 'actions'}
          data-screen-only
        >
          {rowTools.renderActions(record)}
        </td>
      ) : (
        <td className={styles.filler} />
      )}
    </tr>
  );
}

/** What each cell is on the card of its row; undefined for a row of a table. */
function partsOf({ row, columns, tools, rowTools, index, cardTitle }: Props) {
  if (cardTitle === undefined) return undefined;
  const shown = {
    columns: columns.map(({ column }) => column.columnDef.meta?.column as ColumnModel),
    title: cardTitle,
    opens: rowTools.open !== undefined,
    isKept: ({ path }: ColumnModel) => rowTools.renderOrder(path, row.original, index) !== undefined,
  };
  return cardParts(row, shown, tools);
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
