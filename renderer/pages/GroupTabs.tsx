import { useSyncExternalStore } from 'react';
import { useMessage } from '../data/messages.tsx';
import { usePageWork } from '../data/pageWork.ts';
import styles from './GroupTabs.module.css';
import { SectionLink } from './SectionLink.tsx';
import type { Groups } from './useGroups.ts';

/**
 * Tabs of the page's groups; marks the current one and those with unsaved work. Links, as the address names
 * the open group.
 */
export function GroupTabs({ groups: { list, current, holderOf } }: { groups: Groups }) {
  const say = useMessage();
  const unsaved = new Set(useUnsaved().map(({ block }) => holderOf(block)));
  return (
    <nav className={styles.tabs} aria-label={say('ui.groups')}>
      {list.map(({ id, title }) => (
        <SectionLink key={id} block={id} className={styles.tab} current={id === current ? 'page' : undefined}>
          {title}
          {unsaved.has(id) && <span className={styles.mark} role="img" aria-label={say('ui.form.dirty')} />}
        </SectionLink>
      ))}
    </nav>
  );
}

/** Forms of the page with unsaved work. */
export function useUnsaved() {
  const page = usePageWork();
  return useSyncExternalStore(page?.subscribe ?? never, page?.unsaved ?? none);
}

const empty: readonly never[] = [];
const none = () => empty;
const never = () => () => undefined;
