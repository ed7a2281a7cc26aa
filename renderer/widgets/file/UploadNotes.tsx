import { CircleAlert, X } from 'lucide-react';
import type { Say } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import styles from './file.module.css';

type ProgressProps = {
  readonly name: string;
  readonly share: number;
  readonly message: Say;
  readonly cancel: string;
  readonly onCancel: () => void;
};

/** A running upload. */
export function UploadProgress({ name, share, message, cancel, onCancel }: ProgressProps) {
  const text = message('ui.file.uploading', { name });
  return (
    <>
      <span className={styles.words}>
        <span className={styles.name}>{text}</span>
        <progress className={styles.bar} max={1} value={share > 0 ? share : undefined} aria-label={text} />
      </span>
      <span className={styles.tools}>
        <span className={styles.note}>{share > 0 ? `${Math.round(share * 100)} %` : ''}</span>
        <IconButton icon={X} size="small" label={cancel} onPress={onCancel} />
      </span>
    </>
  );
}

type FailureProps = {
  readonly text: string;
  readonly again?: (() => void) | undefined;
  readonly label: string;
  /** The full name of the retry, where there are several. */
  readonly named?: string;
  readonly dismiss?: { readonly label: string; readonly onPress: () => void };
};

/** Why an upload failed, with a retry where that may help. */
export function UploadFailure({ text, again, label, named, dismiss }: FailureProps) {
  return (
    <>
      <Icon icon={CircleAlert} size="small" />
      <span>{text}</span>
      {again && (
        <Button tone="link" size="small" onPress={again} label={named}>
          {label}
        </Button>
      )}
      {dismiss && <IconButton icon={X} size="small" label={dismiss.label} onPress={dismiss.onPress} />}
    </>
  );
}
