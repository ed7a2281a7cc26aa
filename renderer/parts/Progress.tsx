import { ProgressBar } from 'react-aria-components/ProgressBar';
import styles from './Progress.module.css';

/** A progress bar; indeterminate without a share. */
export function Progress(props: {
  readonly label: string;
  /** Below the bar: what has been done. */
  readonly text?: string;
  /** From 0 to 1. */
  readonly share?: number;
}) {
  const { label, text, share } = props;
  const isKnown = share !== undefined;
  return (
    <ProgressBar
      className={styles.progress}
      aria-label={label}
      isIndeterminate={!isKnown}
      value={isKnown ? Math.round(share * 100) : undefined}
    >
      {({ percentage }) => (
        <>
          <div className={styles.track}>
            <div
              className={styles.bar}
              data-known={isKnown}
              style={{ inlineSize: isKnown ? `${percentage}%` : undefined }}
            />
          </div>
          {text && <p className={styles.text}>{text}</p>}
        </>
      )}
    </ProgressBar>
  );
}
