import type { ReactNode } from 'react';
import styles from './BothThemes.module.css';
import { CopyContext } from './copies.ts';

const themes = [
  { theme: 'light', title: 'Light', copy: '' },
  { theme: 'dark', title: 'Dark', copy: 'dark-' },
] as const;

/** The same content in light and dark: tokens follow the colour scheme of their element. */
export function BothThemes({ children, isStacked }: { children: ReactNode; isStacked?: boolean }) {
  return (
    <div className={styles.both} data-stacked={isStacked || undefined}>
      {themes.map(({ theme, title, copy }) => (
        <CopyContext key={theme} value={copy}>
          <section className={styles.theme} data-scheme={theme} aria-label={title}>
            <p className={styles.title}>{title}</p>
            {children}
          </section>
        </CopyContext>
      ))}
    </div>
  );
}
