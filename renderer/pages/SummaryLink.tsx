import type { ReactNode } from 'react';
import { fillPath } from '../data/fillPath.ts';
import type { ScreenScope } from '../data/screenScope.ts';
import { Link } from '../parts/Link.tsx';
import { SectionLink } from './SectionLink.tsx';
import styles from './SummaryBlockView.module.css';

type Props = { readonly to: string | undefined; readonly scope: ScreenScope; readonly children: ReactNode };

/** Links to a section (`#plans`) or another screen; plain text without a target. */
export function SummaryLink({ to, scope, children }: Props) {
  if (to === undefined) return children;
  if (to.startsWith('#'))
    return (
      <SectionLink block={to.slice(1)} className={styles.link}>
        {children}
      </SectionLink>
    );
  return (
    <Link to={fillPath(to, scope)} look="quiet">
      {children}
    </Link>
  );
}
