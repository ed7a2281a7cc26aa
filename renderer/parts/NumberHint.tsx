import { numberProblem } from '#engine';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';

/** Why what stands in a field is no number, where nothing around the field says so. */
export function NumberHint({ id, text }: { readonly id: string; readonly text: string }) {
  const say = useMessage();
  const problem = numberProblem(text) ?? 'unreadable';
  return (
    <span id={id} className={styles.hint} role="status">
      {say(`ui.number.${problem}`, { value: text })}
    </span>
  );
}
