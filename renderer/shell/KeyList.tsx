import { keyBindings, keysOf } from '../data/keyBindings.ts';
import { useMessage } from '../data/messages.tsx';
import styles from './KeyList.module.css';

const names = Object.keys(keyBindings) as (keyof typeof keyBindings)[];

/** Lists the keyboard shortcuts from their bindings. */
export function KeyList() {
  const say = useMessage();
  return (
    <dl className={styles.list}>
      {names.map((name) => (
        <div key={name} className={styles.line}>
          <dt className={styles.keys}>
            {keysOf(name).map((key) => (
              <kbd key={key} className={styles.key}>
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{say(`ui.shortcuts.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
