import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../data/fetched.tsx';
import { useMessage } from '../data/messages.tsx';
import { Counted } from '../parts/Counted.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './Bell.module.css';
import { type Notification, type NotificationPage, useNotifications } from './useNotifications.ts';

const BellPanel = lazyComponent(async () => (await import('./BellPanel.tsx')).BellPanel);

/** The number of unread notifications; announces new ones and opens the list. */
export function Bell() {
  const say = useMessage();
  const { data } = useNotifications(1);
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const news = useNews(data);
  const unread = data?.Unread ?? 0;
  return (
    <Counted count={unread} ref={anchor}>
      <IconButton
        icon={BellIcon}
        label={unread > 0 ? say('ui.bell.unread', { count: unread }) : say('ui.notifications')}
        expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      />
      <span className={styles.announcer} aria-live="polite">
        {news}
      </span>
      {isOpen && <BellPanel anchor={anchor} onClose={() => setOpen(false)} />}
    </Counted>
  );
}

/** The newest notification since the page was opened, as a sentence. */
function useNews(page: NotificationPage | undefined): string {
  const say = useMessage();
  const newest = page?.Items[0];
  const known = useRef<string | null>(undefined);
  const [news, setNews] = useState<Notification>();
  useEffect(() => {
    if (!page) return;
    const id = newest?.Id ?? null;
    if (known.current !== undefined && known.current !== id && newest && !newest.ReadDate) setNews(newest);
    known.current = id;
  }, [page, newest]);
  if (!news) return '';
  const { Title, About, Outcome } = news;
  const text = [Title, About, say(`ui.bell.${Outcome}`)].filter(Boolean).join(', ');
  return say('ui.bell.new', { text });
}
