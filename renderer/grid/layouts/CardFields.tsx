import type { ColumnModel, DataRecord } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { CellValue } from '../CellValue.tsx';
import type { CellTools } from '../cellTools.ts';
import { readPath } from '../readPath.ts';
import styles from './layouts.module.css';

type Props = {
  readonly record: DataRecord;
  readonly fields: readonly ColumnModel[];
  readonly tools: CellTools;
};

/** The declared fields of a card, each with its name. */
export function CardFields({ record, fields, tools }: Props) {
  const say = useMessage();
  if (fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {fields.map((column) => (
        <div key={column.path} className={styles.field}>
          <dt>{say(column.title)}</dt>
          <dd>
            <CellValue value={readPath(record, column.shows ?? column.path)} format={column} tools={tools} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
