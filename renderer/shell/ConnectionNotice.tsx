import { Wifi, WifiOff } from 'lucide-react';
import { useMessage } from '../data/messages.tsx';
import { Icon } from '../parts/Icon.tsx';
import styles from './Banners.module.css';

type Props = {
  /** Calls are being repeated. */
  readonly isRepeating: boolean;
  /** They were repeated in vain. */
  readonly isLost: boolean;
};

/** Says that calls are being repeated, or that the server cannot be reached; one notice for all calls. */
export function ConnectionNotice({ isRepeating, isLost }: Props) {
  const say = useMessage();
  return (
    // Dialogs hide the rest of the page from screen readers, but not what is marked as above them.
    <div role="status" data-react-aria-top-layer="true" data-screen-only>
      {isRepeating && (
        <div className={styles.repeating}>
          <Icon icon={Wifi} />
          {say('ui.connecting-again')}
        </div>
      )}
      {isLost && (
        <div className={styles.banner} data-tone="warning">
          <Icon icon={WifiOff} />
          {say('ui.connection-lost')}
        </div>
      )}
    </div>
  );
}
