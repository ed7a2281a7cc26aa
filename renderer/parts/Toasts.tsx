import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import type { ShowToast, Toasts as ToastPort } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { Icon } from './Icon.tsx';
import styles from './Toasts.module.css';

export type ToastTone = 'success' | 'info' | 'error';
type ToastEntry = {
  readonly text: string;
  readonly tone: ToastTone;
  /** Subject: the next notice about the same replaces this one. */
  readonly about?: string | undefined;
};

/** How long a notice stays, in milliseconds; paused while it has pointer or focus. */
const lifetime = 5000;

/** Creates the queue of notices; a failure stays until it is closed. */
export function createToasts(): ToastPort & { readonly queue: ToastQueue<ToastEntry> } {
  const queue = new ToastQueue<ToastEntry>({ maxVisibleToasts: 4 });
  const settle = (about: string) => {
    const before = queue.visibleToasts.filter(({ content }) => content.about === about);
    for (const { key } of before) queue.close(key);
  };
  const show: ShowToast = (text: string, tone: ToastTone = 'success', about?: string) => {
    if (about !== undefined) settle(about);
    queue.add({ text, tone, about }, tone === 'error' ? {} : { timeout: lifetime });
  };
  return { queue, show, settle };
}

/** The region of notices; F6 moves focus there. */
export function Toasts({ queue }: { queue: ToastQueue<ToastEntry> }) {
  const say = useMessage();
  return (
    <ToastRegion queue={queue} className={styles.region} aria-label={say('ui.notifications')}>
      {({ toast }) => (
        <Toast toast={toast} className={styles.toast} data-tone={toast.content.tone}>
          <Icon icon={icons[toast.content.tone]} />
          <ToastContent className={styles.content}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          <Button slot="close" className={styles.close} aria-label={say('ui.close')}>
            <Icon icon={X} size="small" />
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}

const icons = { success: CircleCheck, info: Info, error: CircleAlert } satisfies Record<ToastTone, unknown>;
