import { Plus } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import type { WidgetProps } from '../types.ts';
import { GrownRowView } from './GrownRowView.tsx';
import styles from './grown.module.css';
import { type GrownOptions, grownOptions, membersOf } from './grownOptions.ts';
import { useAxis } from './useAxis.ts';
import { type Grown, useGrown } from './useGrown.ts';

/** A matrix that people extend: records as rows, numbers as columns, and a checkbox for each pair. */
export function GrownMatrix(props: WidgetProps) {
  const written = JSON.stringify(props.options);
  const declared = useMemo(() => grownOptions({ options: JSON.parse(written) }), [written]);
  const members = useMemo(() => membersOf(declared), [declared]);
  const grown = useGrown(props, members);
  const add = useRef<HTMLDivElement>(null);
  const { isReadOnly, message: say, inputId } = props;
  const { empty, emptyReadOnly } = declared.rows;
  const isEmpty = grown.rows.length === 0;
  return (
    <div className={styles.grown} id={inputId} tabIndex={-1}>
      {isEmpty && grown.columns.length === 0 ? (
        <EmptyState title={say(isReadOnly ? emptyReadOnly : empty)} />
      ) : (
        <GrownTable props={props} declared={declared} grown={grown} onLast={() => focusIn(add.current)} />
      )}
      {!isReadOnly && (
        <div ref={add}>
          <AddGrownRow props={props} declared={declared} grown={grown} />
        </div>
      )}
    </div>
  );
}

const focusIn = (element: HTMLElement | null) => element?.querySelector('button')?.focus();

type TableProps = {
  readonly props: WidgetProps;
  readonly declared: GrownOptions;
  readonly grown: Grown;
  /** Called when the last row was removed, to move the focus. */
  readonly onLast: () => void;
};

function GrownTable({ props, declared, grown, onLast }: TableProps) {
  const { isReadOnly, message: say } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const labels = grown.columns.map((number) => say(declared.columns.label, { number }));
  const remove = (key: string, at: number) => {
    grown.removeRow(key);
    // Focus the row that moved up, or the one above.
    queueMicrotask(() => focusRow(body.current, at) || onLast());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the checkboxes of the table
    <div
      className={styles.scroller}
      onKeyDown={moveBetweenBoxes}
      // Read-only it contains nothing focusable, so it must be focusable itself to scroll by keyboard.
      {...(isReadOnly ? { role: 'region', 'aria-label': props.label, tabIndex: 0 } : {})}
    >
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {say(props.view.field.fields?.find(({ name }) => name === declared.rows.key)?.label ?? '')}
            </th>
            {labels.map((label, at) => (
              <th key={grown.columns[at]} scope="col" className={styles.column}>
                {label}
              </th>
            ))}
            {!isReadOnly && (
              <th scope="col" className={styles.last}>
                <IconButton
                  icon={Plus}
                  size="small"
                  label={say(declared.columns.add)}
                  onPress={grown.addColumn}
                />
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {grown.rows.map((row, at) => (
            <GrownRowView
              key={row.key}
              props={props}
              row={row}
              member={declared.columns.number}
              columns={grown.columns}
              labels={labels}
              onToggle={(number) => grown.toggle(row.key, number)}
              onRemove={() => remove(row.key, at)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Focuses the remove button of a row; false if there are no rows. */
function focusRow(body: HTMLElement | null, at: number): boolean {
  const rows = [...(body?.querySelectorAll('tr') ?? [])];
  const row = rows[Math.min(at, rows.length - 1)];
  row?.querySelector('button')?.focus();
  return row !== undefined;
}

type Props = { readonly props: WidgetProps; readonly declared: GrownOptions; readonly grown: Grown };

/** Adds a record that is not listed yet, as the last row. */
function AddGrownRow({ props, declared, grown }: Props) {
  const { message: say, inputId } = props;
  const found = useAxis(props, declared.rows);
  if (found === 'failed') return <ErrorState title={say('ui.matrix.failed')} />;
  const listed = new Set(grown.rows.map(({ key }) => key));
  const axis = found === 'loading' ? { ids: [], labels: [] } : found;
  const options = axis.ids
    .map((id, at) => ({ id, label: axis.labels[at] ?? id }))
    .filter(({ id }) => !listed.has(id));
  const add = (id: string | undefined) => {
    const chosen = options.find((option) => option.id === id);
    if (chosen) grown.addRow(chosen.id, chosen.label);
  };
  return (
    <div className={styles.add}>
      <Select
        id={`${inputId}-add`}
        label={say(declared.rows.add)}
        placeholder={say('ui.matrix.select')}
        value={undefined}
        options={options}
        loading={found === 'loading'}
        onChange={add}
      />
    </div>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys move between checkboxes; other keys are left to the browser. */
function moveBetweenBoxes(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const { target } = event;
  if (!step || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
  const cell = target.closest('td');
  const row = cell?.closest('tr');
  if (!cell || !row) return;
  const [down, right] = step;
  const rows = [...(row.parentElement?.children ?? [])];
  const next = rows[rows.indexOf(row) + down]?.children[cell.cellIndex + right];
  const box = next?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  if (!box) return;
  event.preventDefault();
  box.focus();
}
