import type { ReactNode } from 'react';
import styles from '../parts/area.module.css';
import { useRowFocus } from '../parts/useRowFocus.ts';

export type PlainColumn<Row> = {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** This cell names its row. */
  readonly isHead?: boolean;
};

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
};

/** The column of buttons: it needs no name on a phone, and no paper. */
const actions = 'actions';

/** A short table without paging; on a phone its rows are cards, so that their buttons are in reach. */
export function PlainTable<Row>({ label, columns, rows, rowId }: Props<Row>) {
  const list = useRowFocus();
  return (
    <div className={styles.tableBox} tabIndex={-1} {...list}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col" data-screen-only={id === actions || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowId(row)} data-row={index}>
              {columns.map(({ id, title, cell, isHead }) =>
                isHead ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={id}
                    data-title={id === actions ? undefined : title}
                    data-screen-only={id === actions || undefined}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
