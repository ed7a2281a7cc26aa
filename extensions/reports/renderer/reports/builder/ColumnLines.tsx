import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { kinds } from '#engine';
import {
  Button,
  Checkbox,
  ComboBox,
  FieldShell,
  IconButton,
  Select,
  TextInput,
  useMessage,
  useRowFocus,
} from '#renderer';
import styles from './builder.module.css';
import { ColumnColours } from './ColumnColours.tsx';
import type { Built, BuiltColumn } from './definition.ts';
import { type ReportField, useReportSource } from './useReportSource.ts';

type Props = { readonly built: Built; readonly change: (columns: readonly BuiltColumn[]) => void };

/** A new calculated column, with a name of its own. */
function calculatedIn(columns: readonly BuiltColumn[]): BuiltColumn {
  const taken = new Set(columns.map(({ ReportColumnName }) => ReportColumnName));
  let at = 1;
  while (taken.has(`Calculated${at}`)) at += 1;
  return { ReportColumnName: `Calculated${at}`, Formula: '=' };
}

/** Edits the columns in order: title, grouping, total and sort order. */
export function ColumnLines({ built, change }: Props) {
  const say = useMessage();
  const { columns: fields, titleOf } = useReportSource(built.DataSet);
  const { ReportColumns: columns } = built;
  const titled = ({ ReportColumnName, Formula }: BuiltColumn) =>
    Formula ? say('building.report.calculated') : titleOf(ReportColumnName);
  const free = fields.filter(({ id }) => !columns.some(({ ReportColumnName }) => ReportColumnName === id));
  // Columns are chosen from the source, so a pasted block only titles those that are there.
  const list = useRowFocus<HTMLDivElement, BuiltColumn>({
    rows: columns,
    onChange: change,
    limit: columns.length,
    create: () => ({ ReportColumnName: '' }),
    columns: [{ name: 'label', put: (column, Label) => ({ ...column, Label }) }],
  });
  const swap = (at: number, by: number) => {
    const next = [...columns];
    const [column] = next.splice(at, 1);
    if (column) next.splice(at + by, 0, column);
    change(next);
  };
  return (
    <FieldShell id="report-columns" label={say('building.report.columns')} as="group" required>
      <div className={styles.lines} {...list}>
        {columns.map((column, at) => (
          <ColumnLine
            key={column.ReportColumnName}
            place={at}
            column={column}
            title={titled(column)}
            field={fields.find(({ id }) => id === column.ReportColumnName)}
            isAcross={built.ColumnsBy === column.ReportColumnName}
            change={(more) => change(columns.map((each) => (each === column ? { ...each, ...more } : each)))}
            move={(by) => swap(at, by)}
            isFirst={at === 0}
            isLast={at === columns.length - 1}
            remove={() => change(columns.filter((each) => each !== column))}
          />
        ))}
        <div data-row-add>
          <ComboBox
            key={columns.length}
            id="report-add-column"
            label={say('building.report.add')}
            placeholder={say('building.report.add')}
            value={undefined}
            options={free}
            onChange={(path) => path && change([...columns, { ReportColumnName: path }])}
          />
        </div>
        <Button size="small" onPress={() => change([...columns, calculatedIn(columns)])}>
          {say('building.report.add-calculated')}
        </Button>
      </div>
    </FieldShell>
  );
}

type LineProps = {
  readonly column: BuiltColumn;
  readonly place: number;
  readonly title: string;
  /** Of a computed column none. */
  readonly field: ReportField | undefined;
  /** Its values become columns. */
  readonly isAcross: boolean;
  readonly change: (more: Partial<BuiltColumn>) => void;
  readonly move: (by: number) => void;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly remove: () => void;
};

function ColumnLine(props: LineProps) {
  const { column, place, title, field, isAcross, change, move, isFirst, isLast, remove } = props;
  const say = useMessage();
  const isNumber = Boolean(column.Formula) || field?.isNumber === true;
  const totals = isNumber ? ['sum', 'avg', 'count', 'min', 'max'] : ['count'];
  const id = `column-${column.ReportColumnName}`;
  return (
    <div className={styles.line} data-row={place}>
      <div data-name="label">
        <TextInput
          id={`${id}-label`}
          label={say('building.report.label', { title })}
          placeholder={title}
          value={column.Label ?? ''}
          onChange={(Label) => change({ Label })}
          maxLength={256}
        />
      </div>
      <Checkbox
        id={`${id}-group`}
        label={say('building.report.group', { title })}
        checked={column.IsGroup === true}
        onChange={(IsGroup) => change({ IsGroup, ...(IsGroup ? {} : { Per: null }) })}
      >
        {say('field.report.ReportColumns.IsGroup')}
      </Checkbox>
      <Select
        id={`${id}-total`}
        label={say('building.report.total', { title })}
        placeholder={say('building.report.no-total')}
        value={column.Total ?? undefined}
        options={totals.map((one) => ({ id: one, label: say(`building.measure.${one}`) }))}
        onChange={(Total) => change({ Total: Total ?? null })}
      />
      <Select
        id={`${id}-sort`}
        label={say('building.report.sort', { title })}
        required
        value={column.SortOrder ?? '0'}
        options={['0', '1', '2'].map((one) => ({ id: one, label: say(`building.sort.${one}`) }))}
        onChange={(SortOrder) => change({ SortOrder: SortOrder ?? '0' })}
      />
      <ColumnTools {...{ title, move, isFirst, isLast, remove }} />
      {column.Formula && <ColumnFormula {...{ id, column, title, change }} />}
      {(column.IsGroup || isAcross) && field && kinds[field.kind].day && (
        <ColumnPeriod {...{ id, column, title, change, isNeeded: isAcross }} />
      )}
      {!column.IsGroup && (
        <ColumnColours
          id={`${id}-colours`}
          title={column.Label || title}
          field={field}
          rows={column.Colours ?? []}
          change={(Colours) => change({ Colours })}
        />
      )}
    </div>
  );
}

type FormulaProps = Pick<LineProps, 'column' | 'title' | 'change'> & { readonly id: string };

function ColumnFormula({ id, column, title, change }: FormulaProps) {
  const say = useMessage();
  return (
    <div className={styles.formula} data-name="formula">
      <TextInput
        id={`${id}-formula`}
        label={say('building.report.formula', { title: column.Label || title })}
        value={column.Formula ?? ''}
        onChange={(Formula) => change({ Formula: Formula.startsWith('=') ? Formula : `=${Formula}` })}
        maxLength={2000}
      />
    </div>
  );
}

const periods = ['year', 'quarter', 'month', 'week', 'day'];

/** Days are columns only by period. */
type PeriodProps = FormulaProps & { readonly isNeeded: boolean };

function ColumnPeriod({ id, column, title, change, isNeeded }: PeriodProps) {
  const say = useMessage();
  return (
    <div className={styles.period} data-name="per">
      <Select
        id={`${id}-per`}
        label={say('building.report.per', { title: column.Label || title })}
        required={isNeeded}
        placeholder={say('building.report.per.none')}
        value={column.Per ?? undefined}
        options={periods.map((per) => ({ id: per, label: say(`building.per.${per}`) }))}
        onChange={(Per) => change({ Per: Per ?? null })}
      />
    </div>
  );
}

type ToolProps = Pick<LineProps, 'title' | 'move' | 'isFirst' | 'isLast' | 'remove'>;

function ColumnTools({ title, move, isFirst, isLast, remove }: ToolProps) {
  const say = useMessage();
  return (
    <div className={styles.tools}>
      <IconButton
        icon={ArrowUp}
        size="small"
        label={say('building.report.earlier', { title })}
        disabled={isFirst}
        onPress={() => move(-1)}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        label={say('building.report.later', { title })}
        disabled={isLast}
        onPress={() => move(1)}
      />
      <IconButton icon={Trash2} size="small" label={say('building.remove', { title })} onPress={remove} />
    </div>
  );
}
