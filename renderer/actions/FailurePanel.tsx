import { CircleAlert, X } from 'lucide-react';
import { useMessage } from '../data/messages.tsx';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './FailurePanel.module.css';

/** Stays until dismissed: nobody may have been looking when the action failed. */
export function FailurePanel({ texts, onClose }: { texts: readonly string[]; onClose: () => void }) {
  const say = useMessage();
  return (
    <div className={styles.failure} role="alert">
      <Icon icon={CircleAlert} />
      <div className={styles.text}>
        {[...new Set(texts)].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <IconButton icon={X} size="small" tooltip={false} label={say('ui.close')} onPress={onClose} />
    </div>
  );
}
