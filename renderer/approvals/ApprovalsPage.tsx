import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActionButton } from '../actions/ActionButton.tsx';
import { Page } from '../configure/Page.tsx';
import { type PlainColumn, PlainTable } from '../configure/PlainTable.tsx';
import { useUser } from '../data/App.tsx';
import { useFormats } from '../data/formats.ts';
import { listState } from '../data/listState.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import area from '../parts/area.module.css';
import { Badge } from '../parts/Badge.tsx';
import { Card } from '../parts/Card.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { Link } from '../parts/Link.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { approvalActions } from './approvalActions.ts';
import styles from './approvals.module.css';
import { type Approval, useApprovalList } from './useApprovals.ts';

/** What waits for the person, and what they have asked for. */
export function ApprovalsPage() {
  const say = useMessage();
  return (
    <div className={area.area}>
      <Page title={say('screen.approvals')} note={say('approvals.note')}>
        <ApprovalLists />
      </Page>
    </div>
  );
}

/** Also on the start page of people without a screen of their own. */
export function ApprovalLists() {
  return (
    <>
      <List path="/approval" title="approvals.mine" empty="approvals.none" />
      <List path="/approval/requested" title="approvals.requested" empty="approvals.requested-none" />
    </>
  );
}

type ListProps = { readonly path: string; readonly title: string; readonly empty: string };

function List({ path, title, empty }: ListProps) {
  const say = useMessage();
  const found = useApprovalList(path);
  const items = found.data?.Items ?? [];
  const columns = useColumns();
  const state = listState(found, items.length);
  return (
    <Card title={say(title)} id={title} padding="flush">
      {found.error && <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />}
      {state === 'loading' && <Skeleton look="rows" lines={3} />}
      {state === 'ready' && items.length === 0 && <EmptyState title={say(empty)} />}
      {items.length > 0 && (
        <PlainTable label={say(title)} columns={columns} rows={items} rowId={({ Id }) => Id} />
      )}
    </Card>
  );
}

function useColumns(): readonly PlainColumn<Approval>[] {
  const say = useMessage();
  const formats = useFormats();
  const scope = usePlainScope();
  return [
    {
      id: 'record',
      title: say('approvals.record'),
      isHead: true,
      cell: ({ EntityTitle, RecordName, To }) => {
        const name = RecordName ? `${EntityTitle} ${RecordName}` : EntityTitle;
        return To ? <Link to={To}>{name}</Link> : name;
      },
    },
    { id: 'step', title: say('approvals.what'), cell: ({ Label }) => Label },
    {
      id: 'by',
      title: say('approvals.by'),
      cell: ({ Requester, RequestedDate, Note, For }) => (
        <div className={area.stack}>
          <span>{Requester}</span>
          <span className={area.quiet}>{formats.dateTime(RequestedDate)}</span>
          {For && <span className={area.quiet}>{say('approvals.for', { name: For })}</span>}
          {Note && <span className={styles.note}>{Note}</span>}
        </div>
      ),
    },
    { id: 'waits', title: say('approvals.waits-for'), cell: ({ WaitsFor }) => WaitsFor.join(', ') || '–' },
    {
      id: 'due',
      title: say('approvals.due'),
      cell: ({ DueDate, IsOverdue }) => (
        <span className={area.line}>
          {DueDate ? formats.dateTime(DueDate) : '–'}
          {IsOverdue && <Badge tone="warning">{say('approvals.overdue')}</Badge>}
        </span>
      ),
    },
    {
      id: 'tools',
      title: say('configure.tools'),
      cell: (approval) => (
        <span className={area.line}>
          {approvalActions(approval, say, false).map((action) => (
            <ActionButton key={action.id} action={action} scope={scope} root={{ Id: approval.RecordId }} />
          ))}
        </span>
      ),
    },
  ];
}

/** The scope of a page that is no declared screen. */
function usePlainScope(): ScreenScope {
  const user = useUser();
  const client = useQueryClient();
  return useMemo(
    () => ({
      ...{ route: {}, query: {}, data: {}, user },
      reload: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' }),
    }),
    [user, client],
  );
}
