import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { FieldModel } from '#engine';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { named } from './rank.ts';
import styles from './rows.module.css';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** A list of rows as a table; every cell is a field of its own. */
export function RowsWidget(props: WidgetProps) {
  const { view, inputId, labelledBy, describedBy, isReadOnly, message, form } = props;
  const rows = Array.isArray(view.value) ? view.value : [];
  const keys = form.rowKeys(view.path);
  const columns = columnsOf(view.field);
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
              {!isReadOnly && (
                <th scope="col">
                  <span className={styles.hidden}>{message('ui.rows.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((_row, index) => (
              <Row key={keys[index]} props={props} columns={columns} index={index} count={rows.length} />
            ))}
            {rows.length === 0 && (
              <tr>
                <td className={styles.empty} colSpan={columns.length + 1}>
                  {message('ui.rows.empty')}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {!isReadOnly && (
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

type RowProps = { props: WidgetProps; columns: readonly FieldModel[]; index: number; count: number };

function Row({ props, columns, index, count }: RowProps) {
  const { view, isReadOnly, message, form, renderField } = props;
  const number = { row: index + 1 };
  return (
    <tr>
      {columns.map((column) => (
        <td key={column.name}>{renderField(`${view.path}/${index}/${column.name}`, 'cell')}</td>
      ))}
      {!isReadOnly && (
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
