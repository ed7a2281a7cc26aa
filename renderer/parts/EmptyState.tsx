import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './StateBox.module.css';

type EmptyStateProps = {
  readonly title: string;
  readonly text?: string;
  readonly icon?: LucideIcon;
  readonly actions?: ReactNode;
  /** True if it is the whole page: the title is then its heading. */
  readonly heading?: boolean;
};

/** Says that there is nothing here (yet), why, and what to do. */
export function EmptyState(props: EmptyStateProps) {
  const Title = props.heading ? 'h1' : 'p';
  return (
    <div className={styles.box} data-state="empty">
      <Icon icon={props.icon ?? Inbox} size="large" />
      <Title className={styles.title}>{props.title}</Title>
      {props.text && <p className={styles.text}>{props.text}</p>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}
