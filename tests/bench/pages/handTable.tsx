import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { BenchRowData } from './benchRows.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

const money = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: 'UTC' });

const columns: ColumnDef<typeof features, BenchRowData>[] = [
  { id: 'Name', accessorFn: (row) => row.Name, sortFn: 'alphanumeric' },
  { id: 'Code', accessorFn: (row) => row.Code, sortFn: 'alphanumeric' },
  { id: 'Brand', accessorFn: (row) => row.Brand.Name, sortFn: 'alphanumeric' },
  {
    id: 'Price',
    accessorFn: (row) => row.Price,
    sortFn: 'basic',
    cell: ({ getValue }) => money.format(getValue() as number),
  },
  { id: 'Count', accessorFn: (row) => row.Count, sortFn: 'basic' },
  {
    id: 'Launched',
    accessorFn: (row) => row.Launched,
    cell: ({ getValue }) => day.format(new Date(`${getValue()}T00:00:00Z`)),
  },
  { id: 'IsOpen', accessorFn: (row) => row.IsOpen, cell: ({ getValue }) => (getValue() ? 'Yes' : 'No') },
];

/** What a person would write by hand on the same two packages. */
export function HandTable({ rows }: { rows: readonly BenchRowData[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sorting, setSorting] = useState<SortingState>([]);
  const table = useTable({ features, columns, data: rows, state: { sorting }, onSortingChange: setSorting });
  const sorted = table.getRowModel().rows;
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  return (
    <div ref={scroller} style={{ height: '100%', overflow: 'auto' }}>
      <table style={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' }}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                onClick={() => setSorting([{ id: column.id ?? '', desc: sorting[0]?.desc === false }])}
              >
                {column.id}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr style={{ height: items[0]?.start ?? 0 }} />
          {items.map((item) => (
            <tr key={item.key} style={{ height: 32 }}>
              {sorted[item.index]?.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
          <tr style={{ height: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) }} />
        </tbody>
      </table>
    </div>
  );
}
