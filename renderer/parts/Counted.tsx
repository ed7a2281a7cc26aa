import type { ReactNode, Ref } from 'react';
import styles from './Counted.module.css';

type Props = {
  /** Zero shows nothing. */
  readonly count: number;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLSpanElement>;
};

/** A number at the corner of a button, whose label says it in words. */
export function Counted({ count, children, ref }: Props) {
  return (
    <span className={styles.around} ref={ref}>
      {children}
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  );
}
