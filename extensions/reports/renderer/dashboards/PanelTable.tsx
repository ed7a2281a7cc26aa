import type { ReactNode } from 'react';
import { Link, useFormats, useMessage } from '#renderer';
import { CellTable } from './CellTable.tsx';
import styles from './dashboards.module.css';
import { groupOf, isEachAGroup, type Opening } from './groups.ts';
import { sayCell } from './sayCell.ts';
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
      <CellTable title={title} columns={columns} count={rows.length} cell={said} />
    </>
  );
}
