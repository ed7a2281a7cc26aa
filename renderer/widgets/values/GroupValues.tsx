import type { DataRecord } from '#engine';
import { useRowWork } from '../rows/useRowWork.tsx';
import type { WidgetProps } from '../types.ts';
import { AddLine } from './AddLine.tsx';
import { ValueTable } from './ValueTable.tsx';
import type { ValueOptions } from './valueOptions.ts';
import styles from './values.module.css';

type Props = { readonly props: WidgetProps; readonly options: ValueOptions; readonly groups: string };

/** Edits named groups of values of the base. */
export function GroupValues({ props, options, groups }: Props) {
  const { form, view, message, isReadOnly } = props;
  const rows: readonly DataRecord[] = Array.isArray(view.value) ? view.value : [];
  const work = useRowWork(props, {
    columns: [{ pointer: options.name, label: message('ui.values.groups') }],
  });
  const add = ([text = '']: readonly string[]): string | undefined => {
    const name = text.trim();
    const isTaken = rows.some(
      (row) =>
        String(row[options.name] ?? '')
          .trim()
          .toLowerCase() === name.toLowerCase(),
    );
    if (name === '' || name.length > 256 || isTaken) return message(options.texts.group ?? '');
    form.addRow(view.path, { [options.name]: name });
    return undefined;
  };
  return (
    <div className={styles.values} id={props.inputId} tabIndex={-1} ref={work.list} {...work.handlers}>
      <ValueTable
        props={props}
        work={work}
        rows={rows}
        columns={[
          { member: options.name, title: message('ui.values.groups') },
          { member: groups, title: message('ui.values.grouped') },
        ]}
        nameOf={(row, index) => String(row[options.name] ?? message('ui.values.row', { number: index + 1 }))}
      />
      {!isReadOnly && (
        <AddLine
          props={props}
          inputs={[{ id: 'group', label: message('ui.values.group') }]}
          hint=""
          onAdd={add}
        />
      )}
      {work.notice}
    </div>
  );
}
