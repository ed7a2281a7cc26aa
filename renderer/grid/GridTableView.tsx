import { Fragment, type MouseEvent, useRef } from 'react';
import { type ColumnModel, type DataRecord, type GridSnapshot, type GridState, largestPage } from '#engine';
import cards from './cards.module.css';
import type { CellTools } from './cellTools.ts';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import styles from './grid.module.css';
import { GroupRows } from './groups/GroupRows.tsx';
import type { Groups } from './groups/useGroups.ts';
import { titlePlace } from './rowParts.ts';
import { useColumnWidths } from './useColumnWidths.ts';
import { useCutText } from './useCutText.tsx';
import type { GridRows } from './useGridRows.ts';
import type { GridTable } from './useGridTable.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useRowPicks } from './useRowPicks.tsx';
import type { RowTools } from './useRowTools.tsx';
import { useSelection } from './useSelection.ts';

type Props = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly table: GridTable;
  readonly found: GridRows;
  /** The groups that the rows belong to, in order. */
  readonly groups?: Groups | undefined;
  readonly tools: CellTools;
  readonly row: RowTools;
  readonly label: string;
  /** Ids of rows that cannot be selected, as they were chosen before. */
  readonly taken?: ReadonlySet<string>;
};

/** The rows of a grid with their headers; arrow keys move between rows. */
export function GridTableView(props: Props) {
  const { grid, snapshot, table, found, groups, tools, row: rowTools, label, taken } = props;
  const picks = useRowPicks({ grid, snapshot, tools, rows: found.rows, ...(taken && { taken }) });
  const { body, tabStop, press, click } = useRowActs({ grid, snapshot, found, tools, taken, row: rowTools });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const cut = useCutText(headers, tools.say, press);
  const scroller = useRef<HTMLDivElement>(null);
  const { actionsWidth } = rowTools;
  const reserved = { actions: actionsWidth, isPicked: picks !== undefined };
  const widths = useColumnWidths(scroller, table, { snapshot, reserved, tools });
  const { isCards } = widths;
  const cardTitle = isCards ? titlePlace(grid.block, headers.map(declaredOf), tools.model) : undefined;
  const renderRow = (row: GridTableRow, index: number) =>
    rowTools.renderEditor(row.original, headers.length + 1) ?? (
      <Fragment key={row.id}>
        <GridRow
          {...{ row, index, tools, rowTools, picks, cardTitle }}
          isTabStop={row.id === tabStop}
          isSelected={snapshot.selected.includes(row.id)}
          columns={headers}
          rowNumber={(snapshot.page - 1) * (snapshot.pageSize || largestPage) + index + 2}
          onClick={click}
        />
        {rowTools.renderDetail(row.original, headers.length + 1)}
      </Fragment>
    );
  const rows = table.getRowModel().rows;
  return (
    <div ref={scroller} className={styles.scroller} data-state={found.state}>
      <table
        id={grid.block.domId}
        className={isCards ? `${styles.table} ${cards.cards}` : styles.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are interactive
        role="grid"
        aria-label={label}
        aria-rowcount={groups ? undefined : found.total + 1}
        aria-busy={found.state !== 'ready'}
        aria-multiselectable="true"
        data-density={snapshot.density}
        data-look={isCards ? 'cards' : undefined}
        style={isCards ? undefined : { minWidth: widths.total + actionsWidth }}
      >
        <GridHead {...{ grid, snapshot, headers, widths, actionsWidth, picks, isCards }} />
        <tbody ref={body} role={isCards ? 'rowgroup' : undefined} {...cut.on}>
          {groups ? (
            <GroupRows
              {...{ groups, rows, renderRow, tools, isCards }}
              block={grid.block}
              span={headers.length + 1}
            />
          ) : (
            rows.map(renderRow)
          )}
        </tbody>
      </table>
      {cut.view}
    </div>
  );
}

type GridTableRow = ReturnType<GridTable['getRowModel']>['rows'][number];

const declaredOf = ({ column }: ReturnType<GridTable['getHeaderGroups']>[number]['headers'][number]) =>
  column.columnDef.meta?.column as ColumnModel;

/** Keys and clicks open, select and copy rows. */
function useRowActs({
  grid,
  snapshot,
  found: { rows },
  tools,
  taken,
  row,
}: Pick<Props, 'grid' | 'snapshot' | 'found' | 'tools' | 'row' | 'taken'>) {
  const { select, copy } = useSelection(grid, snapshot, rows, tools);
  // Where rows are chosen, a click chooses, and is the start of a range.
  const open = taken ? (record: DataRecord) => select(String(record.Id), 'toggle') : row.open;
  const { body, tabStop, press, visit } = useRowKeys({
    ...{ rows, onSelect: select, onCopy: copy, ...(open && { onOpen: open }) },
  });
  const click = (event: MouseEvent<HTMLElement>, row: DataRecord) => {
    visit(String(row.Id));
    actOnClick(event, row, { select, ...(open && { open }) });
  };
  return { body, tabStop, press, click };
}

type Acts = {
  readonly select: (id: string, how: 'toggle' | 'range') => void;
  readonly open?: (row: DataRecord) => void;
};

function actOnClick(event: MouseEvent<HTMLElement>, row: DataRecord, { select, open }: Acts): void {
  if (isControl(event.target)) return;
  const id = String(row.Id);
  if (event.ctrlKey || event.metaKey) select(id, 'toggle');
  else if (event.shiftKey) select(id, 'range');
  // Selecting text in a row does not open it.
  else if (window.getSelection()?.isCollapsed) open?.(row);
}

function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, label, select, textarea, [role="menuitem"]') !== null
  );
}
