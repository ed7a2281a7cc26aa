import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { BlockModel } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Menu } from '../parts/Menu.tsx';
import styles from './SectionIndex.module.css';
import { SectionLink } from './SectionLink.tsx';
import { useCurrentSection } from './useCurrentSection.ts';

type Props = {
  readonly blocks: readonly BlockModel[];
  readonly scope: ScreenScope;
};

type Section = { readonly id: string; readonly title: string };

/** Section index of a long page, which marks the current section; a bar at the top on narrow pages. */
export function SectionIndex({ blocks, scope }: Props) {
  const say = useMessage();
  const sections = blocks.flatMap((block): Section[] =>
    block.title && block.kind !== 'summary'
      ? [{ id: block.id, title: writeText(block.title, expressionScope(scope), say) }]
      : [],
  );
  const current = useCurrentSection(sections.map(({ id }) => id));
  if (sections.length < 2) return null;
  return (
    <nav className={styles.index} aria-label={say('ui.section-index')}>
      <SectionList sections={sections} current={current} />
      <SectionMenu sections={sections} current={current} />
    </nav>
  );
}

type ListProps = {
  readonly sections: readonly Section[];
  readonly current: string | undefined;
};

function SectionList({ sections, current }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  useKeptInSight(list, current);
  return (
    <ul ref={list} className={styles.list}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <SectionLink block={id} className={styles.link} current={id === current ? 'location' : undefined}>
            {title}
          </SectionLink>
        </li>
      ))}
    </ul>
  );
}

/** Scrolls a long index to keep the mark visible, without moving the page. */
function useKeptInSight(list: { readonly current: HTMLElement | null }, current: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the mark moves.
  useEffect(() => {
    const box = list.current;
    const marked = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !marked || box.scrollHeight <= box.clientHeight) return;
    const [outer, inner] = [box.getBoundingClientRect(), marked.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }, [list, current]);
}

function SectionMenu({ sections, current }: ListProps) {
  const say = useMessage();
  const navigate = useNavigate();
  const { search } = useLocation();
  const label = say('ui.section-index');
  const title = sections.find(({ id }) => id === current)?.title ?? '';
  return (
    <div className={styles.bar}>
      <Menu
        label={label}
        placement="bottom start"
        entries={sections.map(({ id, title }) => ({
          id,
          label: title,
          checked: id === current,
          // Wait until the menu has returned the focus.
          onAction: () => setTimeout(() => void navigate({ hash: id, search }, { replace: true })),
        }))}
        trigger={
          <Button tone="quiet" label={`${label}: ${title}`}>
            {title}
            <Icon icon={ChevronDown} size="small" />
          </Button>
        }
      />
    </div>
  );
}
