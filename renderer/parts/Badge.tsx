import type { ReactNode } from 'react';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A short word about a thing: its state, its kind. */
export function Badge(props: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={props.tone ?? 'neutral'}>
      {props.children}
    </span>
  );
}
