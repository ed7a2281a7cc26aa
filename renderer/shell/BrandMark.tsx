import styles from './BrandMark.module.css';

/** The product logo. */
export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <rect className={styles.ground} width="24" height="24" rx="6" />
      <path className={styles.lines} d="M7.5 18V6.5h9M7.5 12h6.5" />
    </svg>
  );
}
