import { Fragment } from 'react';
import type { ScreenModel } from '#engine';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { Link } from '../parts/Link.tsx';
import styles from './Breadcrumbs.module.css';

/** The path to this screen, ending with the screen itself; nothing for a top-level screen. */
export function Breadcrumbs({ items, scope }: { items: ScreenModel['breadcrumb']; scope: ScreenScope }) {
  const say = useMessage();
  if (items.length < 2) return null;
  return (
    <nav aria-label={say('ui.breadcrumb')}>
      <ol className={styles.list}>
        {items.map(({ text, to }, index) => {
          const label = writeText(text, expressionScope(scope), say);
          const isLast = index === items.length - 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: positions in a fixed order
            <Fragment key={index}>
              <li className={styles.item} aria-current={isLast ? 'page' : undefined}>
                {to && !isLast ? (
                  <Link to={fillPath(to, scope)} look="quiet">
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </li>
              {!isLast && (
                <li aria-hidden="true" className={styles.separator}>
                  /
                </li>
              )}
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
