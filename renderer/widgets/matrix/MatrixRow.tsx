// biome-ignore-all lint/a11y/useSemanticElements: a table cannot draw only the cells in sight in both directions
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells have the focus, one at a time; headings only name them
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid hears the keys of its cells
import type { VirtualItem } from '@tanstack/react-virtual';
import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import { type Area, type CellPlace, isIn } from '#engine';
import { Icon } from '../../parts/Icon.tsx';
import type { GridProps } from './MatrixGrid.tsx';
import styles from './matrix.module.css';
import type { GridState } from './useGridKeys.ts';

type Shared = {
  readonly grid: GridProps;
  readonly state: GridState;
  readonly area: Area;
  readonly window: readonly VirtualItem[];
  readonly width: number;
};

/** The names of the columns; they stay in sight. */
export function MatrixHead({ grid, state, window, width, titles }: Shared & Pick<GridProps, 'titles'>) {
  const { columns, rows } = grid;
  const bottom = rows.ids.length - 1;
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ width }}>
      <div role="columnheader" aria-colindex={1} className={styles.corner}>
        <span className={styles.axis}>{titles.columns || grid.props.label}</span>
        <span className={styles.axis}>{titles.rows}</span>
      </div>
      {window.map(({ index, start, size }) => (
        <div
          key={columns.ids[index]}
          role="columnheader"
          aria-colindex={index + 2}
          className={styles.columnHead}
          style={{ left: start, width: size }}
          title={columns.labels[index]}
          onMouseDown={keepFocus}
          onPointerDown={() =>
            state.selectAll({ from: { row: bottom, column: index }, to: { row: 0, column: index } })
          }
        >
          {columns.labels[index]}
        </div>
      ))}
    </div>
  );
}

/** A press on a heading selects its cells; the focus goes to one of them. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

type RowProps = Shared & { readonly item: VirtualItem; readonly label: string };

/** One row: its name, which stays in sight, and its cells in sight. */
export function MatrixRow({ item, label, ...shared }: RowProps) {
  const { grid, state, window, width } = shared;
  const row = item.index;
  const last = grid.columns.ids.length - 1;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
      style={{ top: item.start, height: item.size, width }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={styles.rowHead}
        title={label}
        onMouseDown={keepFocus}
        onPointerDown={() => state.selectAll({ from: { row, column: last }, to: { row, column: 0 } })}
      >
        {label}
      </div>
      {window.map((column) => (
        <Cell
          key={grid.columns.ids[column.index]}
          {...shared}
          at={{ row, column: column.index }}
          column={column}
          rowLabel={label}
        />
      ))}
    </div>
  );
}

type CellProps = Shared & {
  readonly at: CellPlace;
  readonly column: VirtualItem;
  readonly rowLabel: string;
};

function Cell(cell: CellProps) {
  const { grid, state, area, at, column } = cell;
  const { matrix, format, props } = grid;
  const filled = matrix.cell(at);
  const isEdited = state.editing?.at.row === at.row && state.editing.at.column === at.column;
  const { to } = state.selection;
  const isActive = to.row === at.row && to.column === at.column;
  const point = (event: PointerEvent) => {
    if (event.button === 0 && !isEdited) state.select(at, event.shiftKey);
  };
  const isBoolean = format.kind === 'boolean';
  const issue = filled?.issue;
  return (
    <div
      role="gridcell"
      data-place={`${at.row}-${at.column}`}
      aria-colindex={at.column + 2}
      aria-selected={isIn(area, at)}
      aria-invalid={issue?.level === 'error' || undefined}
      tabIndex={isActive && !isEdited ? 0 : -1}
      className={styles.cell}
      data-active={isActive || undefined}
      data-level={issue?.level}
      data-read-only={props.isReadOnly || undefined}
      style={{ left: column.start, width: column.size }}
      title={issue ? props.message(issue.message, issue.params) : undefined}
      onPointerDown={point}
      onPointerEnter={(event) => {
        if (event.buttons === 1 && !state.editing) state.select(at, true);
      }}
      onClick={() => {
        if (isBoolean) state.toggle(at);
      }}
      onDoubleClick={() => state.edit(at)}
    >
      {isEdited ? <Editor {...cell} /> : <Content {...cell} />}
    </div>
  );
}

function Content({ grid, at }: CellProps) {
  const { matrix, format, props } = grid;
  const filled = matrix.cell(at);
  const { message: say } = props;
  if (format.kind === 'boolean')
    return filled?.value === true ? (
      <>
        <Icon icon={Check} />
        <span className={styles.unchecked}>{say('ui.yes')}</span>
      </>
    ) : (
      <span className={styles.unchecked}>{say('ui.no')}</span>
    );
  if (!filled)
    return props.isReadOnly ? null : (
      <span className={styles.placeholder}>{say('ui.matrix.placeholder')}</span>
    );
  return (
    <>
      {filled.issue && (
        <Icon icon={filled.issue.level === 'error' ? CircleAlert : TriangleAlert} size="small" />
      )}
      <span className={styles.value}>
        {filled.value === undefined ? filled.text : format.show(filled.value)}
      </span>
    </>
  );
}

function Editor({ grid, state, at, rowLabel }: CellProps) {
  const { columns, props } = grid;
  const ended = useRef(false);
  const end = (text: string | undefined, then?: CellPlace) => {
    if (ended.current) return;
    ended.current = true;
    state.endEdit(text, then);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    const to = afterKey(event, at);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === 'Escape' ? undefined : value, to);
  };
  return (
    <input
      className={styles.editor}
      aria-label={props.message('ui.matrix.cell', { row: rowLabel, column: columns.labels[at.column] ?? '' })}
      defaultValue={state.editing?.text}
      inputMode="decimal"
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
      autoFocus
      onFocus={selectStart(state.editing?.text)}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}

/** A text that was there is overwritten by the next key; the first key typed is not. */
function selectStart(text: string | undefined) {
  return ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (text && text.length > 1) currentTarget.select();
    else currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
  };
}

function afterKey({ key, shiftKey }: KeyboardEvent, { row, column }: CellPlace): CellPlace | undefined {
  const back = shiftKey ? -1 : 1;
  if (key === 'Enter') return { row: row + back, column };
  if (key === 'Tab') return { row, column: column + back };
  return key === 'Escape' ? { row, column } : undefined;
}
