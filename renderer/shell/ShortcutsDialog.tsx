import { useMessage } from '../data/messages.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { isApple, paletteKeys } from './keys.ts';
import styles from './ShortcutsDialog.module.css';

/** What the keyboard can do. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const say = useMessage();
  const control = isApple() ? '⌘' : 'Ctrl';
  const alt = isApple() ? '⌥' : 'Alt';
  const lines: readonly (readonly [string, string])[] = [
    [paletteKeys(), 'ui.shortcuts.palette'],
    ['?', 'ui.shortcuts.help'],
    [`${control} B`, 'ui.shortcuts.navigation'],
    [`${control} S`, 'ui.shortcuts.save'],
    [`${alt} /`, 'ui.shortcuts.why'],
    [`${alt} ↓`, 'ui.shortcuts.open-list'],
    ['↑ ↓', 'ui.shortcuts.step'],
    ['F6', 'ui.shortcuts.regions'],
    ['Esc', 'ui.shortcuts.close'],
  ];
  return (
    <Dialog title={say('ui.shortcuts.title')} size="small" onClose={onClose}>
      <dl className={styles.list}>
        {lines.map(([keys, text]) => (
          <div key={text} className={styles.line}>
            <dt className={styles.keys}>
              {keys.split(' ').map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{say(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
