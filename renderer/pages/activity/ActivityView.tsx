import { useModel } from '../../data/App.tsx';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { ActivityBar } from './ActivityBar.tsx';
import { Attachments } from './Attachments.tsx';
import styles from './activity.module.css';
import { Comments } from './Comments.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { Related } from './Related.tsx';
import { type About, type Rights, useAround } from './useAround.ts';

/**
 * What surrounds a record, as `activity` of its behaviour switches it on. Options: `entity`, and `record`, the
 * name of the record in the data of the screen.
 */
export function ActivityView({ block, scope }: BlockWidgetProps) {
  const entity = String(block.options.entity);
  const id = scope.data[String(block.options.record)]?.Id;
  const { activity } = useModel().entities.get(entity) ?? {};
  if (typeof id !== 'string' || !activity) return null;
  return <Parts key={id} about={{ entity, id }} scope={scope} />;
}

function Parts({ about, scope }: { about: About } & Pick<BlockWidgetProps, 'scope'>) {
  const { activity } = useModel().entities.get(about.entity) ?? {};
  const { data: rights, error, refetch } = useAround<Rights>(about, '');
  if (error && !rights) return <ErrorState text={error.message} onRetry={() => void refetch()} />;
  if (!rights || !activity) return <Skeleton look="form" lines={6} />;
  return (
    <div className={styles.parts}>
      <ActivityBar about={about} activity={activity} rights={rights} />
      {activity.comments && <Comments about={about} mayComment={rights.MayComment} />}
      {activity.files && (
        <Attachments about={about} limits={activity.files.limits} mayAttach={rights.MayAttach} />
      )}
      {activity.restore && (
        <RecordHistory about={about} mayRestore={rights.MayRestore} onRestored={scope.reload} />
      )}
      {activity.related && <Related about={about} />}
    </div>
  );
}
