import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import { useApp } from '../data/App.tsx';
import { useConnectionLost, useConnectionRepeating } from '../data/connection.ts';
import { useMessage } from '../data/messages.tsx';
import { usePreference } from '../data/preferences.ts';
import { useServerEvents } from '../data/useServerEvents.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import styles from './Banners.module.css';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { newsEdition } from './help/pages.ts';

/** Polling interval while the server is unreachable, in milliseconds. */
const askEvery = 4000;

/** Banners for every screen: the server is unreachable, or the declarations have changed. */
export function Banners({ onNews }: { readonly onNews: () => void }) {
  const say = useMessage();
  const { connection } = useApp();
  const isLost = useConnectionLost(connection);
  const isRepeating = useConnectionRepeating(connection);
  const { isOutdated } = useServerEvents();
  useReconnect(isLost);
  const news = useNews();
  const openNews = () => {
    news.close();
    onNews();
  };
  return (
    <>
      <ConnectionNotice isRepeating={isRepeating} isLost={isLost} />
      <div aria-live="polite" data-screen-only>
        {isOutdated && !isLost && (
          <div className={styles.banner} data-tone="info">
            <Icon icon={RefreshCw} />
            {say('ui.declarations-changed')}
            <Button size="small" onPress={() => location.reload()}>
              {say('ui.reload')}
            </Button>
          </div>
        )}
        {news.isUnread && !isLost && !isOutdated && (
          <div className={styles.banner} data-tone="info">
            <Icon icon={Sparkles} />
            {say('ui.news')}
            <Button size="small" onPress={openNews}>
              {say('ui.news.open')}
            </Button>
            <Button size="small" tone="link" onPress={news.close}>
              {say('ui.news.close')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Whether an upgrade brought something since the person last looked; a new person has nothing to catch up on. */
function useNews(): { readonly isUnread: boolean; readonly close: () => void } {
  const [kept, keep] = usePreference<number>('news.seen');
  const isNew = kept !== undefined && kept.value === undefined;
  useEffect(() => {
    if (isNew) keep(newsEdition);
  }, [isNew, keep]);
  return { isUnread: (kept?.value ?? newsEdition) < newsEdition, close: () => keep(newsEdition) };
}

/** Polls until the server answers, then refetches the data on screen. */
function useReconnect(isLost: boolean): void {
  const { api } = useApp();
  const client = useQueryClient();
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(async () => {
      const isBack = await api.get('/health', { repeats: false }).then(
        () => true,
        () => false,
      );
      if (isBack) await client.invalidateQueries();
    }, askEvery);
    return () => clearInterval(timer);
  }, [isLost, api, client]);
}
