import { useEffect, useState } from 'react';
import type { BlockModel } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { expressionScope, type ScreenScope } from '../data/ScreenScope.tsx';
import { writeText } from '../data/useText.ts';
import { blockAnchor } from './BlockView.tsx';
import styles from './SectionIndex.module.css';

/** On a long page: its sections, the one in sight marked; stays while the page scrolls. */
export function SectionIndex({ blocks, scope }: { blocks: readonly BlockModel[]; scope: ScreenScope }) {
  const say = useMessage();
  const titled = blocks.flatMap((block) =>
    block.title
      ? [{ anchor: blockAnchor(block), title: writeText(block.title, expressionScope(scope), say) }]
      : [],
  );
  const current = useCurrent(titled.map(({ anchor }) => anchor).join(' '));
  if (titled.length < 2) return null;
  return (
    <nav className={styles.index} aria-label={say('ui.section-index')}>
      <ul>
        {titled.map(({ anchor, title }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className={styles.link}
              aria-current={anchor === current ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault();
                goTo(anchor);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Not by the address: a jump inside the page is no step to go back over. */
function goTo(anchor: string): void {
  const element = document.getElementById(anchor);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}

/** The section whose top was passed last. */
function useCurrent(anchors: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const ids = anchors.split(' ');
    const follow = () => {
      const line = window.innerHeight * 0.3;
      const passed = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? line + 1) <= line,
      );
      setCurrent(passed.at(-1) ?? ids[0]);
    };
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [anchors]);
  return current;
}
