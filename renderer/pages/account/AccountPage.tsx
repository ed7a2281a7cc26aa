// Code instead of a declaration, because passwords and sessions are not records.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { anyApprovals } from '../../approvals/useApprovals.ts';
import { Page } from '../../configure/Page.tsx';
import { type PlainColumn, PlainTable } from '../../configure/PlainTable.tsx';
import { ApiError } from '../../data/ApiError.ts';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { PasswordForm } from '../../shell/PasswordForm.tsx';
import { Absences } from './Absences.tsx';
import styles from './account.module.css';
import { CompanyLinks } from './CompanyLinks.tsx';
import { deviceName } from './deviceName.ts';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';

type SignIn = {
  readonly Id: string;
  readonly CreatedDate: string;
  readonly LastSeenAt: string;
  readonly Address: string | null;
  readonly Device: string | null;
  readonly IsCurrent: boolean;
};

const queryKey = ['account', 'sessions'];

/** The person's own account: password, passkeys, second factor, company sign-in and other sessions. */
export function AccountPage() {
  const say = useMessage();
  const api = useApi();
  const user = useUser();
  const toast = useToast();
  const client = useQueryClient();
  const hasAnyApprovals = anyApprovals(useModel());
  return (
    <div className={area.area}>
      <Page title={say('account.title')} note={`${user.DisplayName} · ${user.UserName}`}>
        <Card title={say('account.password.title')}>
          <div className={styles.password}>
            <PasswordForm
              api={api}
              userName={user.UserName}
              onChanged={() => {
                toast.show(say('account.password.changed'), 'success');
                void client.invalidateQueries({ queryKey });
              }}
            />
          </div>
        </Card>
        {hasAnyApprovals && <Absences />}
        <Passkeys />
        <SecondFactor />
        <CompanyLinks />
        <SignIns />
      </Page>
    </div>
  );
}

function SignIns() {
  const say = useMessage();
  const api = useApi();
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<{ Items: readonly SignIn[] }>('/account/session', { signal }),
  });
  const items = found.data?.Items ?? [];
  const end = useEnd();
  const columns = useColumns(end);
  return (
    <Card title={say('account.sessions.title')}>
      {found.error && <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />}
      {listState(found, items.length) === 'loading' && <Skeleton look="rows" lines={3} />}
      {items.length > 0 && (
        <PlainTable
          label={say('account.sessions.title')}
          columns={columns}
          rows={items}
          rowId={({ Id }) => Id}
        />
      )}
      {items.length > 1 && (
        <div className={styles.foot}>
          <Button onPress={() => void end('')}>{say('account.sessions.end-others')}</Button>
        </div>
      )}
    </Card>
  );
}

/** Ends one session, or all others without an id. */
function useEnd(): (id: string) => Promise<void> {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  return async (id) => {
    try {
      await api.send('DELETE', id === '' ? '/account/session' : `/account/session/${id}`);
      toast.show(say('account.sessions.ended'), 'success');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.show(error.message, 'info');
    }
    await client.invalidateQueries({ queryKey });
  };
}

function useColumns(end: (id: string) => Promise<void>): readonly PlainColumn<SignIn>[] {
  const say = useMessage();
  const formats = useFormats();
  const nameOf = ({ Device }: SignIn) => deviceName(Device ?? '') ?? say('account.sessions.unknown');
  return [
    { id: 'device', title: say('account.sessions.device'), isHead: true, cell: nameOf },
    { id: 'address', title: say('account.sessions.address'), cell: ({ Address }) => Address ?? '–' },
    {
      id: 'used',
      title: say('account.sessions.used'),
      cell: ({ LastSeenAt }) => formats.dateTime(LastSeenAt),
    },
    {
      id: 'since',
      title: say('account.sessions.since'),
      cell: ({ CreatedDate }) => formats.dateTime(CreatedDate),
    },
    {
      id: 'end',
      title: say('account.sessions.end'),
      cell: (row) =>
        row.IsCurrent ? (
          <Badge>{say('account.sessions.current')}</Badge>
        ) : (
          <Button
            size="small"
            label={say('account.sessions.end-of', { device: nameOf(row), address: row.Address ?? '' })}
            onPress={() => void end(row.Id)}
          >
            {say('account.sessions.end')}
          </Button>
        ),
    },
  ];
}
