import type { ReactNode } from 'react';
import { areaStyles } from '#renderer';
import styles from './dashboards.module.css';
import { isNumeric } from './sayCell.ts';
import type { PanelColumn } from './types.ts';

type Props = {
  readonly title: string;
  /** What its scrolling box is called; absent: as the table. */
  readonly label?: string;
  readonly columns: readonly PanelColumn[];
  readonly count: number;
  readonly cell: (row: number, place: number) => ReactNode;
};

/** Rows of figures or records, in a box that scrolls. */
export function CellTable({ title, label = title, columns, count, cell }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={styles.tableBox} tabIndex={0} aria-label={label}>
      <table className={areaStyles.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.Name} scope="col" data-numeric={isNumeric(column) || undefined}>
                {column.Title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key
            <tr key={row}>
              {columns.map((column, place) => (
                <td key={column.Name} data-numeric={isNumeric(column) || undefined}>
                  {cell(row, place)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
