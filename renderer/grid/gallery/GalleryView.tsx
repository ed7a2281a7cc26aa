import type { DataRecord, GalleryLayout } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { GroupHeading } from '../groups/GroupHeading.tsx';
import { GroupRest, hasRest } from '../groups/GroupRest.tsx';
import { groupName } from '../groups/groupName.ts';
import type { Groups } from '../groups/useGroups.ts';
import type { LayoutProps } from '../layouts/LayoutProps.ts';
import { useRecordLook } from '../layouts/useRecordLook.ts';
import { GalleryCard } from './GalleryCard.tsx';
import styles from './gallery.module.css';

type Props = Omit<LayoutProps<GalleryLayout>, 'address'> & {
  /** The page of the list, or without pages the records of its groups. */
  readonly rows: readonly DataRecord[];
  readonly groups: Groups | undefined;
};

/** A card for each record of the page, or below the heading of its group. */
export function GalleryView(props: Props) {
  const { grid, layout, tools, label, rows, groups } = props;
  const say = useMessage();
  const look = useRecordLook(props);
  const cards = (records: readonly DataRecord[], name: string) => (
    <ul className={styles.cards} aria-label={name}>
      {records.map((record) => (
        <GalleryCard key={String(record.Id)} {...{ record, layout, tools, look }} />
      ))}
    </ul>
  );
  return (
    <section className={styles.gallery} aria-label={say('ui.gallery.of', { name: label })}>
      {groups
        ? groups.groups.map((group) => {
            const name = groupName(group, groups.grouping, grid.block, tools);
            return (
              <div key={group.key} className={styles.group}>
                <GroupHeading {...{ group, groups, name, tools }} />
                {group.rows.length > 0 && cards(group.rows, name)}
                {hasRest(group) && <GroupRest {...{ group, name }} />}
              </div>
            );
          })
        : cards(rows, label)}
    </section>
  );
}
