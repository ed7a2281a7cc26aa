import styles from './Spinner.module.css';

/** Shows running work. Announced with a label; decorative without one. */
export function Spinner(props: { label?: string }) {
  if (!props.label) return <span className={styles.spinner} aria-hidden="true" />;
  return (
    <span className={styles.status} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      {props.label}
    </span>
  );
}
