import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PlainColumn, PlainTable } from '../../configure/PlainTable.tsx';
import { useApi, useModel } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import { useText } from '../../data/useText.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { BlockWidgetProps } from '../blockProps.ts';
import { useValueText } from './useValueText.ts';

type Change = {
  readonly Id: string;
  readonly DisplayName: string;
  readonly Field: string;
  readonly PreviousValue: unknown;
  readonly CurrentValue: unknown;
  readonly EffectiveDate: string;
  readonly User: string | null;
};
type Changes = { readonly Items: readonly Change[]; readonly TotalItems: number };

const pageSize = 10;

/** What changed of one record, newest first. Options: `call`, the path that lists it; `entity`, what the record is. */
export function ChangesView({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const api = useApi();
  const title = useText(block.title, scope);
  const [page, setPage] = useState(1);
  const { route, data: records } = scope;
  const call = fillPath(String(block.options.call), { route, data: records });
  const columns = useColumns(String(block.options.entity));
  const found = useQuery<Changes>({
    queryKey: ['list', 'changes', call, page],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<Changes>(`${call}?Page=${page}&PageSize=${pageSize}`, { signal }),
  });
  const { data, error, refetch } = found;
  const state = listState(found, data?.Items.length ?? 0);
  const pages = Math.ceil((data?.TotalItems ?? 0) / pageSize);
  return (
    <Card title={title || undefined} id={block.id}>
      {error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {state === 'loading' && <Skeleton look="rows" />}
      {state === 'ready' && data?.Items.length === 0 && <EmptyState title={say('history.empty')} />}
      {data && data.Items.length > 0 && (
        <PlainTable
          label={title || say('history.title')}
          columns={columns}
          rows={data.Items}
          rowId={({ Id }) => Id}
        />
      )}
      {page > 1 && <Button onPress={() => setPage(page - 1)}>{say('history.newer')}</Button>}
      {page < pages && <Button onPress={() => setPage(page + 1)}>{say('history.older')}</Button>}
    </Card>
  );
}

function useColumns(entity: string): readonly PlainColumn<Change>[] {
  const say = useMessage();
  const formats = useFormats();
  const fields = useModel().entities.get(entity)?.fieldByPath;
  const valueText = useValueText();
  return [
    { id: 'field', title: say('history.field'), isHead: true, cell: ({ DisplayName }) => DisplayName },
    {
      id: 'previous',
      title: say('history.previous'),
      cell: ({ Field, PreviousValue }) => valueText(fields?.get(Field), PreviousValue),
    },
    {
      id: 'current',
      title: say('history.current'),
      cell: ({ Field, CurrentValue }) => valueText(fields?.get(Field), CurrentValue),
    },
    { id: 'at', title: say('history.at'), cell: ({ EffectiveDate }) => formats.dateTime(EffectiveDate) },
    {
      id: 'by',
      title: say('history.by'),
      cell: ({ User }) => (User ? <PersonName userName={User} /> : '–'),
    },
  ];
}
