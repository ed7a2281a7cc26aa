import type { ReactNode } from 'react';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** The badge tone of a declared name; neutral if unknown or absent. */
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

/** A short label for a state or kind. */
export function Badge(props: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={props.tone ?? 'neutral'}>
      {props.children}
    </span>
  );
}
