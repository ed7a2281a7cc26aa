import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import type { GridBlock } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { cellText } from '../CellValue.tsx';
import type { CellTools } from '../cellTools.ts';
import { groupName } from './groupName.ts';
import styles from './groups.module.css';
import type { Group, Groups } from './useGroups.ts';

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
  return groups.groups.map((group) => {
    const start = from;
    from += group.rows.length;
    const name = groupName(group, groups.grouping, block, tools);
    return (
      <Fragment key={group.key}>
        <Heading {...{ group, groups, name, tools, span, isCards }} />
        {rows.slice(start, from).map((row, at) => renderRow(row, start + at))}
        {group.isOpen && <Rest {...{ group, name, span, isCards }} />}
      </Fragment>
    );
  });
}

type HeadingProps = {
  readonly group: Group;
  readonly groups: Groups;
  readonly name: string;
  readonly tools: CellTools;
  readonly span: number;
  readonly isCards: boolean;
};

function Heading({ group, groups: { grouping, toggle }, name, tools, span, isCards }: HeadingProps) {
  const { say } = tools;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isFolding = event.key === (group.isOpen ? 'ArrowLeft' : 'ArrowRight');
    if (isFolding) toggle(group.key);
    else if (!moveFocus(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <tr role={isCards ? 'row' : undefined} className={styles.heading} data-group={group.key}>
      <td role={isCards ? 'gridcell' : undefined} colSpan={span}>
        <div className={styles.line}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={group.isOpen}
            onClick={() => toggle(group.key)}
            onKeyDown={press}
          >
            <Icon icon={group.isOpen ? ChevronDown : ChevronRight} size="small" />
            <span className={styles.name}>{name}</span>
            <span className={styles.count}>{say('ui.groups.count', { count: group.count })}</span>
          </button>
          {grouping.totals.length > 0 && (
            <dl className={styles.totals}>
              {grouping.totals.map((field, at) => (
                <div key={field.path}>
                  <dt>{say(field.label)}</dt>
                  <dd>{cellText(group.totals[at] ?? 0, { ...field, options: {} }, tools)}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </td>
    </tr>
  );
}

type RestProps = Omit<HeadingProps, 'groups' | 'tools'>;

/** What is still missing of an unfolded group. */
function Rest({ group, name, span, isCards }: RestProps) {
  const say = useMessage();
  const { rows, count, more, error, retry, isLoading } = group;
  const isFirst = isLoading && rows.length === 0;
  if (!more && !error && !isFirst && rows.length >= count) return null;
  return (
    <tr role={isCards ? 'row' : undefined} className={styles.rest}>
      <td role={isCards ? 'gridcell' : undefined} colSpan={span}>
        {isFirst && <span role="status">{say('ui.loading')}</span>}
        {error && (
          <span role="alert">
            {error.message}{' '}
            <Button size="small" onPress={retry}>
              {say('ui.retry')}
            </Button>
          </span>
        )}
        {more && (
          <Button
            size="small"
            tone="quiet"
            busy={isLoading}
            label={say('ui.board.more-of', { name, shown: rows.length, count })}
            onPress={more}
          >
            {say('ui.board.more', { shown: rows.length, count })}
          </Button>
        )}
        {!more && !error && !isLoading && say('ui.groups.narrow', { shown: rows.length, count })}
      </td>
    </tr>
  );
}

/** Up and down lead from heading to heading. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step === undefined) return false;
  const all = [
    ...(currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('[data-group] button[aria-expanded]') ??
      []),
  ];
  all[all.indexOf(currentTarget) + step]?.focus();
  return true;
}
