import { useMessage } from '../data/messages.tsx';
import styles from './partialNote.module.css';

/** Says that a list or its figures leave out records that the person may not see. */
export function PartialNote({ isPartial }: { readonly isPartial: boolean | undefined }) {
  const say = useMessage();
  return isPartial ? <p className={styles.note}>{say('ui.grid.partial')}</p> : null;
}
