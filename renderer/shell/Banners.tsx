import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useApp } from '../data/App.tsx';
import { useConnectionLost } from '../data/connection.ts';
import { useMessage } from '../data/messages.tsx';
import { useServerEvents } from '../data/useServerEvents.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import styles from './Banners.module.css';

/** Polling interval while the server is unreachable, in milliseconds. */
const askEvery = 4000;

/** Banners for every screen: the server is unreachable, or the declarations have changed. */
export function Banners() {
  const say = useMessage();
  const { connection } = useApp();
  const isLost = useConnectionLost(connection);
  const { isOutdated } = useServerEvents();
  useReconnect(isLost);
  return (
    <div aria-live="polite" data-screen-only>
      {isLost && (
        <div className={styles.banner} data-tone="warning">
          <Icon icon={WifiOff} />
          {say('ui.connection-lost')}
        </div>
      )}
      {isOutdated && !isLost && (
        <div className={styles.banner} data-tone="info">
          <Icon icon={RefreshCw} />
          {say('ui.declarations-changed')}
          <Button size="small" onPress={() => location.reload()}>
            {say('ui.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Polls until the server answers, then refetches the data on screen. */
function useReconnect(isLost: boolean): void {
  const { api } = useApp();
  const client = useQueryClient();
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(async () => {
      const isBack = await api.get('/health').then(
        () => true,
        () => false,
      );
      if (isBack) await client.invalidateQueries();
    }, askEvery);
    return () => clearInterval(timer);
  }, [isLost, api, client]);
}
