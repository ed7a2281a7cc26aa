import { ChevronDown, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { cellText } from '../CellValue.tsx';
import type { CellTools } from '../cellTools.ts';
import styles from './groups.module.css';
import type { Group, Groups } from './useGroups.ts';

type Props = {
  readonly group: Group;
  readonly groups: Groups;
  readonly name: string;
  readonly tools: CellTools;
};

/** The name, count and sums of a group; it folds and unfolds its records. Arrow keys do so too. */
export function GroupHeading({ group, groups: { grouping, toggle }, name, tools }: Props) {
  const { say } = tools;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === (group.isOpen ? 'ArrowLeft' : 'ArrowRight')) toggle(group.key);
    else if (!moveFocus(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.line} data-group={group.key}>
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
              <dd>{cellText(group.totals[at], { ...field, options: {} }, tools) || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Up and down lead from heading to heading. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const list = currentTarget.closest('table, section');
  if (step === undefined || !list) return false;
  const all = [...list.querySelectorAll<HTMLElement>('[data-group] button[aria-expanded]')];
  all[all.indexOf(currentTarget) + step]?.focus();
  return true;
}
