import type { DataRecord, GridBlock, GridExpand } from '#engine';
import { fetched, withChecks } from '../data/fetched.tsx';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import styles from './rowEditor.module.css';

// A list whose rows stay closed does not bring the form along.
const RecordDetail = fetched(
  async (app) => (await withChecks(import('../form/RecordDetail.tsx'), app)).RecordDetail,
);

type Props = {
  readonly block: GridBlock;
  readonly expand: GridExpand;
  readonly record: DataRecord;
  readonly name: string;
  readonly scope: ScreenScope;
  /** Columns of the table it stands across. */
  readonly span: number;
};

/** What else there is to read about a row, under it. */
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

/** What the button of a row says that it opens. */
export function detailId(block: GridBlock, record: DataRecord): string {
  return `${block.id}-detail-${record.Id}`;
}
