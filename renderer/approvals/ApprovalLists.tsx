import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useUser } from '../data/App.tsx';
import { listState } from '../data/listState.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Card } from '../parts/Card.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import styles from './approvals.module.css';
import { useApprovalList } from './useApprovals.ts';

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
  const scope = usePlainScope();
  const state = listState(found, items.length);
  return (
    <Card title={say(title)} id={title}>
      {found.error && <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />}
      {state === 'loading' && <Skeleton look="rows" lines={3} />}
      {state === 'ready' && items.length === 0 && <EmptyState title={say(empty)} />}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={say(title)}>
          {items.map((approval) => (
            <li key={approval.Id}>
              <ApprovalCard {...{ approval, scope }} isListed />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
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
