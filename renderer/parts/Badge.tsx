import type { ReactNode } from 'react';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** The tone a declaration names; a plain one where it names none. */
export function badgeTone(declared: string | undefined): BadgeTone {
  return tones[declared ?? ''] ?? 'neutral';
}

const tones: Readonly<Record<string, BadgeTone>> = {
  neutral: 'neutral',
  muted: 'neutral',
  accent: 'accent',
  positive: 'success',
  warning: 'warning',
  negative: 'danger',
};

/** A short word about a thing: its state, its kind. */
export function Badge(props: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={props.tone ?? 'neutral'}>
      {props.children}
    </span>
  );
}
