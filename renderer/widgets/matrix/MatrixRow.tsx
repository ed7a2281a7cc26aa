// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualized in both directions
// biome-ignore-all lint/a11y/useFocusableInteractive: cells take focus one at a time; headings only name them
import type { VirtualItem } from '@tanstack/react-virtual';
import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Matrix, MatrixCell } from '#engine';
import { Icon } from '../../parts/Icon.tsx';
import { sizes } from './gridSizes.ts';
import type { MatrixWords } from './MatrixWords.ts';
import styles from './matrix.module.css';
import type { MatrixFormat } from './matrixFormat.ts';
import type { Axis } from './useAxis.ts';

type HeadProps = {
  readonly columns: Axis;
  readonly titles: { readonly columns: string; readonly rows: string };
  readonly window: readonly VirtualItem[];
  readonly width: number;
};

/** The sticky column headings. */
export const MatrixHead = memo(function MatrixHead({ columns, titles, window, width }: HeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ width }}>
      <div role="columnheader" aria-colindex={1} className={styles.corner}>
        <span className={styles.axis}>{titles.columns}</span>
        <span className={styles.axis}>{titles.rows}</span>
      </div>
      {window.map(({ index }, at) => (
        <div
          key={columns.ids[index]}
          role="columnheader"
          aria-colindex={index + 2}
          data-column-heading={index}
          className={styles.columnHead}
          style={afterGap(window, at)}
          title={columns.labels[index]}
        >
          {columns.labels[index]}
        </div>
      ))}
    </div>
  );
});

export type RowProps = {
  readonly matrix: Matrix;
  readonly format: MatrixFormat;
  readonly words: MatrixWords;
  readonly isReadOnly: boolean;
  readonly row: number;
  readonly label: string;
  readonly top: number;
  readonly width: number;
  readonly window: readonly VirtualItem[];
  /** First and last selected column, or -1. */
  readonly left: number;
  readonly right: number;
  /** The focused column, or -1. */
  readonly active: number;
  /** The column being edited, or -1, and its editor. */
  readonly edited: number;
  readonly editor?: ReactNode;
};

/** One row with its sticky name and visible cells. Plain elements: the grid delegates events. */
export const MatrixRow = memo(function MatrixRow(props: RowProps) {
  const { row, label, top, width, window } = props;
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ top, width }}>
      <div role="rowheader" aria-colindex={1} data-row-heading={row} className={styles.rowHead} title={label}>
        {label}
      </div>
      {window.map((item, at) => cellOf(props, item.index, afterGap(window, at)))}
    </div>
  );
});

type Gap = { readonly marginInlineStart: number } | undefined;

/** Cells adjoin each other; the margin stands in for cells not drawn. */
function afterGap(window: readonly VirtualItem[], at: number): Gap {
  const before = at === 0 ? sizes.label : (window[at - 1]?.end ?? 0);
  const gap = (window[at]?.start ?? 0) - before;
  return gap === 0 ? undefined : { marginInlineStart: gap };
}

function cellOf(props: RowProps, column: number, style: Gap): ReactNode {
  const { matrix, words, isReadOnly, row, left, right, active, edited, editor } = props;
  const filled = matrix.cell({ row, column });
  const issue = filled?.issue;
  const isEdited = column === edited;
  const isActive = column === active;
  return (
    <div
      key={column}
      role="gridcell"
      data-place={`${row}-${column}`}
      aria-colindex={column + 2}
      aria-selected={column >= left && column <= right}
      aria-invalid={issue?.level === 'error' || undefined}
      tabIndex={isActive && !isEdited ? 0 : -1}
      className={styles.cell}
      data-active={isActive || undefined}
      data-empty={filled ? undefined : true}
      data-level={issue?.level}
      data-read-only={isReadOnly || undefined}
      style={style}
      title={issue && words.issue(issue)}
    >
      {isEdited ? editor : contentOf(props, filled)}
    </div>
  );
}

function contentOf({ format, words, isReadOnly }: RowProps, filled: MatrixCell | undefined): ReactNode {
  if (format.kind === 'boolean')
    return (
      <>
        {filled?.value === true && <Icon icon={Check} />}
        <span className={styles.unchecked}>{filled?.value === true ? words.yes : words.no}</span>
      </>
    );
  if (!filled) return isReadOnly ? null : words.placeholder;
  const text = filled.value === undefined ? filled.text : format.show(filled.value);
  if (!filled.issue) return text;
  return (
    <>
      <Icon icon={filled.issue.level === 'error' ? CircleAlert : TriangleAlert} size="small" />
      {` ${text}`}
    </>
  );
}
