import type { ReactNode } from 'react';
import { areaStyles, Link, useFormats, useMessage } from '#renderer';
import styles from './dashboards.module.css';
import { groupOf, isEachAGroup, type Opening } from './groups.ts';
import { isNumeric, sayCell } from './sayCell.ts';
import type { PanelData } from './types.ts';

type Props = {
  readonly data: PanelData;
  readonly title: string;
  readonly opening?: Opening | undefined;
};

/** The rows of a panel, or those behind its chart. */
export function PanelTable({ data, title, opening }: Props) {
  const formats = useFormats();
  const say = useMessage();
  const { Columns: columns = [], Rows: rows = [], TotalItems: total = 0 } = data;
  const shown = data.HasOthers ? rows.length - 1 : rows.length;
  const said = (at: number, place: number): ReactNode => {
    const [column, cell] = [columns[place], rows[at]?.[place]];
    const isOthers = data.HasOthers && at === rows.length - 1 && place === data.Label;
    const text = isOthers || !column ? String(cell) : sayCell(column, cell, formats);
    const group = opening && place === 0 && isEachAGroup(data) ? groupOf(data, at) : undefined;
    return group && opening ? <Link to={opening(group)}>{text}</Link> : text;
  };
  return (
    <>
      {total > shown && <p className={styles.note}>{say('dashboard.first', { count: shown, total })}</p>}
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
            {rows.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: query rows have no other key
              <tr key={at}>
                {columns.map((column, place) => (
                  <td key={column.Name} data-numeric={isNumeric(column) || undefined}>
                    {said(at, place)}
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
