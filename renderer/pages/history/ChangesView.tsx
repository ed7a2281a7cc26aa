import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PlainColumn, PlainTable } from '../../configure/PlainTable.tsx';
import { useApi, useModel } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { type Say, useLocale, useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import { useText } from '../../data/useText.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import styles from './history.module.css';
import { historyQuery, isNarrowed } from './historyQuery.ts';
import { useValueText } from './useValueText.ts';

type Change = {
  readonly Id: string;
  readonly DisplayName: string;
  readonly Field: string;
  readonly PreviousValue: unknown;
  readonly CurrentValue: unknown;
  /** The names of the records that the values refer to. */
  readonly PreviousText?: string;
  readonly CurrentText?: string;
  readonly Names?: Readonly<Record<string, string>>;
  readonly Operation: string;
  /** If the list includes owned records: the one that changed. */
  readonly Entity?: string;
  readonly RecordId?: string;
  readonly RecordName?: string | null;
  readonly EffectiveDate: string;
  readonly User: string | null;
};
type Changes = { readonly Items: readonly Change[]; readonly TotalItems: number };

const pageSize = 10;

/**
 * The changes of one record, newest first. Options: `call`, the path that lists them; `entity`, the record's
 * entity; `owned`, whether owned records are included.
 */
export function ChangesView({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const api = useApi();
  const language = useLocale();
  const title = useText(block.title, scope);
  const [params, setParams] = useState(new URLSearchParams());
  const page = Number(params.get('page') ?? 1);
  const turn = (to: number) =>
    setParams((before) => new URLSearchParams([...withoutPage(before), ['page', String(to)]]));
  const { route, data: records } = scope;
  const call = fillPath(String(block.options.call), { route, data: records });
  const about = { entity: String(block.options.entity), owned: block.options.owned === true };
  const columns = useColumns(about);
  const query = historyQuery(params, pageSize);
  const found = useQuery<Changes>({
    // The answer contains the field names in the language.
    queryKey: ['list', 'changes', call, query, language],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<Changes>(`${call}?${query}`, { signal }),
  });
  const { data, error, refetch } = found;
  const state = listState(found, data?.Items.length ?? 0);
  const pages = Math.ceil((data?.TotalItems ?? 0) / pageSize);
  return (
    <Card title={title || undefined} id={block.id} padding="flush">
      <div className={styles.filters}>
        <HistoryFilters params={params} setParams={setParams} about={about} />
      </div>
      {error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {state === 'loading' && <Skeleton look="rows" />}
      {state === 'ready' && data?.Items.length === 0 && (
        <EmptyState title={say(isNarrowed(params) ? 'ui.grid.no-match' : 'history.empty')} />
      )}
      {data && data.Items.length > 0 && (
        <div className={styles.changes}>
          <PlainTable
            label={title || say('history.title')}
            columns={columns}
            rows={data.Items}
            rowId={({ Id }) => Id}
          />
        </div>
      )}
      <p className={styles.pages}>
        {page > 1 && <Button onPress={() => turn(page - 1)}>{say('history.newer')}</Button>}
        {page < pages && <Button onPress={() => turn(page + 1)}>{say('history.older')}</Button>}
      </p>
    </Card>
  );
}

const withoutPage = (params: URLSearchParams) => [...params].filter(([name]) => name !== 'page');

type About = { readonly entity: string; readonly owned: boolean };

function useColumns({ entity, owned }: About): readonly PlainColumn<Change>[] {
  const say = useMessage();
  const formats = useFormats();
  const { entities } = useModel();
  const valueText = useValueText();
  const placeOf = (change: Change) => ({
    ...{ entity: entities.get(change.Entity ?? entity), path: change.Field, names: change.Names },
  });
  const record: PlainColumn<Change> = {
    id: 'record',
    title: say('history.record'),
    cell: ({ Entity = entity, RecordName }) => {
      const title = say(entities.get(Entity)?.title ?? Entity);
      const name =
        Entity === entity || !RecordName
          ? title
          : say('history.record-of', { kind: title, name: cut(RecordName) });
      return <div className={styles.record}>{name}</div>;
    },
  };
  return [
    {
      id: 'at',
      title: say('history.at'),
      cell: ({ EffectiveDate }) => <span className={styles.moment}>{formats.dateTime(EffectiveDate)}</span>,
    },
    {
      id: 'by',
      title: say('history.by'),
      cell: ({ User }) =>
        User ? (
          <span className={styles.who}>
            <PersonName userName={User} />
          </span>
        ) : (
          '–'
        ),
    },
    ...(owned ? [record] : []),
    { id: 'field', title: say('history.field'), isHead: true, cell: (change) => whatOf(change, say) },
    {
      id: 'previous',
      title: say('history.previous'),
      cell: (change) =>
        valueText(placeOf(change), change.PreviousValue, {
          other: change.CurrentValue,
          text: change.PreviousText,
        }),
    },
    {
      id: 'current',
      title: say('history.current'),
      cell: (change) =>
        valueText(placeOf(change), change.CurrentValue, {
          other: change.PreviousValue,
          text: change.CurrentText,
        }),
    },
  ];
}

/** The field, or the operation on the whole record. */
function whatOf({ Field, DisplayName, Operation }: Change, say: Say): string {
  if (Field !== '') return DisplayName;
  return Operation === 'create' || Operation === 'copy' ? say('history.made') : DisplayName;
}

const longestName = 40;
const cut = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name);
