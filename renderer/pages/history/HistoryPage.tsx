import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { historyMark } from '#engine';
import { Page } from '../../configure/Page.tsx';
import { type PlainColumn, PlainTable } from '../../configure/PlainTable.tsx';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import { recordAddress } from '../../data/searchRecords.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import styles from './history.module.css';
import { type HistoryEntry, historyQuery, isNarrowed, pageSize } from './historyQuery.ts';
import { useValueText } from './useValueText.ts';

type HistoryPageBody = { readonly Items: readonly HistoryEntry[]; readonly TotalItems: number };

/** Who changed what and when, for every record the person may see; filters are in the URL. */
export function HistoryPage() {
  const say = useMessage();
  const api = useApi();
  const { Features } = useUser();
  const [params, setParams] = useSearchParams();
  const query = historyQuery(params);
  const page = Number(params.get('page') ?? 1);
  const columns = useColumns();
  const found = useQuery<HistoryPageBody>({
    queryKey: ['history', query],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<HistoryPageBody>(`/history?${query}`, { signal }),
  });
  const { data, error, refetch } = found;
  const state = listState(found, data?.Items.length ?? 0);
  const turn = (to: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('page', String(to));
      return next;
    });
  return (
    <div className={area.area}>
      <Page
        title={say('history.title')}
        note={say('history.note')}
        actions={
          Features.includes('Configuration.Edit') && (
            <Link to="/configure/releases" look="button">
              {say('history.releases')}
            </Link>
          )
        }
      >
        <HistoryFilters params={params} setParams={setParams} />
        {error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
        {state === 'loading' && <Skeleton look="rows" />}
        {state === 'ready' && data?.Items.length === 0 && (
          <EmptyState title={say(isNarrowed(params) ? 'ui.grid.no-match' : 'history.empty')} />
        )}
        {data && data.Items.length > 0 && (
          <Card padding="flush">
            <PlainTable
              label={say('history.title')}
              columns={columns}
              rows={data.Items}
              rowId={({ Id }) => Id}
            />
          </Card>
        )}
        <p className={area.line}>
          {page > 1 && <Button onPress={() => turn(page - 1)}>{say('history.newer')}</Button>}
          {data && data.TotalItems > page * pageSize && (
            <Button onPress={() => turn(page + 1)}>{say('history.older')}</Button>
          )}
        </p>
      </Page>
    </div>
  );
}

function useColumns(): readonly PlainColumn<HistoryEntry>[] {
  const say = useMessage();
  const formats = useFormats();
  const model = useModel();
  const fieldOf = ({ Entity, Field }: HistoryEntry) => model.entities.get(Entity)?.fieldByPath.get(Field);
  return [
    {
      id: 'at',
      title: say('history.at'),
      cell: ({ ChangedAt }) => <span className={styles.moment}>{formats.dateTime(ChangedAt)}</span>,
    },
    {
      id: 'by',
      title: say('history.by'),
      cell: ({ ChangedBy, ChangedWith }) =>
        ChangedBy ? (
          <>
            <PersonName userName={ChangedBy} />
            {ChangedWith && <code>{` ${ChangedWith}`}</code>}
          </>
        ) : (
          '–'
        ),
    },
    {
      id: 'record',
      title: say('history.record'),
      isHead: true,
      cell: ({ Entity, RecordId, RecordName }) => {
        const entity = model.entities.get(Entity);
        const name = `${entity ? say(entity.title) : Entity} ${RecordName ?? ''}`.trim();
        const to = RecordName === null ? undefined : recordAddress(model, Entity, RecordId);
        return to ? <Link to={to}>{name}</Link> : name;
      },
    },
    {
      id: 'field',
      title: say('history.field'),
      cell: (entry) => {
        const field = fieldOf(entry);
        const mark = historyMark(entry.Field);
        if (mark) return say(mark);
        return field ? say(field.label) : entry.Field;
      },
    },
    ...useValueColumns(),
    {
      id: 'only',
      title: say('history.only'),
      cell: ({ Entity, RecordId, RecordName }) => (
        <Link
          to={`/history?entity=${encodeURIComponent(Entity)}&record=${RecordId}`}
          label={say('history.only-of', { name: RecordName ?? RecordId })}
        >
          <Icon icon={ListFilter} size="small" />
        </Link>
      ),
    },
  ];
}

/** The values before and after the change. */
function useValueColumns(): readonly PlainColumn<HistoryEntry>[] {
  const say = useMessage();
  const model = useModel();
  const valueText = useValueText();
  const placeOf = ({ Entity, Field, Names }: HistoryEntry) => ({
    ...{ entity: model.entities.get(Entity), path: Field, names: Names },
  });
  return [
    {
      id: 'previous',
      title: say('history.previous'),
      cell: (entry) =>
        valueText(placeOf(entry), entry.PreviousValue, {
          other: entry.CurrentValue,
          text: entry.PreviousText,
        }),
    },
    {
      id: 'current',
      title: say('history.current'),
      cell: (entry) =>
        valueText(placeOf(entry), entry.CurrentValue, {
          other: entry.PreviousValue,
          text: entry.CurrentText,
        }),
    },
  ];
}
