import type { DataRecord, GridBlock, GridExpand } from '#engine';
import { fetched, withChecks } from '../data/fetched.tsx';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import styles from './rowEditor.module.css';

// The form code loads when a row is first expanded.
const RecordDetail = fetched(
  async (app) => (await withChecks(import('../form/RecordDetail.tsx'), app)).RecordDetail,
);

type Props = {
  readonly block: GridBlock;
  readonly expand: GridExpand;
  readonly record: DataRecord;
  readonly name: string;
  readonly scope: ScreenScope;
  /** Number of columns of the table. */
  readonly span: number;
};

/** More fields of a row, read-only, below it. */
export function RowDetail({ block, expand, record, name, scope, span }: Props) {
  const say = useMessage();
  return (
    <tr className={styles.detail} data-detail={String(record.Id)}>
      <td colSpan={span} className={styles.cell}>
        <section id={detailId(block, record)} aria-label={say('ui.grid.details', { name })}>
          <RecordDetail
            id={`${block.id}-detail`}
            entity={block.entity}
            record={record}
            owner={expand.owner === undefined ? undefined : scope.data[expand.owner]}
            sections={expand.sections}
            waiting={<Skeleton look="form" lines={4} />}
          />
        </section>
      </td>
    </tr>
  );
}

/** Id of a row's detail, for `aria-controls` of its button. */
export function detailId(block: GridBlock, record: DataRecord): string {
  return `${block.id}-detail-${record.Id}`;
}
