import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { useFormats } from '../../data/formats.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import styles from '../draft/draft.module.css';
import type { Draft, Release } from '../draftTypes.ts';
import { Page } from '../Page.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { draftKeys } from '../useDraft.ts';
import { useWork } from '../work.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';

/** The history of releases with authors and notes; each can be restored. */
export function ReleasesPage() {
  const say = useMessage();
  const api = useApi();
  const columns = useColumns();
  const { data, error, refetch } = useQuery({
    queryKey: draftKeys.releases,
    queryFn: ({ signal }) =>
      api.get<{ Items: readonly Release[] }>('/configure/releases?pageSize=1000', { signal }),
  });
  return (
    <Page title={say('configure.nav.releases')} note={say('configure.releases.note')}>
      {error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton look="rows" />}
      {data && (
        <Card padding="flush">
          <PlainTable
            label={say('configure.nav.releases')}
            columns={columns}
            rows={[...data.Items, shipped]}
            rowId={({ Number: number }) => String(number)}
          />
        </Card>
      )}
    </Page>
  );
}

const shipped: Release = { Number: 0, PublishedDate: '', PublishedBy: '', Note: null };

function useColumns(): readonly PlainColumn<Release>[] {
  const say = useMessage();
  const formats = useFormats();
  const { draft } = useWork();
  return [
    {
      id: 'number',
      title: say('configure.release'),
      isHead: true,
      cell: ({ Number: number }) => (
        <span className={area.line}>
          {number === 0 ? say('configure.release.shipped') : number}
          {number === draft.Live && <Badge tone="success">{say('configure.release.live')}</Badge>}
        </span>
      ),
    },
    {
      id: 'date',
      title: say('configure.release.date'),
      cell: ({ PublishedDate: moment }) => (moment ? formats.dateTime(moment) : '–'),
    },
    {
      id: 'by',
      title: say('configure.release.by'),
      cell: ({ PublishedBy: name }) => (name ? <PersonName userName={name} /> : '–'),
    },
    { id: 'note', title: say('configure.publish.note'), cell: ({ Note: note }) => note || '–' },
    {
      id: 'changes',
      title: say('configure.differences'),
      cell: (release) => (release.Number === 0 ? '–' : <ReleaseChanges number={release.Number} />),
    },
    {
      id: 'restore',
      title: say('configure.actions'),
      cell: (release) => (
        <span className={area.line}>
          <Restore release={release} />
          <OpenAsDraft release={release} />
        </span>
      ),
    },
  ];
}

/** Restores a release, after the same review as a draft. */
function Restore({ release: { Number: number } }: { release: Release }) {
  const say = useMessage();
  const { draft } = useWork();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        refusal={number === draft.Live ? say('configure.restore.is-live') : undefined}
        label={say('configure.restore.of', { number })}
        onPress={() => setOpen(true)}
      >
        {say('configure.restore')}
      </Button>
      {isOpen && <RestoreDialog number={number} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens a release as a draft, if it must be fixed before it can be restored. */
function OpenAsDraft({ release: { Number: number } }: { release: Release }) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const dialogs = useDialogs();
  const { draft, keep } = useWork();
  const press = async () => {
    const question = say('configure.release.open.confirm', { number });
    const isReplacing = draft.Revision > 0;
    if (isReplacing && !(await dialogs.confirm(question, { yes: say('configure.release.open') }))) return;
    try {
      const path = `/configure/releases/${number}/draft`;
      keep(await api.send<Draft>('POST', path, { Revision: draft.Revision }, { intent: 'same-content' }));
      toast.show(say('configure.release.opened', { number }), 'success');
    } catch (error) {
      if (error instanceof ApiError) await dialogs.alert(error.message);
    }
  };
  return (
    <Button size="small" label={say('configure.release.open.of', { number })} onPress={() => void press()}>
      {say('configure.release.open')}
    </Button>
  );
}

/** Differences made by a release, loaded on request. */
function ReleaseChanges({ number }: { number: number }) {
  const say = useMessage();
  const api = useApi();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [...draftKeys.releases, number, locale],
    enabled: isOpen,
    queryFn: ({ signal }) => api.get<Release>(`/configure/releases/${number}`, { signal }),
  });
  if (!isOpen)
    return (
      <Button
        tone="link"
        size="small"
        label={say('configure.release.show-of', { number })}
        onPress={() => setOpen(true)}
      >
        {say('configure.release.show')}
      </Button>
    );
  if (!data) return <Spinner />;
  return (
    <ul className={styles.lines}>
      {(data.Differences ?? []).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
