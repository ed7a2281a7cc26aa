import {
  type ColumnDef,
  createSortedRowModel,
  type Row,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { DataRecord, FieldKind } from '#engine';
import { useOverscan } from '../data/printing.ts';
import { Icon } from '../parts/Icon.tsx';
import { CellValue, isNumeric } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import tableStyles from './dataTable.module.css';
import styles from './grid.module.css';
import { readPath } from './readPath.ts';
import { tellWhatIsCut } from './useCutText.tsx';

export type DataColumn = {
  readonly path: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly width?: number;
  readonly lookup?: string;
  readonly options?: Readonly<Record<string, unknown>>;
};

type Props = {
  readonly label: string;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly DataRecord[];
  readonly tools: CellTools;
  /** Row height in pixels; constant, so that a scroll position determines its rows. */
  readonly rowHeight?: number;
  readonly onOpen?: (row: DataRecord) => void;
};

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
  columnMeta: {} as { column: DataColumn },
});

/** A virtualized table for up to a hundred thousand rows held in the browser. */
export function DataTable({ label, columns, rows, tools, rowHeight = 32, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sorting, setSorting] = useState<SortingState>([]);
  const defs = useMemo(() => columns.map(columnDef), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    state: { sorting },
    onSortingChange: setSorting,
  });
  const sorted = table.getRowModel().rows;
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: useOverscan(8),
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section ref={scroller} className={tableStyles.scroller} aria-label={label} tabIndex={0}>
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        data-density="compact"
      >
        <thead className={tableStyles.heads}>
          <tr>
            {columns.map((column) => (
              <Head key={column.path} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} span={columns.length} />
          {items.map((item) => {
            const row = sorted[item.index];
            return (
              row && (
                <DataRow
                  key={item.key}
                  row={row}
                  place={item.index}
                  {...{ columns, tools, rowHeight, onOpen }}
                />
              )
            );
          })}
          <Spacer height={after} span={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

type RowProps = Pick<Props, 'columns' | 'tools' | 'rowHeight' | 'onOpen'> & {
  readonly row: Row<typeof features, DataRecord>;
  readonly place: number;
};

function DataRow({ row, place, columns, tools, rowHeight, onOpen }: RowProps) {
  return (
    <tr
      className={styles.row}
      aria-rowindex={place + 2}
      style={{ height: rowHeight }}
      onDoubleClick={() => onOpen?.(row.original)}
    >
      {columns.map((column) => (
        <td
          key={column.path}
          className={styles.cell}
          data-align={isNumeric(column.kind) ? 'end' : 'start'}
          onMouseEnter={({ currentTarget }) => tellWhatIsCut(currentTarget, currentTarget.textContent)}
        >
          <CellValue
            value={row.getValue(column.path)}
            format={{ ...column, options: column.options ?? none }}
            tools={tools}
          />
        </td>
      ))}
    </tr>
  );
}

const none = {};

function columnDef(column: DataColumn): ColumnDef<typeof features, DataRecord> {
  return {
    id: column.path,
    accessorFn: (row) => readPath(row, column.path),
    sortFn: isNumeric(column.kind) ? 'basic' : 'alphanumeric',
    meta: { column },
  };
}

type HeadProps = { column: DataColumn; sorting: SortingState; onSort: (sorting: SortingState) => void };

function Head({ column, sorting, onSort }: HeadProps) {
  const sort = sorting.find(({ id }) => id === column.path);
  return (
    <th
      scope="col"
      className={styles.head}
      style={{ width: column.width }}
      data-align={isNumeric(column.kind) ? 'end' : 'start'}
      aria-sort={sort ? (sort.desc ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        data-state={sort ? (sort.desc ? 'desc' : 'asc') : 'none'}
        onClick={() => onSort([{ id: column.path, desc: sort ? !sort.desc : false }])}
      >
        {column.title}
        {sort && <Icon icon={sort.desc ? ArrowDown : ArrowUp} size="small" />}
      </button>
    </th>
  );
}

/** Is in for rows that are not drawn. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}
