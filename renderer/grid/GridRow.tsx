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
import { RowMark } from './RowMark.tsx';
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
  const { row, rowNumber, isTabStop, isSelected, columns, rowTools, onClick } = props;
  const record = row.original;
  const parts = partsOf(props);
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
      {columns.map(({ column }, place) => (
        <Cell
          key={column.id}
          {...props}
          column={column}
          isLead={place === (props.cardTitle ?? 0)}
          part={parts?.[place]}
        />
      ))}
      {rowTools.actionsWidth > 0 ? (
        <td
          role={parts && 'gridcell'}
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

type CellProps = Props & {
  readonly column: Header<GridFeatures, DataRecord, unknown>['column'];
  /** The cell that opens the record and holds what stands before it. */
  readonly isLead: boolean;
  readonly part: NonNullable<ReturnType<typeof partsOf>>[number] | undefined;
};

function Cell({ row, index, column, isLead, part, tools, rowTools, picks }: CellProps) {
  const record = row.original;
  const value = row.getValue(column.id);
  const declared = column.columnDef.meta?.column as ColumnModel;
  const text = cellText(value, declared, tools);
  const href = isLead ? rowTools.hrefOf(record) : undefined;
  const colour = isLead ? rowTools.colourOf(record) : undefined;
  return (
    <td
      role={part && 'gridcell'}
      className={styles.cell}
      style={pinStyle(column)}
      data-part={part}
      data-pinned={column.getIsPinned() || undefined}
      data-align={isNumeric(declared.kind) ? 'end' : 'start'}
      onMouseEnter={(event) => tellWhatIsCut(event.currentTarget, text)}
    >
      {isLead && colour && <RowMark colour={colour} say={tools.say} />}
      {isLead && picks?.renderOne(record)}
      {isLead && rowTools.renderExpand(record)}
      {part === 'fact' && <span className={cards.factName}>{tools.say(declared.title)}</span>}
      {rowTools.renderOrder(declared.path, record, index) ?? (
        <CellLink to={href}>
          <CellValue value={value} format={declared} tools={tools} isLink={href !== undefined} />
        </CellLink>
      )}
    </td>
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
