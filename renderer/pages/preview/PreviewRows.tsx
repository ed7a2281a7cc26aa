import type { DataRecord, FieldKind } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { cellText } from '../../grid/CellValue.tsx';
import { type DataColumn, DataTable } from '../../grid/DataTable.tsx';
import { readPath } from '../../grid/readPath.ts';
import styles from './preview.module.css';

export type PreviewColumn = {
  readonly path: string;
  readonly title: string;
  readonly kind?: FieldKind;
  readonly width?: number;
  readonly sum?: boolean;
};

type Props = {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly DataRecord[];
};

/** A sortable table of the rows, below their sums. */
export function PreviewRows({ columns, rows }: Props) {
  const tools = { model: useModel(), locale: useLocale(), say: useMessage() };
  const shown: readonly DataColumn[] = columns.map(({ path, title, kind = 'text', width }) => ({
    ...{ path, title: tools.say(title), kind, width },
    ...(kind === 'money' ? { scale: 2 } : {}),
  }));
  const sums = columns.flatMap(({ path, title, kind = 'text', sum }) => {
    if (!sum) return [];
    const total = rows.reduce((all, row) => all + (Number(readPath(row, path)) || 0), 0);
    const text = cellText(Math.round(total * 100) / 100, { kind, options: {} }, tools);
    return [{ path, title: tools.say(title), text }];
  });
  return (
    <>
      <dl className={styles.facts}>
        {sums.map(({ path, title, text }) => (
          <div key={path}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.rows} style={{ height: heightOf(rows.length) }}>
        <DataTable label={tools.say('ui.preview.rows')} columns={shown} rows={rows} tools={tools} />
      </div>
    </>
  );
}

/** As high as its rows, up to twelve; beyond that it scrolls. Pixels. */
const heightOf = (count: number): number => 38 + 32 * Math.min(count, 12);
