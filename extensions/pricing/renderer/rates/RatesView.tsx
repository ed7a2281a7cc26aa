import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  AddressTabs,
  type BlockWidgetProps,
  Card,
  EmptyState,
  ErrorState,
  errorText,
  fillPath,
  Link,
  Skeleton,
  useApi,
  useFormats,
  useMessage,
} from '#renderer';
import { type Gap, GapList } from '../GapList.tsx';
import { ChangesView } from './ChangesView.tsx';
import { HeatMap } from './HeatMap.tsx';
import { OtherSet } from './OtherSet.tsx';
import { Pager, pageSize } from './Pager.tsx';
import { RateFilters } from './RateFilters.tsx';
import styles from './rates.module.css';
import type { Changes, Dimension, Filters, RatePage } from './types.ts';

/**
 * Amounts by several dimensions, as a paged list or a heat map. Options: see base/widgets/blocks/rates.json.
 */
export function RatesView({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const { call, record, dimensions: member, version: changes, price, empty, compare, gaps } = block.options;
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
    {
      id: 'list',
      label: say('ui.rates.list'),
      // Reset to the first page when filters change.
      content: <RateList key={JSON.stringify(filters)} {...common} price={say(String(price))} />,
    },
    { id: 'map', label: say('ui.rates.map'), content: <HeatMap {...common} /> },
    ...(compare
      ? [
          {
            id: 'compare',
            label: say('ui.rates.compare'),
            content: (
              <Compared
                {...{ version: common.version, filters, own: found?.Id }}
                {...pathsOf(compare, scope)}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Card id={block.id} title={say('ui.rates')}>
      <div className={styles.view}>
        {gaps !== undefined && <Missing gaps={gaps as Gaps} scope={scope} record={found} />}
        <RateFilters dimensions={dimensions} filters={filters} onChange={setFilters} say={say} />
        <AddressTabs place="rates" label={say('ui.rates')} items={items} />
      </div>
    </Card>
  );
}

type Gaps = { readonly member: string; readonly text: string; readonly link: string; readonly to: string };

type MissingProps = {
  readonly gaps: Gaps;
  readonly scope: BlockWidgetProps['scope'];
  readonly record: Readonly<Record<string, unknown>> | undefined;
};

type Warning = { readonly Code: string; readonly Count: number; readonly Gaps?: readonly Gap[] };

/** Combinations that were left without an amount. */
function Missing({ gaps: { member, text, link, to }, scope, record }: MissingProps) {
  const say = useMessage();
  const hole = ((record?.[member] ?? []) as readonly Warning[]).find(({ Code }) => Code === 'hole');
  if (!hole) return null;
  const { Count, Gaps } = hole;
  return (
    <GapList text={say(text, { count: Count })} gaps={Gaps} count={Count} say={say}>
      <Link to={fillPath(to, scope)}>{say(link)}</Link>
    </GapList>
  );
}

type Compare = { readonly list: string; readonly call: string };

function pathsOf(compare: unknown, scope: BlockWidgetProps['scope']): Compare {
  const { list, call } = compare as Compare;
  return { list: fillPath(list, scope), call: fillPath(call, scope) };
}

type ComparedProps = Compare & { readonly own: unknown; readonly version: string; readonly filters: Filters };

/** Compares these amounts with another set. */
function Compared({ list, call, own, version, filters }: ComparedProps) {
  const api = useApi();
  return (
    <OtherSet list={list} own={own}>
      {(id) => {
        const question = JSON.stringify([id, version, filters]);
        return (
          <ChangesView
            key={question}
            question={question}
            ask={(more, signal) =>
              api.send<Changes>(
                'POST',
                call,
                { ...more, With: id, Filters: filters },
                { signal, intent: 'reads' },
              )
            }
          />
        );
      }}
    </OtherSet>
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

function RateList({ path, version, dimensions, filters, price }: ListProps) {
  const [api, say] = [useApi(), useMessage()];
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
    queryFn: ({ signal }) => api.send<RatePage>('POST', path, asked, { signal, intent: 'reads' }),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorState text={errorText(error, say)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton look="form" lines={8} />;
  const turn = (by: string) => {
    setPage(1);
    setSort(sort?.by === by && sort.direction === 1 ? { by, direction: 0 } : { by, direction: 1 });
  };
  const heads = [
    ...dimensions.map(({ Name, Label }) => ({ by: Name, label: Label })),
    { by: 'Price', label: price },
  ];
  return (
    <>
      <RateTable {...{ data, dimensions, heads, sort, turn }} />
      <Pager total={data.TotalItems} page={page} onPage={setPage} />
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
                className={by === 'Price' ? styles.number : undefined}
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
