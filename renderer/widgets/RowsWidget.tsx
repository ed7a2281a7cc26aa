import { ArrowDown, ArrowUp, Plus, Trash2, Undo2 } from 'lucide-react';
import { type FieldModel, kinds } from '#engine';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { formatValue } from './formatValue.ts';
import { named } from './rank.ts';
import { type RowWork, useRowWork } from './rows/useRowWork.tsx';
import styles from './rows.module.css';
import type { CellWidget, WidgetEntry, WidgetProps } from './types.ts';

/** A list of rows as a table; each cell is a field. */
export function RowsWidget(props: WidgetProps) {
  const { view, inputId, labelledBy, describedBy, isReadOnly, message, form } = props;
  const rows = Array.isArray(view.value) ? view.value : [];
  const keys = form.rowKeys(view.path);
  const { heads, empty, shown, deleted, below } = rowOptions(props);
  const columns = columnsOf(view.field, shown).filter((column) => !(nameIn(view.field, column) in below));
  // Rows from elsewhere can be neither added nor removed here.
  const isFixed = isReadOnly || heads.length > 0;
  const { maxItems } = view.field.limits;
  const cells = columns
    .filter(({ name }) => !heads.includes(name))
    .flatMap((column) => [column, ...belowOf(props, column)])
    .map((column) => ({ pointer: pointerIn(view.field, column), label: headOf(props, column) }));
  const work = useRowWork(props, { columns: cells, isFixed });
  return (
    <div className={styles.rows} id={inputId} tabIndex={-1} ref={work.list} {...work.handlers}>
      <div className={styles.scroller}>
        <table
          className={styles.table}
          data-wide={columns.length > 5 || undefined}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
        >
          <Head {...{ props, columns, isFixed }} />
          <tbody>
            {rows.map((_row, index) => (
              <Row
                key={keys[index]}
                {...{ props, work, columns, heads, isFixed, index, deleted, count: rows.length }}
              />
            ))}
            {rows.length === 0 && (
              <tr>
                <td className={styles.empty} colSpan={columns.length + 1}>
                  {message(empty)}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {!isFixed && (
        <div data-row-add>
          <Button
            tone="quiet"
            size="small"
            icon={<Icon icon={Plus} />}
            disabled={maxItems !== undefined && rows.length >= maxItems}
            onPress={() => work.add()}
          >
            {message('ui.rows.add')}
          </Button>
        </div>
      )}
      {work.notice}
    </div>
  );
}

function Head({ props, columns, isFixed }: Pick<RowProps, 'props' | 'columns' | 'isFixed'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.path} scope="col" data-kind={column.kind}>
            {[column, ...belowOf(props, column)].map((one) => headOf(props, one)).join(' / ')}
          </th>
        ))}
        {!isFixed && (
          <th scope="col">
            <span className={styles.hidden}>{props.message('ui.rows.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type Label = { readonly by: string; readonly messages: Readonly<Record<string, string>> };

/** The title of a column; if it depends on another member, all titles that occur in the rows. */
function headOf({ view, message, options }: WidgetProps, column: FieldModel): string {
  const label = (options.labels as Readonly<Record<string, Label>> | undefined)?.[nameIn(view.field, column)];
  const rows = Array.isArray(view.value) ? view.value : [];
  const keys = new Set(rows.flatMap((row) => label?.messages[String(row?.[label.by])] ?? []));
  return keys.size > 0 ? [...keys].map((key) => message(key)).join(' / ') : message(column.label);
}

/** Soft deletion: a deleted row stays, marked by a flag, until the form is saved. */
type Deleted = { readonly member: string; readonly confirm?: string };

/**
 * `heads`: read-only members that name the row; `empty`: message without rows; `columns`: visible members;
 * `deleted`: the member that marks a deleted row; `below`: members → those they are shown under; `cells`:
 * members → the widgets of their cells.
 */
function rowOptions({ options }: WidgetProps) {
  const { heads, empty, columns, deleted, below = {}, cells = {} } = options;
  return {
    heads: Array.isArray(heads) ? heads.map(String) : [],
    empty: typeof empty === 'string' ? empty : 'ui.rows.empty',
    shown: Array.isArray(columns) ? columns.map(String) : undefined,
    deleted: deleted as Deleted | undefined,
    below: below as Readonly<Record<string, string>>,
    cells: cells as Readonly<Record<string, CellWidget>>,
  };
}

type RowProps = {
  readonly props: WidgetProps;
  readonly work: RowWork;
  readonly columns: readonly FieldModel[];
  readonly heads: readonly string[];
  readonly isFixed: boolean;
  readonly index: number;
  readonly deleted: Deleted | undefined;
  readonly count: number;
};

function Row({ props, work, columns, heads, isFixed, index, deleted, count }: RowProps) {
  const { view, form, renderField } = props;
  const { cells } = rowOptions(props);
  const isOut = deleted !== undefined && form.view(`${view.path}/${index}/${deleted.member}`).value === true;
  return (
    <tr data-out={isOut || undefined} data-row={index}>
      {columns.map((column) =>
        heads.includes(column.name) ? (
          <th key={column.path} scope="row" className={styles.head}>
            {formatted(props, column, index)}
          </th>
        ) : (
          <td key={column.path} data-kind={column.kind} data-room={roomIn(props, column)}>
            {[column, ...belowOf(props, column)].map((one) => (
              <div key={one.path} className={styles.stacked} data-column={pointerIn(view.field, one)}>
                {renderField(
                  `${view.path}/${index}/${pointerIn(view.field, one)}`,
                  'cell',
                  cells[nameIn(view.field, one)],
                )}
              </div>
            ))}
          </td>
        ),
      )}
      {!isFixed && (
        <td className={styles.actions}>
          {deleted ? (
            <MarkRow {...{ props, work, index, isOut, deleted }} />
          ) : (
            <PlaceRow {...{ props, work, index, count }} />
          )}
        </td>
      )}
    </tr>
  );
}

function PlaceRow({ props, work, index, count }: Pick<RowProps, 'props' | 'work' | 'index' | 'count'>) {
  const { view, message, form, options } = props;
  const number = { row: index + 1 };
  const takeOut = async () => {
    if (await isSure(props, options.confirm)) work.remove(index);
  };
  return (
    <>
      <IconButton
        size="small"
        icon={ArrowUp}
        label={message('ui.rows.up', number)}
        disabled={index === 0}
        onPress={() => form.moveRow(view.path, index, index - 1)}
      />
      <IconButton
        size="small"
        icon={ArrowDown}
        label={message('ui.rows.down', number)}
        disabled={index === count - 1}
        onPress={() => form.moveRow(view.path, index, index + 1)}
      />
      <IconButton
        size="small"
        icon={Trash2}
        label={message('ui.rows.remove', number)}
        onPress={() => void takeOut()}
      />
    </>
  );
}

type MarkProps = Pick<RowProps, 'props' | 'work' | 'index'> & {
  readonly isOut: boolean;
  readonly deleted: Deleted;
};

/** Deletes a row: a stored one is marked and can be restored, a new one is removed. */
function MarkRow({ props, work, index, isOut, deleted }: MarkProps) {
  const { view, message, form } = props;
  const path = `${view.path}/${index}`;
  const isStored = typeof form.view(`${path}/Id`).value === 'string';
  const mark = (out: boolean) => form.change(`${path}/${deleted.member}`, out);
  const takeOut = async () => {
    if (!isStored) return work.remove(index);
    if (await isSure(props, deleted.confirm)) mark(true);
  };
  return isOut ? (
    <IconButton
      size="small"
      icon={Undo2}
      label={message('ui.rows.bring-back', { row: index + 1 })}
      onPress={() => mark(false)}
    />
  ) : (
    <IconButton
      size="small"
      icon={Trash2}
      label={message('ui.rows.remove', { row: index + 1 })}
      onPress={() => void takeOut()}
    />
  );
}

/** Asks for confirmation, if declared. */
async function isSure({ message, confirm }: WidgetProps, question: unknown): Promise<boolean> {
  return typeof question !== 'string' || !confirm || confirm(message(question), message('ui.rows.delete'));
}

function formatted({ form, view, locale, message }: WidgetProps, column: FieldModel, index: number): string {
  const { value } = form.view(`${view.path}/${index}/${pointerIn(view.field, column)}`);
  const { kind, scale } = column;
  return formatValue(value, { kind, scale, locale, yes: message('ui.yes'), no: message('ui.no') });
}

/** Members shown below another one in its cell, to save columns. */
function belowOf(props: WidgetProps, column: FieldModel): readonly FieldModel[] {
  const { field } = props.view;
  const { below } = rowOptions(props);
  return leavesOf(field.fields ?? []).filter((one) => below[nameIn(field, one)] === nameIn(field, column));
}

/** Cells with their own widget show names, which need room. */
function roomIn(props: WidgetProps, column: FieldModel): 'long' | 'short' | 'named' | undefined {
  const { cells } = rowOptions(props);
  const isNamed = [column, ...belowOf(props, column)].some((one) => nameIn(props.view.field, one) in cells);
  return isNamed ? 'named' : roomOf(column);
}

/** In a wide table long texts take the spare room, and short ones less than others. */
function roomOf({ kind, limits: { maxLength = 0 } }: FieldModel): 'long' | 'short' | undefined {
  if (kinds[kind].normal !== 'line' || maxLength === 0) return undefined;
  if (maxLength > longest) return 'long';
  return maxLength <= shortest ? 'short' : undefined;
}

/** In characters: longer than names are, and no longer than codes. */
const [longest, shortest] = [128, 16];

/** All columns, or the declared ones. Fields inside objects get columns of their own. */
function columnsOf(list: FieldModel, shown: readonly string[] | undefined): readonly FieldModel[] {
  const all = leavesOf(list.fields ?? []);
  return shown ? shown.flatMap((name) => all.find((column) => nameIn(list, column) === name) ?? []) : all;
}

function leavesOf(fields: readonly FieldModel[]): readonly FieldModel[] {
  return fields
    .filter(({ kind }) => kind !== 'id')
    .flatMap((field) => (field.kind === 'object' && field.fields?.length ? leavesOf(field.fields) : field));
}

/** The path of a member within its row: `Email.Address`. */
function nameIn(list: FieldModel, { path }: FieldModel): string {
  return path.slice(list.path.length + 1);
}

function pointerIn(list: FieldModel, column: FieldModel): string {
  return nameIn(list, column).replaceAll('.', '/');
}

export const rowsEntry: WidgetEntry = {
  name: 'rows',
  tester: named('rows'),
  component: RowsWidget,
  frame: 'group',
  showsReadOnly: true,
};
