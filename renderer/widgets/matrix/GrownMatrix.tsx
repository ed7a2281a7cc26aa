import { Plus } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef } from 'react';
import type { GrownRow } from '#engine';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { focusAddedRow, focusAfterRow } from '../../parts/rowFocus.ts';
import { Select } from '../../parts/Select.tsx';
import { pasteTexts } from '../rows/pasteTexts.ts';
import { useLastStep } from '../rows/useLastStep.tsx';
import type { WidgetProps } from '../types.ts';
import { GrownRowView } from './GrownRowView.tsx';
import styles from './grown.module.css';
import { type GrownOptions, grownOptions, membersOf } from './grownOptions.ts';
import { pasteTicks } from './pasteTicks.ts';
import { useAxis } from './useAxis.ts';
import { type Grown, useGrown } from './useGrown.ts';

/** A matrix that people extend: records as rows, numbers as columns, and a checkbox for each pair. */
export function GrownMatrix(props: WidgetProps) {
  const written = JSON.stringify(props.options);
  const declared = useMemo(() => grownOptions({ options: JSON.parse(written) }), [written]);
  const members = useMemo(() => membersOf(declared), [declared]);
  const grown = useGrown(props, members);
  const list = useRef<HTMLDivElement>(null);
  const steps = useLastStep(props, list);
  const { isReadOnly, message: say, inputId } = props;
  const { empty, emptyReadOnly } = declared.rows;
  const isEmpty = grown.rows.length === 0;
  const remove = ({ key, name }: GrownRow, at: number) => {
    focusAfterRow(list.current, at);
    const back = grown.removeRow(key);
    steps.tell([say('ui.rows.removed-named', { name, row: at + 1 })], () => {
      back();
      focusAddedRow(list.current, at);
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z in a field bubbles up to here
    <div ref={list} className={styles.grown} id={inputId} tabIndex={-1} data-rows onKeyDown={steps.press}>
      {isEmpty && grown.columns.length === 0 ? (
        <EmptyState title={say(isReadOnly ? emptyReadOnly : empty)} />
      ) : (
        <GrownTable props={props} declared={declared} grown={grown} onRemove={remove} onStep={steps.tell} />
      )}
      {steps.notice}
      {!isReadOnly && (
        <div data-row-add>
          <AddGrownRow
            props={props}
            declared={declared}
            grown={grown}
            onAdded={() => focusAddedRow(list.current, grown.rows.length)}
          />
        </div>
      )}
    </div>
  );
}

type TableProps = {
  readonly props: WidgetProps;
  readonly declared: GrownOptions;
  readonly grown: Grown;
  readonly onRemove: (row: GrownRow, at: number) => void;
  readonly onStep: (texts: readonly string[], undo: () => void) => void;
};

function GrownTable({ props, declared, grown, onRemove, onStep }: TableProps) {
  const { isReadOnly, message: say } = props;
  const labels = grown.columns.map((number) => say(declared.columns.label, { number }));
  const paste = pasteFor({ props, grown, labels, onStep });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the checkboxes of the table
    <div
      className={styles.scroller}
      onKeyDown={moveBetweenBoxes}
      onPaste={paste}
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
        <tbody>
          {grown.rows.map((row, at) => (
            <GrownRowView
              key={row.key}
              props={props}
              row={row}
              at={at}
              member={declared.columns.number}
              columns={grown.columns}
              labels={labels}
              onToggle={(number) => grown.toggle(row.key, number)}
              onRemove={() => onRemove(row, at)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Pasting = Pick<TableProps, 'props' | 'grown' | 'onStep'> & { readonly labels: readonly string[] };

/** Ticks from a block of spreadsheet cells, from the box that has the focus. */
function pasteFor({ props, grown, labels, onStep }: Pasting) {
  const { isReadOnly, message: say, locale, view } = props;
  return (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const start = startOf(event.target);
    if (isReadOnly || !start || text.trim() === '') return;
    event.preventDefault();
    const end = pasteTicks({ grown, labels, locale, field: view.field }, text, start);
    onStep(pasteTexts(end, { isFixed: true }, say), end.undo);
  };
}

/** The box that has the focus. */
function startOf(target: EventTarget) {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  return row ? { row: Number(row.dataset.row), column: Number(cell?.dataset.column) } : undefined;
}

type Props = {
  readonly props: WidgetProps;
  readonly declared: GrownOptions;
  readonly grown: Grown;
  readonly onAdded: () => void;
};

/** Adds a record that is not listed yet, as the last row. */
function AddGrownRow({ props, declared, grown, onAdded }: Props) {
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
    if (!chosen) return;
    grown.addRow(chosen.id, chosen.label);
    onAdded();
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
