import { Download, Plus, Trash2, Upload } from 'lucide-react';
import { parseTable, readSheet, shownText, writeXlsx } from '#engine';
import { Button, EmptyState, Icon, IconButton, pickFile, type Say, saveBlob, useRowFocus } from '#renderer';
import { Problems } from './StepRows.tsx';
import styles from './steps.module.css';
import type { StepsProblem, TableRow } from './types.ts';

type Props = {
  readonly rows: readonly TableRow[];
  readonly onChange: (rows: readonly TableRow[]) => void;
  readonly problems: readonly StepsProblem[];
  readonly isReadOnly: boolean;
  readonly say: Say;
};

/** Edits look-up tables, each as one block of spreadsheet cells. */
export function TableRows({ rows, onChange, problems, isReadOnly, say }: Props) {
  const put = (index: number, more: Partial<TableRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...more } : row)));
  const list = useRowFocus();
  return (
    <div className={styles.stepList} {...list}>
      <p className={styles.note}>{say('ui.steps.tables.help')}</p>
      {rows.length === 0 && <EmptyState title={say('ui.steps.tables.none')} />}
      {rows.map((row, index) => (
        <TableRowView
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the key while a name is typed
          key={index}
          {...{ row, index, problems, isReadOnly, say }}
          put={(more) => put(index, more)}
          onRemove={() => onChange(rows.filter((_, at) => at !== index))}
        />
      ))}
      {!isReadOnly && (
        <div data-row-add>
          <Button
            icon={<Icon icon={Plus} />}
            onPress={() => onChange([...rows, { Name: `Table${rows.length + 1}`, Cells: '' }])}
          >
            {say('ui.steps.tables.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

type RowProps = Omit<Props, 'rows' | 'onChange'> & {
  readonly row: TableRow;
  readonly index: number;
  readonly put: (more: Partial<TableRow>) => void;
  readonly onRemove: () => void;
};

function TableRowView({ row, index, put, onRemove, problems, isReadOnly, say }: RowProps) {
  const bring = async () => {
    const file = await pickFile(['.xlsx', '.xls', '.csv']);
    if (file) put({ Cells: await cellsOf(file) });
  };
  return (
    <section className={styles.table} data-row={index}>
      <div className={styles.tableHead}>
        <label className={styles.cell}>
          <span className={styles.head}>{say('ui.steps.tables.name')}</span>
          <input
            className={styles.input}
            value={row.Name}
            readOnly={isReadOnly}
            onChange={(event) => put({ Name: event.target.value })}
          />
        </label>
        <span className={styles.note}>{say('ui.steps.tables.rows', { count: rowCount(row) })}</span>
        <Button size="small" icon={<Icon icon={Download} />} onPress={() => void save(row)}>
          {say('ui.steps.tables.save')}
        </Button>
        {!isReadOnly && (
          <>
            <Button size="small" icon={<Icon icon={Upload} />} onPress={() => void bring()}>
              {say('ui.steps.tables.bring')}
            </Button>
            <IconButton label={say('ui.steps.remove', { name: row.Name })} icon={Trash2} onPress={onRemove} />
          </>
        )}
      </div>
      <textarea
        className={styles.cells}
        data-table={row.Name}
        aria-label={say('ui.steps.tables.cells', { name: row.Name })}
        rows={8}
        spellCheck={false}
        readOnly={isReadOnly}
        value={row.Cells ?? ''}
        onChange={(event) => put({ Cells: event.target.value })}
      />
      <Problems of={row.Name} problems={problems} say={say} />
    </section>
  );
}

const rowCount = ({ Cells }: TableRow): number =>
  Math.max(0, parseTable(Cells ?? '').filter((row) => row.some((cell) => cell.trim() !== '')).length - 1);

async function cellsOf(file: File): Promise<string> {
  const lines: string[] = [];
  for await (const { values } of readSheet(new Uint8Array(await file.arrayBuffer())))
    lines.push(values.map((value) => shownText(value).replaceAll(/[\t\n]/g, ' ')).join('\t'));
  return lines.join('\n');
}

async function save({ Name, Cells }: TableRow): Promise<void> {
  const [titles = [], ...rows] = parseTable(Cells ?? '');
  const columns = titles.map((title) => ({ title, format: 'text' as const }));
  const stream = writeXlsx({ name: Name.slice(0, 31) || 'Table', columns, rows });
  saveBlob(await new Response(stream as BodyInit).blob(), `${Name}.xlsx`);
}
