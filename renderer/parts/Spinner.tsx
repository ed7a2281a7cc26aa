import styles from './Spinner.module.css';

/** Work under way. With a label it is announced; without one it is decoration beside a text. */
export function Spinner(props: { label?: string }) {
  if (!props.label) return <span className={styles.spinner} aria-hidden="true" />;
  return (
    <span className={styles.status} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      {props.label}
    </span>
  );
}
