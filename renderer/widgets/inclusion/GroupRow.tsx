import { Trash2 } from 'lucide-react';
import type { DataRecord } from '#engine';
import { IconButton } from '../../parts/IconButton.tsx';
import { listOf } from '../ReferencesWidget.tsx';
import type { RowWork } from '../rows/useRowWork.tsx';
import styles from './inclusion.module.css';
import { inclusionLabel } from './inclusionLabel.ts';
import type { InclusionProps } from './inclusionOptions.ts';
import { nameOf } from './relations.ts';

type Props = {
  readonly props: InclusionProps;
  readonly work: RowWork;
  readonly group: DataRecord;
  readonly index: number;
};

/** A group of the plan: lists its items; always optional, without relations. */
export function GroupRow({ props, work, group, index }: Props) {
  const { inclusion, message, isReadOnly } = props;
  const record = group[inclusion.group];
  const name = nameOf(record ?? group[inclusion.groupId], inclusion);
  const items = listOf((record as DataRecord | undefined)?.[inclusion.groupItems]);
  return (
    <tr data-kind="group" data-row={index}>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      <td className={styles.inside}>{items.map((item) => nameOf(item, inclusion)).join(', ') || '–'}</td>
      <td className={styles.none}>–</td>
      <td className={styles.none}>–</td>
      <td>
        <span className={styles.fixed}>{inclusionLabel(props, true)}</span>
      </td>
      <td className={styles.actions}>
        {!isReadOnly && (
          <IconButton
            size="small"
            icon={Trash2}
            label={message(inclusion.texts.remove, { name })}
            onPress={() => work.remove(index, { path: `/${inclusion.groups}`, name })}
          />
        )}
      </td>
    </tr>
  );
}
