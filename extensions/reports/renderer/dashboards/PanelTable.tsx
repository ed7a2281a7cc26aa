import { areaStyles, useFormats, useMessage } from '#renderer';
import styles from './dashboards.module.css';
import { isNumeric, sayCell } from './sayCell.ts';
import type { PanelData } from './types.ts';

/** The rows of a panel, or those behind its chart. */
export function PanelTable({ data, title }: { readonly data: PanelData; readonly title: string }) {
  const formats = useFormats();
  const say = useMessage();
  const { Columns: columns = [], Rows: rows = [], TotalItems: total = 0 } = data;
  return (
    <>
      {total > rows.length && (
        <p className={styles.note}>{say('dashboard.first', { count: rows.length, total })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={styles.tableBox} tabIndex={0} aria-label={title}>
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
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: query rows have no other key
              <tr key={at}>
                {columns.map((column, place) => (
                  <td key={column.Name} data-numeric={isNumeric(column) || undefined}>
                    {sayCell(column, row[place], formats)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
