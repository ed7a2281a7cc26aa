import { numberProblem } from '#engine';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';

/** Says why the text of a field is not a number, if nothing around the field does. */
export function NumberHint({ id, text }: { readonly id: string; readonly text: string }) {
  const say = useMessage();
  const problem = numberProblem(text) ?? 'unreadable';
  return (
    <span id={id} className={styles.hint} role="status">
      {say(`ui.number.${problem}`, { value: text })}
    </span>
  );
}
