import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import type { BlockWidgetProps } from '../blockProps.ts';
import { HeatMap } from './HeatMap.tsx';
import { RateFilters } from './RateFilters.tsx';
import styles from './rates.module.css';
import type { Dimension, Filters, RatePage } from './types.ts';

/** Amounts by several dimensions: a page of them, or two dimensions against one another. Options: see widgets.schema.json. */
export function RatesView({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const { call, record, dimensions: member, version: changes, price, empty } = block.options;
  const found = scope.data[String(record)];
  const dimensions = (found?.[String(member)] ?? []) as readonly Dimension[];
  const version = found?.[String(changes)];
  const [filters, setFilters] = useState<Filters>({});
  if (!version || dimensions.length === 0)
    return (
      <Card id={block.id} title={say('ui.rates')}>
        <EmptyState title={say(String(empty))} />
      </Card>
    );
  const common = { path: fillPath(String(call), scope), version: String(version), dimensions, filters };
  const items = [
    { id: 'list', label: say('ui.rates.list'), content: <RateList {...common} price={say(String(price))} /> },
    { id: 'map', label: say('ui.rates.map'), content: <HeatMap {...common} /> },
  ];
  return (
    <Card id={block.id} title={say('ui.rates')}>
      <div className={styles.view}>
        <RateFilters dimensions={dimensions} filters={filters} onChange={setFilters} say={say} />
        <Tabs label={say('ui.rates')} items={items} />
      </div>
    </Card>
  );
}

type ListProps = {
  readonly path: string;
  readonly version: string;
  readonly dimensions: readonly Dimension[];
  readonly filters: Filters;
  readonly price: string;
};

type Sort = { readonly by: string; readonly direction: 0 | 1 };

const pageSize = 50;

function RateList({ path, version, dimensions, filters, price }: ListProps) {
  const [api, say, { number }] = [useApi(), useMessage(), useFormats()];
  const [sort, setSort] = useState<Sort>();
  const [page, setPage] = useState(1);
  const asked = {
    Page: page,
    PageSize: pageSize,
    Filters: filters,
    SortField: sort?.by,
    SortDirection: sort?.direction,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'rates', path, version, asked],
    queryFn: ({ signal }) => api.send<RatePage>('POST', path, asked, { signal }),
    placeholderData: (before) => before,
  });
  if (error)
    return (
      <ErrorState
        text={error instanceof ApiError ? error.message : say('ui.error.text')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton look="form" lines={8} />;
  const turn = (by: string) => {
    setPage(1);
    setSort(sort?.by === by && sort.direction === 1 ? { by, direction: 0 } : { by, direction: 1 });
  };
  const pages = Math.max(1, Math.ceil(data.TotalItems / pageSize));
  const heads = [
    ...dimensions.map(({ Name, Label }) => ({ by: Name, label: Label })),
    { by: 'Price', label: price },
  ];
  return (
    <>
      <RateTable {...{ data, dimensions, heads, sort, turn }} />
      <div className={styles.pager}>
        <span role="status">{say('ui.rates.count', { count: number(data.TotalItems, 0), page, pages })}</span>
        <Button size="small" disabled={page <= 1} onPress={() => setPage(page - 1)}>
          {say('ui.rates.before')}
        </Button>
        <Button size="small" disabled={page >= pages} onPress={() => setPage(page + 1)}>
          {say('ui.rates.next')}
        </Button>
      </div>
    </>
  );
}

type TableProps = {
  readonly data: RatePage;
  readonly dimensions: readonly Dimension[];
  readonly heads: readonly { readonly by: string; readonly label: string }[];
  readonly sort: Sort | undefined;
  readonly turn: (by: string) => void;
};

function RateTable({ data, dimensions, heads, sort, turn }: TableProps) {
  const { money } = useFormats();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map(({ by, label }) => (
              <th
                key={by}
                scope="col"
                aria-sort={sort?.by !== by ? 'none' : sort.direction === 1 ? 'ascending' : 'descending'}
              >
                <button type="button" className={styles.sort} onClick={() => turn(by)}>
                  {label} {sort?.by === by ? (sort.direction === 1 ? '↑' : '↓') : ''}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.Items.map(({ Row, Values, Price }) => (
            <tr key={Row}>
              {Values.map((value, index) => (
                <td key={dimensions[index]?.Name}>{value}</td>
              ))}
              <td className={styles.number}>{Price === null ? '' : money(Price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
