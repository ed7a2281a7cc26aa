import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './StateBox.module.css';

/** Nothing here (yet): says so, why, and what to do about it. */
export function EmptyState(props: { title: string; text?: string; icon?: LucideIcon; actions?: ReactNode }) {
  return (
    <div className={styles.box} data-state="empty">
      <Icon icon={props.icon ?? Inbox} size="large" />
      <p className={styles.title}>{props.title}</p>
      {props.text && <p className={styles.text}>{props.text}</p>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}
