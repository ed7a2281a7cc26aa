import type { DataRecord } from '#engine';
import { fillPath } from '../../data/fillPath.ts';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { useText } from '../../data/useText.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Link } from '../../parts/Link.tsx';
import { Progress } from '../../parts/Progress.tsx';
import { type PreviewColumn, PreviewRows } from './PreviewRows.tsx';
import styles from './preview.module.css';
import { usePreview } from './usePreview.ts';

type Options = {
  readonly call: string;
  readonly ask: string;
  readonly note?: string;
  readonly empty?: string;
  readonly record?: string;
  readonly columns: readonly PreviewColumn[];
  readonly failed?: Failed;
};

/** Previews the result of an operation on request. Options: see base/widgets/blocks/preview.json. */
export function PreviewView({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const title = useText(block.title, scope);
  const { call, ask, note, empty, record, columns, failed } = block.options as Options;
  const state = String(record === undefined ? '' : scope.data[record]?.Revision);
  const { rows, error, isRunning, isOld, run, stop } = usePreview(fillPath(call, scope), state);
  const whole = rows?.filter((row) => !reasonOf(row, failed));
  return (
    <Card
      id={block.id}
      title={title || undefined}
      actions={
        isRunning ? (
          <Button onPress={stop}>{say('ui.cancel')}</Button>
        ) : (
          <Button onPress={run}>{say(ask)}</Button>
        )
      }
    >
      <div className={styles.preview} aria-busy={isRunning}>
        {isRunning && <Progress label={say('ui.preview.running')} />}
        {error && <ErrorState text={error} onRetry={run} />}
        {!rows && !isRunning && !error && note && <p className={styles.note}>{say(note)}</p>}
        {rows && isOld && !isRunning && (
          <p className={styles.note} role="status">
            {say('ui.preview.old')}
          </p>
        )}
        {rows?.length === 0 && <EmptyState title={say(empty ?? 'ui.preview.empty')} />}
        {whole && whole.length > 0 && <PreviewRows columns={columns} rows={whole} />}
        {rows && failed && <FailedRows {...{ rows, failed, scope }} />}
      </div>
    </Card>
  );
}

type Failed = {
  readonly path: string;
  readonly title: string;
  readonly name: string;
  readonly to?: string;
};

const reasonOf = (row: DataRecord, failed: Failed | undefined): unknown => failed && row[failed.path];

type FailedProps = {
  readonly rows: readonly DataRecord[];
  readonly failed: Failed;
  readonly scope: ScreenScope;
};

/** Rows without a result, the reasons, and links to fix them. */
function FailedRows({ rows, failed, scope }: FailedProps) {
  const say = useMessage();
  const found = rows.flatMap((row, index) => (reasonOf(row, failed) ? [{ row, index }] : []));
  if (found.length === 0) return null;
  return (
    <section className={styles.failed} aria-label={say(failed.title)}>
      <h3 className={styles.title}>{say(failed.title)}</h3>
      <ul>
        {found.map(({ row, index }) => {
          const name = String(row[failed.name] ?? '–');
          return (
            <li key={index}>
              {failed.to ? <Link to={fillPath(failed.to, { ...scope, root: row })}>{name}</Link> : name}
              <span>{String(reasonOf(row, failed))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
