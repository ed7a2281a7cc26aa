import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Matrix, PlacedIssue } from '#engine';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { WidgetProps } from '../types.ts';
import { matrixWords } from './MatrixWords.ts';
import styles from './matrix.module.css';
import { valueLabel } from './matrixOptions.ts';
import type { Axis } from './useAxis.ts';
import type { GridState } from './useGridKeys.ts';

type Props = {
  readonly props: WidgetProps;
  readonly matrix: Matrix;
  readonly state: GridState;
  readonly columns: Axis;
  readonly rows: Axis;
};

/** Most issues listed; more would push the table out of view. */
const most = 5;

/** Lists the issues above the table, each with a link to its cell. */
export function MatrixIssues({ props, matrix, state, columns, rows }: Props) {
  const { message: say } = props;
  const issues = matrix.issues();
  const words = matrixWords(say, valueLabel(props));
  const nameOf = ({ row, column }: PlacedIssue) =>
    say('ui.matrix.cell', { row: rows.labels[row] ?? '', column: columns.labels[column] ?? '' });
  return (
    <div aria-live="polite">
      {issues.length > 0 && (
        <ul className={styles.issues} aria-label={say('ui.matrix.issues')}>
          {issues.slice(0, most).map((issue) => (
            <li key={`${issue.row}-${issue.column}`} className={styles.issue} data-level={issue.issue.level}>
              <Icon icon={issue.issue.level === 'error' ? CircleAlert : TriangleAlert} size="small" />
              <Button tone="link" size="small" onPress={() => state.select(issue)}>
                {nameOf(issue)}
              </Button>
              <span>{words.issue(issue.issue)}</span>
            </li>
          ))}
          {issues.length > most && (
            <li className={styles.issue}>{say('ui.matrix.more-issues', { count: issues.length - most })}</li>
          )}
        </ul>
      )}
    </div>
  );
}
