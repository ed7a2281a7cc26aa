import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { FieldModel } from '#engine';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { formatValue } from './formatValue.ts';
import { named } from './rank.ts';
import styles from './rows.module.css';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** A list of rows as a table; every cell is a field of its own. */
export function RowsWidget(props: WidgetProps) {
  const { view, inputId, labelledBy, describedBy, isReadOnly, message, form } = props;
  const rows = Array.isArray(view.value) ? view.value : [];
  const keys = form.rowKeys(view.path);
  const columns = columnsOf(view.field);
  const { heads, empty } = rowOptions(props);
  // Rows that come from elsewhere are neither added nor taken away here.
  const isFixed = isReadOnly || heads.length > 0;
  const { maxItems } = view.field.limits;
  return (
    <div className={styles.rows} id={inputId} tabIndex={-1}>
      <div className={styles.scroller}>
        <table className={styles.table} aria-labelledby={labelledBy} aria-describedby={describedBy}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col">
                  {message(column.label)}
                </th>
              ))}
              {!isFixed && (
                <th scope="col">
                  <span className={styles.hidden}>{message('ui.rows.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((_row, index) => (
              <Row key={keys[index]} {...{ props, columns, heads, isFixed, index, count: rows.length }} />
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
        <Button
          tone="quiet"
          size="small"
          icon={<Icon icon={Plus} />}
          disabled={maxItems !== undefined && rows.length >= maxItems}
          onPress={() => form.addRow(view.path)}
        >
          {message('ui.rows.add')}
        </Button>
      )}
    </div>
  );
}

/** `heads`: members that name the row, so that they are not edited; `empty`: what is said without rows. */
function rowOptions({ options }: WidgetProps) {
  const { heads, empty } = options;
  return {
    heads: Array.isArray(heads) ? heads.map(String) : [],
    empty: typeof empty === 'string' ? empty : 'ui.rows.empty',
  };
}

type RowProps = {
  readonly props: WidgetProps;
  readonly columns: readonly FieldModel[];
  readonly heads: readonly string[];
  readonly isFixed: boolean;
  readonly index: number;
  readonly count: number;
};

function Row({ props, columns, heads, isFixed, index, count }: RowProps) {
  const { view, message, form, renderField } = props;
  const number = { row: index + 1 };
  return (
    <tr>
      {columns.map((column) =>
        heads.includes(column.name) ? (
          <th key={column.name} scope="row" className={styles.head}>
            {formatted(props, column, index)}
          </th>
        ) : (
          <td key={column.name}>{renderField(`${view.path}/${index}/${column.name}`, 'cell')}</td>
        ),
      )}
      {!isFixed && (
        <td className={styles.actions}>
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
            onPress={() => form.removeRow(view.path, index)}
          />
        </td>
      )}
    </tr>
  );
}

function formatted({ form, view, locale, message }: WidgetProps, column: FieldModel, index: number): string {
  const { value } = form.view(`${view.path}/${index}/${column.name}`);
  const { kind, scale } = column;
  return formatValue(value, { kind, scale, locale, yes: message('ui.yes'), no: message('ui.no') });
}

/** Ids and what the server sets are no business of a person. */
function columnsOf(field: FieldModel): readonly FieldModel[] {
  return (field.fields ?? []).filter((column) => column.kind !== 'id');
}

export const rowsEntry: WidgetEntry = {
  name: 'rows',
  tester: named('rows', 'rows'),
  component: RowsWidget,
  frame: 'group',
  showsReadOnly: true,
};
