import { useMemo } from 'react';
import { saveBlob } from '../../data/saveBlob.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import { named } from '../rank.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import { GrownMatrix } from './GrownMatrix.tsx';
import { isGrown } from './grownOptions.ts';
import { MatrixBar } from './MatrixBar.tsx';
import { MatrixGrid } from './MatrixGrid.tsx';
import { MatrixIssues } from './MatrixIssues.tsx';
import styles from './matrix.module.css';
import { matrixFormat } from './matrixFormat.ts';
import { kindOf, type MatrixOptionsDeclared, matrixOptions, textAt } from './matrixOptions.ts';
import { type Axis, useAxis } from './useAxis.ts';
import { useMatrix } from './useMatrix.ts';

/** Edits a list of rows as a matrix, whose columns and rows come from two lists of records. */
export function MatrixWidget(props: WidgetProps) {
  // Options are a new but equal object in each render.
  const written = JSON.stringify(props.options);
  const declared = useMemo(() => matrixOptions({ options: JSON.parse(written) }), [written]);
  const columns = useAxis(props, declared.columns);
  const rows = useAxis(props, declared.rows);
  const { message: say } = props;
  if (columns === 'failed' || rows === 'failed') return <ErrorState title={say('ui.matrix.failed')} />;
  if (columns === 'loading' || rows === 'loading') return <Spinner label={say('ui.loading')} />;
  if (columns.ids.length === 0 || rows.ids.length === 0)
    return <EmptyState title={say('ui.matrix.no-cells')} />;
  return <Filled props={props} declared={declared} columns={columns} rows={rows} />;
}

type Props = {
  readonly props: WidgetProps;
  readonly declared: MatrixOptionsDeclared;
  readonly columns: Axis;
  readonly rows: Axis;
};

function Filled({ props, declared, columns, rows }: Props) {
  const { form, locale, message: say } = props;
  const record = form.record();
  const kind = kindOf(declared, record);
  const { minimum, clearTo } = declared;
  const format = useMemo(() => matrixFormat({ kind, locale, minimum }), [kind, locale, minimum]);
  const { matrix, flush } = useMatrix({ props, declared, format, columns, rows });
  const titles = {
    columns: textAt(record, declared.columns.title),
    rows: textAt(record, declared.rows.title),
  };
  const whole = { top: 0, left: 0, bottom: rows.ids.length - 1, right: columns.ids.length - 1 };
  const file = { matrix, format, columns, rows, titles };
  return (
    <MatrixGrid {...{ props, matrix, format, columns, rows, titles }} onLeave={flush}>
      {(state, grid) => (
        <div className={styles.matrix}>
          <MatrixBar
            {...{ props, matrix, state }}
            onClear={() => matrix.fill(whole, clearTo)}
            onExport={async () => {
              const { writeMatrix } = await import('./matrixFile.ts');
              saveBlob(await writeMatrix(file), `${textAt(record, declared.fileName) || props.label}.xlsx`);
            }}
            onImport={async (chosen) => {
              const { readMatrix } = await import('./matrixFile.ts');
              const read = await readMatrix(chosen, file);
              if ('entries' in read) matrix.place(read.entries);
              return say(read.message, read.params);
            }}
          />
          <MatrixIssues {...{ props, matrix, state, columns, rows }} />
          {grid}
        </div>
      )}
    </MatrixGrid>
  );
}

/** A matrix with fixed lists, or one that grows. */
function MatrixOfItsShape(props: WidgetProps) {
  return isGrown(props) ? <GrownMatrix {...props} /> : <MatrixWidget {...props} />;
}

export const matrixEntry: WidgetEntry = {
  name: 'matrix',
  tester: named('matrix'),
  component: MatrixOfItsShape,
  frame: 'bare',
  showsReadOnly: true,
};
