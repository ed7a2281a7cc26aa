import type { ReactNode } from 'react';
import { useModel, useUser } from '../data/App.tsx';
import { fillPath } from '../data/fillPath.ts';
import { mayOpen } from '../data/mayOpen.ts';
import type { ScreenScope } from '../data/screenScope.ts';
import { Link } from '../parts/Link.tsx';
import { SectionLink } from './SectionLink.tsx';
import styles from './SummaryBlockView.module.css';

type Props = { readonly to: string | undefined; readonly scope: ScreenScope; readonly children: ReactNode };

/** Links to a section (`#plans`) or another screen; plain text without a target. */
export function SummaryLink({ to, scope, children }: Props) {
  const model = useModel();
  const { Features } = useUser();
  if (to === undefined) return children;
  if (to.startsWith('#'))
    return (
      <SectionLink block={to.slice(1)} className={styles.link}>
        {children}
      </SectionLink>
    );
  // No link leads to a refusal.
  if (!mayOpen(model, to, Features)) return children;
  return (
    <Link to={fillPath(to, scope)} look="quiet">
      {children}
    </Link>
  );
}
