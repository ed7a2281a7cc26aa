import { Fragment, type ReactNode } from 'react';
import type { GridBlock } from '#engine';
import type { CellTools } from '../cellTools.ts';
import { GroupHeading } from './GroupHeading.tsx';
import { GroupRest, hasRest } from './GroupRest.tsx';
import { groupName } from './groupName.ts';
import styles from './groups.module.css';
import type { Groups } from './useGroups.ts';

type Props<Row> = {
  readonly groups: Groups;
  /** The rows of all unfolded groups, in order. */
  readonly rows: readonly Row[];
  readonly renderRow: (row: Row, index: number) => ReactNode;
  readonly block: GridBlock;
  readonly tools: CellTools;
  readonly span: number;
  /** Rows are drawn as cards. */
  readonly isCards: boolean;
};

/** Each group with its name, count and sums, and below it its records while it is unfolded. */
export function GroupRows<Row>({ groups, rows, renderRow, block, tools, span, isCards }: Props<Row>) {
  let from = 0;
  const [row, cell] = isCards ? (['row', 'gridcell'] as const) : [];
  return groups.groups.map((group) => {
    const start = from;
    from += group.rows.length;
    const name = groupName(group, groups.grouping, block, tools);
    return (
      <Fragment key={group.key}>
        <tr role={row} className={styles.heading}>
          <td role={cell} colSpan={span}>
            <GroupHeading {...{ group, groups, name, tools }} />
          </td>
        </tr>
        {rows.slice(start, from).map((one, at) => renderRow(one, start + at))}
        {hasRest(group) && (
          <tr role={row} className={styles.rest}>
            <td role={cell} colSpan={span}>
              <GroupRest {...{ group, name }} />
            </td>
          </tr>
        )}
      </Fragment>
    );
  });
}
