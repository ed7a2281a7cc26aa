import type { ReactNode } from 'react';
import styles from './Card.module.css';

export type CardProps = {
  readonly children: ReactNode;
  readonly title?: string;
  /** Element id, a target for section links. */
  readonly id?: string;
  readonly actions?: ReactNode;
  readonly level?: 2 | 3;
  /** `flush`: content reaches the edges, for tables. */
  readonly padding?: 'normal' | 'flush';
};

/** A titled part of a page, with its actions on the right. */
export function Card({ children, title, id, actions, level = 2, padding = 'normal' }: CardProps) {
  const Heading = `h${level}` as const;
  const titleId = id ? `${id}-title` : undefined;
  return (
    <section
      className={styles.card}
      id={id}
      aria-labelledby={title ? titleId : undefined}
      data-padding={padding}
    >
      {(title || actions) && (
        <header className={styles.header}>
          {title && (
            <Heading className={styles.title} id={titleId}>
              {title}
            </Heading>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
