import { useMessage } from '../data/messages.tsx';
import styles from './Skeleton.module.css';

/** A placeholder in the shape of loading content; announced once, as 'Loading'. */
export function Skeleton(props: { lines?: number; look?: 'text' | 'rows' | 'form' }) {
  const say = useMessage();
  const { lines = 4, look = 'text' } = props;
  return (
    <div
      className={styles.skeleton}
      data-look={look}
      role="status"
      aria-busy="true"
      aria-label={say('ui.loading')}
    >
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical bars that never move
        <span key={index} className={styles.bar} />
      ))}
    </div>
  );
}
