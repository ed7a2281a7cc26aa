import { CircleDashed } from 'lucide-react';
import type { ConfirmOptions, Missing } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { RichText } from '../parts/RichText.tsx';
import styles from './AskDialogs.module.css';

export type AlertRequest = {
  readonly text: string;
  readonly title?: string;
  readonly tone?: 'error' | 'info';
};
export type ConfirmRequest = ConfirmOptions & { readonly text: string };

/** Something to read before going on. */
export function AlertDialog({
  text,
  title,
  tone = 'error',
  onClose,
}: AlertRequest & { onClose: () => void }) {
  const say = useMessage();
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title ?? say(tone === 'error' ? 'ui.alert.error' : 'ui.alert.info')}
      onClose={onClose}
      actions={
        <Button tone="primary" autoFocus onPress={onClose}>
          {say('ui.ok')}
        </Button>
      }
    >
      <div className={styles.text}>
        <RichText text={text} />
      </div>
    </Dialog>
  );
}

/** A yes/no question; Escape means no. If yes is destructive, focus starts on no. */
export function ConfirmDialog(props: ConfirmRequest & { onAnswer: (yes: boolean) => void }) {
  const { text, title, yes, no, missing = [], tone = 'neutral', onAnswer } = props;
  const say = useMessage();
  const isDangerous = tone === 'danger';
  const isNoSafer = isDangerous || missing.length > 0;
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title ?? say('ui.confirm.title')}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button autoFocus={isNoSafer} onPress={() => onAnswer(false)}>
            {no ?? say('ui.no')}
          </Button>
          <Button
            tone={isDangerous ? 'danger' : isNoSafer ? 'neutral' : 'primary'}
            autoFocus={!isNoSafer}
            onPress={() => onAnswer(true)}
          >
            {yes ?? say('ui.yes')}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <RichText text={text} />
        {missing.length > 0 && <MissingList missing={missing} onLeave={() => onAnswer(false)} />}
      </div>
    </Dialog>
  );
}

/** Missing things, with links; following one cancels the question. */
function MissingList({ missing, onLeave }: { missing: readonly Missing[]; onLeave: () => void }) {
  const say = useMessage();
  const follow = (go: () => void) => {
    onLeave();
    // After the dialog has closed and returned the focus.
    setTimeout(go);
  };
  return (
    <div className={styles.missing}>
      <p>{say('ui.confirm.missing', { count: missing.length })}</p>
      <ul>
        {missing.map(({ label, go }) => (
          <li key={label}>
            <Icon icon={CircleDashed} size="small" />
            {go ? (
              <button type="button" className={styles.way} onClick={() => follow(go)}>
                {label}
              </button>
            ) : (
              label
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
