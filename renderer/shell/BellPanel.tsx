import { useQueryClient } from '@tanstack/react-query';
import { Ban, BellOff, CircleAlert, CircleCheck } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router';
import { useApi } from '../data/App.tsx';
import { useToast } from '../data/dialogs.tsx';
import { useFormats } from '../data/formats.ts';
import { useMessage } from '../data/messages.tsx';
import { saveBlob } from '../data/saveBlob.ts';
import { Button } from '../parts/Button.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { Icon } from '../parts/Icon.tsx';
import popover from '../parts/popover.module.css';
import { Skeleton } from '../parts/Skeleton.tsx';
import styles from './Bell.module.css';
import { type Notification, useNotifications } from './useNotifications.ts';

type Props = { readonly anchor: RefObject<HTMLElement | null>; readonly onClose: () => void };

const pageSize = 20;

/** Notifications, newest first, both unread and recently read. */
export function BellPanel({ anchor, onClose }: Props) {
  const say = useMessage();
  const [size, setSize] = useState(pageSize);
  const { data, isPending, isError, refetch } = useNotifications(size);
  const does = useDoings(onClose);
  const items = data?.Items ?? [];
  return (
    <Popover
      className={`${popover.popover} ${styles.panel}`}
      triggerRef={anchor}
      isOpen
      placement="bottom end"
      offset={4}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog className={styles.dialog}>
        <header className={styles.header}>
          <Heading slot="title" className={styles.title}>
            {say('ui.notifications')}
          </Heading>
          {(data?.Unread ?? 0) > 0 && (
            <Button tone="link" size="small" onPress={() => does.read()}>
              {say('ui.bell.read-all')}
            </Button>
          )}
        </header>
        {isPending && <Skeleton />}
        {isError && !data && <ErrorState onRetry={() => void refetch()} />}
        {data && items.length === 0 && (
          <EmptyState icon={BellOff} title={say('ui.bell.none')} text={say('ui.bell.none.text')} />
        )}
        <ul className={styles.list} aria-label={say('ui.notifications')}>
          {items.map((item) => (
            <Item key={item.Id} item={item} does={does} />
          ))}
        </ul>
        {data && data.TotalItems > items.length && (
          <Button tone="quiet" onPress={() => setSize(size + pageSize)}>
            {say('ui.bell.older')}
          </Button>
        )}
      </Dialog>
    </Popover>
  );
}

type Doings = ReturnType<typeof useDoings>;

function useDoings(onClose: () => void) {
  const [api, client, toast, navigate] = [useApi(), useQueryClient(), useToast(), useNavigate()];
  const say = useMessage();
  const failed = () => toast.show(say('ui.error.text'), 'error', 'notifications');
  const read = (id?: string) =>
    api
      .send('POST', id === undefined ? '/notification/read' : `/notification/${id}/read`, undefined, {
        intent: 'same-content',
      })
      .then(() => client.invalidateQueries({ queryKey: ['list', 'notification'] }))
      .catch(failed);
  return {
    read,
    /** Following its link marks it as read. */
    open: ({ Id, To, ReadDate }: Notification) => {
      if (!ReadDate) void read(Id);
      onClose();
      void navigate(To ?? '/');
    },
    download: ({ Id }: Notification) =>
      api
        .download(`/notification/${Id}/findings`)
        .then((file) => saveBlob(file, file instanceof File ? file.name : 'findings.csv'))
        .catch(failed),
  };
}

const icons = { done: CircleCheck, partly: CircleAlert, failed: CircleAlert, cancelled: Ban } as const;

function Item({ item, does }: { readonly item: Notification; readonly does: Doings }) {
  const [say, formats] = [useMessage(), useFormats()];
  const { Id, Kind, Title, About, Outcome, RowCount, FindingCount, To, FinishedDate, ReadDate } = item;
  const facts = [
    // The title of an approval says it all.
    Kind === 'approval' ? undefined : say(`ui.bell.${Outcome}`),
    RowCount === null ? undefined : say('ui.bell.rows', { count: RowCount }),
    FindingCount > 0 ? say('ui.bell.findings', { count: FindingCount }) : undefined,
    formats.dateTime(FinishedDate),
  ];
  return (
    <li className={styles.item} data-outcome={Outcome} data-state={ReadDate ? 'read' : 'unread'}>
      <Icon icon={icons[Outcome]} />
      <div className={styles.body}>
        <p className={styles.name}>
          {Title}
          {!ReadDate && (
            <span className={styles.dot}>
              <span className={styles.announcer}>{say('ui.bell.is-new')}</span>
            </span>
          )}
        </p>
        {About && <p className={styles.about}>{About}</p>}
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
        <Details texts={[...item.Notes, ...item.Problems]} />
        <div className={styles.actions}>
          {To && (
            <Button size="small" onPress={() => does.open(item)}>
              {say(Outcome === 'done' ? 'ui.bell.open-page' : 'ui.bell.try-again')}
            </Button>
          )}
          {FindingCount > 0 && (
            <Button size="small" onPress={() => void does.download(item)}>
              {say('ui.bell.download')}
            </Button>
          )}
          {!ReadDate && (
            <Button size="small" tone="quiet" onPress={() => void does.read(Id)}>
              {say('ui.bell.read')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** Notes shown at once; the others expand. */
const atOnce = 3;

function Details({ texts }: { readonly texts: readonly string[] }) {
  const say = useMessage();
  const line = (text: string) => (
    <p key={text} className={styles.detail}>
      {text}
    </p>
  );
  if (texts.length <= atOnce + 1) return texts.map(line);
  return (
    <>
      {texts.slice(0, atOnce).map(line)}
      <details className={styles.more}>
        <summary>{say('ui.bell.more')}</summary>
        {texts.slice(atOnce).map(line)}
      </details>
    </>
  );
}
