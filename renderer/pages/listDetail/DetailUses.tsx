import { useQuery } from '@tanstack/react-query';
import type { DataRecord } from '#engine';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { listState } from '../../data/listState.ts';
import { mayOpen } from '../../data/mayOpen.ts';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { Card } from '../../parts/Card.tsx';
import { Link } from '../../parts/Link.tsx';
import styles from './listDetail.module.css';

type Use = {
  readonly EntityName: string;
  readonly Id: string;
  readonly Name: string;
  readonly Field: string;
  readonly FieldName: string;
  readonly Text: string;
  readonly Page: string | null;
};

type Props = { readonly call: string; readonly record: DataRecord; readonly scope: ScreenScope };

/** The rules that use the open record, with links to edit them. */
export function DetailUses({ call, record, scope }: Props) {
  const say = useMessage();
  const api = useApi();
  const path = fillPath(call, { ...scope, root: record });
  const found = useQuery({
    queryKey: ['uses', path, record.Revision],
    queryFn: ({ signal }) => api.get<{ readonly Items: readonly Use[] }>(path, { signal }),
    // Refetch always: rules are edited on other screens.
    staleTime: 0,
  });
  const uses = found.data?.Items ?? [];
  const state = listState(found, uses.length);
  if (state === 'failed') return null;
  return (
    <Card title={say('ui.uses.title')} id="uses">
      {state === 'ready' && uses.length === 0 && <p className={styles.noUses}>{say('ui.uses.none')}</p>}
      <ul className={styles.uses}>
        {uses.map((use) => (
          <li key={`${use.Id} ${use.Field}`}>
            <UseName use={use} />
            <span>{use.FieldName}</span>
            <code>{use.Text}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function UseName({ use }: { readonly use: Use }) {
  const say = useMessage();
  const [model, user] = [useModel(), useUser()];
  const name = say('ui.uses.of', { kind: use.EntityName, name: use.Name });
  const isWay = use.Page !== null && mayOpen(model, use.Page, user.Features);
  return isWay ? <Link to={use.Page ?? ''}>{name}</Link> : <strong>{name}</strong>;
}
