// Code instead of a declaration: two lists are edited as one table, with relations between rows of one of
// them.
import { useState } from 'react';
import { useFieldView } from '../../data/useFormState.ts';
import { Button } from '../../parts/Button.tsx';
import { listOf } from '../ReferencesWidget.tsx';
import { named } from '../rank.ts';
import { useRowWork } from '../rows/useRowWork.tsx';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import widgets from '../widgets.module.css';
import { AddInclusionDialog } from './AddInclusionDialog.tsx';
import { GroupRow } from './GroupRow.tsx';
import { ItemRowView } from './ItemRowView.tsx';
import styles from './inclusion.module.css';
import type { InclusionProps } from './inclusionOptions.ts';
import { readInclusionOptions } from './inclusionOptions.ts';
import { itemRows } from './relations.ts';

/** Items and groups of a plan in one table: included or optional, with exclusions and inclusions. */
export function InclusionTableWidget(props: WidgetProps) {
  const read = readInclusionOptions(props.options);
  if ('missing' in read) {
    return (
      <p className={widgets.unknown} role="note">
        {props.message('ui.widget.options-missing', { names: read.missing.join(', ') })}
      </p>
    );
  }
  return <InclusionTable {...props} inclusion={read.options} />;
}

function InclusionTable(props: InclusionProps) {
  const { view, label, inputId, describedBy, isReadOnly, message, form, inclusion } = props;
  const [isAdding, setAdding] = useState(false);
  const groupsView = useFieldView(form, `/${inclusion.groups}`);
  const rows = itemRows(view.value, inclusion);
  const groups = listOf(groupsView.value);
  const { texts } = inclusion;
  const work = useRowWork(props);
  return (
    <div id={inputId} className={styles.widget} tabIndex={-1} ref={work.list} {...work.handlers}>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label={label} aria-describedby={describedBy}>
          <HeaderRow {...props} />
          <tbody>
            {groups.map((group, index) => (
              <GroupRow key={String(group[inclusion.groupId])} {...{ props, work, group, index }} />
            ))}
            {rows.map((row) => (
              <ItemRowView key={row.id} {...{ props, work, row, rows }} place={groups.length + row.index} />
            ))}
            {rows.length + groups.length === 0 && (
              <tr>
                <td className={styles.empty} colSpan={6}>
                  {message(texts.empty)}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {!isReadOnly && (
        <div data-row-add>
          <Button size="small" onPress={() => setAdding(true)}>
            {message(texts.add)}
          </Button>
        </div>
      )}
      {work.notice}
      {isAdding && <AddInclusionDialog props={props} onClose={() => setAdding(false)} />}
    </div>
  );
}

function HeaderRow({ message, inclusion: { texts } }: InclusionProps) {
  const { columnGroup, columnItem, columnExcluded, columnIncluded, columnInclusion, columnActions } = texts;
  const columns = [columnGroup, columnItem, columnExcluded, columnIncluded, columnInclusion, columnActions];
  return (
    <thead>
      <tr>
        {columns.map((text) => (
          <th key={text} scope="col">
            {message(text)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export const inclusionTableEntry: WidgetEntry = {
  name: 'inclusion-table',
  tester: named('inclusion-table'),
  component: InclusionTableWidget,
  frame: 'bare',
  showsReadOnly: true,
};
