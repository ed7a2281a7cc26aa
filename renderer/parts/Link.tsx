import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import styles from './Link.module.css';

type LinkProps = {
  readonly to: string;
  readonly children: ReactNode;
  /** `button`, `primary` and `action` look like buttons, for actions that navigate. */
  readonly look?: 'text' | 'quiet' | 'button' | 'primary' | 'action';
  readonly label?: string;
  readonly id?: string;
  /** Of the navigation, such as `wayBack`. */
  readonly state?: unknown;
};

/** A link to another screen. */
export function Link({ to, children, look = 'text', label, id, state }: LinkProps) {
  return (
    <RouterLink to={to} state={state} id={id} className={styles.link} data-look={look} aria-label={label}>
      {children}
    </RouterLink>
  );
}

/** Out of the application: a page in a tab of its own, a letter, a call. */
export function OutwardLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const isPage = /^https?:/i.test(href);
  return (
    <a
      href={href}
      className={styles.link}
      data-look="text"
      // What is around it opens a record.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  );
}
