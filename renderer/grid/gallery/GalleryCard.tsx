import type { DataRecord, GalleryLayout } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Badge, badgeTone } from '../../parts/Badge.tsx';
import { Link } from '../../parts/Link.tsx';
import type { CellTools } from '../cellTools.ts';
import { CardFields } from '../layouts/CardFields.tsx';
import type { RecordLook } from '../layouts/useRecordLook.ts';
import { GalleryPicture } from './GalleryPicture.tsx';
import styles from './gallery.module.css';

type Props = {
  readonly record: DataRecord;
  readonly layout: GalleryLayout;
  readonly tools: CellTools;
  readonly look: RecordLook;
};

/** The picture, name and declared fields of a record; the name opens it. */
export function GalleryCard({ record, layout, tools, look }: Props) {
  const say = useMessage();
  const name = look.nameOf(record);
  const colour = look.colourOf(record);
  const to = look.hrefOf(record);
  return (
    <li className={styles.card} data-tone={colour?.tone}>
      <GalleryPicture {...{ record, layout }} />
      <div className={styles.text}>
        <span className={styles.name}>{to ? <Link to={to}>{name}</Link> : name}</span>
        {colour && (
          <span>
            <Badge tone={badgeTone(colour.tone)}>{say(colour.label)}</Badge>
          </span>
        )}
        <CardFields record={record} fields={layout.fields} tools={tools} />
      </div>
    </li>
  );
}
