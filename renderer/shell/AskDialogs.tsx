import type { ConfirmOptions } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { RichText } from '../parts/RichText.tsx';
import styles from './AskDialogs.module.css';

export type AlertRequest = {
  readonly text: string;
  readonly title?: string;
  readonly tone?: 'error' | 'info';
};
export type ConfirmRequest = ConfirmOptions & { readonly text: string };

/** Something to know before going on. */
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

/** A question with yes and no; Escape is no. The focus starts on the harmless answer where yes destroys. */
export function ConfirmDialog(props: ConfirmRequest & { onAnswer: (yes: boolean) => void }) {
  const { text, title, yes, no, tone = 'neutral', onAnswer } = props;
  const say = useMessage();
  const isDangerous = tone === 'danger';
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title ?? say('ui.confirm.title')}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button autoFocus={isDangerous} onPress={() => onAnswer(false)}>
            {no ?? say('ui.no')}
          </Button>
          <Button
            tone={isDangerous ? 'danger' : 'primary'}
            autoFocus={!isDangerous}
            onPress={() => onAnswer(true)}
          >
            {yes ?? say('ui.yes')}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <RichText text={text} />
      </div>
    </Dialog>
  );
}
