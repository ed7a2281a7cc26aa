import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import type { Intent } from '../../data/intents.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import styles from './activity.module.css';
import { type About, pathOf } from './useAround.ts';

export type Restoring = { readonly entry: string; readonly what: 'field' | 'record' };

type Answer = {
  readonly Fields: readonly { readonly Field: string; readonly Label: string }[];
  readonly Left: readonly { readonly Field: string; readonly Label: string; readonly Reason: string }[];
};

type Props = {
  readonly about: About;
  readonly restoring: Restoring;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
};

/** Says what would be restored and what would not, and why, before anything is written. */
export function RestoreDialog({ about, restoring, onClose, onDone }: Props) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const { trial, body } = useTrial(about, restoring);
  const { data, error } = trial;
  const count = data?.Fields.length ?? 0;
  const restore = async (intent: Intent) => {
    const done = await api.send<Answer>('POST', pathOf(about, '/restore'), body, { intent });
    toast.show(say('activity.restore.done', { count: done.Fields.length }), 'success');
    onClose();
    await onDone();
  };
  return (
    <Dialog
      title={say('activity.restore.title')}
      onClose={onClose}
      {...(count > 0 && { main: { label: say('activity.restore.field'), onPress: restore } })}
      {...(count > 0
        ? { cancel: say('ui.cancel') }
        : { actions: <Button onPress={onClose}>{say('ui.close')}</Button> })}
    >
      {error && (
        <p role="alert" className={styles.problem}>
          {error.message}
        </p>
      )}
      {!data && !error && <Skeleton look="rows" lines={2} />}
      {data && <Outcome {...data} />}
    </Dialog>
  );
}

function useTrial(about: About, { entry, what }: Restoring) {
  const api = useApi();
  const language = useLocale();
  const body = { Entry: entry, What: what };
  const trial = useQuery<Answer>({
    queryKey: ['restore', about.entity, about.id, entry, what, language],
    gcTime: 0,
    retry: false,
    queryFn: () =>
      api.send<Answer>('POST', pathOf(about, '/restore'), { ...body, IsTrial: true }, { intent: 'reads' }),
  });
  return { trial, body };
}

function Outcome({ Fields, Left }: Answer) {
  const say = useMessage();
  if (Fields.length === 0 && Left.length === 0) return <p>{say('activity.restore.no-change')}</p>;
  return (
    <>
      {Fields.length > 0 && (
        <>
          <p>{say('activity.restore.will')}</p>
          <ul className={styles.plainList}>
            {Fields.map(({ Field, Label }) => (
              <li key={Field}>{Label}</li>
            ))}
          </ul>
        </>
      )}
      {Left.length > 0 && (
        <>
          <p>{say('activity.restore.stay')}</p>
          <ul className={styles.plainList}>
            {Left.map(({ Field, Label, Reason }) => (
              <li key={Field}>
                {Label}: {Reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
