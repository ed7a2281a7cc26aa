import type { ReactNode } from 'react';
import styles from '../parts/area.module.css';

export type PlainColumn<Row> = {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** It names the row. */
  readonly isHead?: boolean;
};

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
};

/** A short table that is all in the page. */
export function PlainTable<Row>({ label, columns, rows, rowId }: Props<Row>) {
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, cell, isHead }) =>
                isHead ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
