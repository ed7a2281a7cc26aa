import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  BlockFailure,
  type BlockWidgetProps,
  Button,
  Card,
  EmptyState,
  fillPath,
  Link,
  Skeleton,
  useApi,
  useFormats,
  useLocale,
  useMessage,
  useOpener,
  wayBack,
} from '#renderer';
import { CellTable } from './CellTable.tsx';
import styles from './dashboards.module.css';
import { groupAt } from './groups.ts';
import { sayCell } from './sayCell.ts';
import type { Cell, DashboardFilter, PanelColumn } from './types.ts';
import { chosenQuery, useChosen } from './useChosen.ts';

type Answer = {
  readonly Title: string;
  readonly Dashboard: string;
  /** The active filters, with their chosen values. */
  readonly Filters: readonly Pick<DashboardFilter, 'Title' | 'Values'>[];
  readonly Closed?: boolean;
  readonly Reason?: string;
  readonly Problem?: string;
  readonly Warnings?: readonly string[];
  readonly Group?: readonly {
    readonly Title: string;
    readonly Value: Cell;
    readonly Kind: string;
    readonly Scale: number | null;
  }[];
  readonly Columns?: readonly PanelColumn[];
  readonly Rows?: readonly (readonly Cell[])[];
  /** The page of each record, if the reader may open one. */
  readonly Pages?: readonly (string | null)[];
  readonly TotalItems?: number;
};

const pageSize = 50;

/** The records behind a figure of a dashboard. Options: `dashboard` and `panel`, their ids. */
export function PanelRecords({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const api = useApi();
  const language = useLocale();
  const [query, setQuery] = useSearchParams();
  const [chosen] = useChosen();
  const opener = useOpener();
  const [dashboard, panel] = [block.options.dashboard, block.options.panel].map((path) =>
    fillPath(String(path), scope),
  );
  const page = Math.max(1, Number(query.get('page')) || 1);
  const asked = {
    ...{ DashboardId: dashboard, PanelId: panel, Chosen: chosen },
    ...{ Group: groupAt(query), Page: page, PageSize: pageSize },
  };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['panel', language, 'records', asked],
    queryFn: ({ signal }) =>
      api.send<Answer>('POST', '/report/panel/records', asked, { signal, intent: 'reads' }),
    placeholderData: (before) => before,
  });
  if (error && !data) return <BlockFailure error={error} onRetry={() => void refetch()} isPage />;
  if (!data) return <Skeleton look="rows" lines={9} />;
  const turn = (to: number) =>
    setQuery(
      (before) => {
        before.set('page', String(to));
        return before;
      },
      { replace: true },
    );
  return (
    <div className={styles.dashboard}>
      <div className={styles.actions}>
        <Link
          to={opener ?? `/report/dashboards/${dashboard}?${chosenQuery(chosen)}`}
          state={wayBack}
          look="button"
        >
          {say('dashboard.records.back', { name: data.Dashboard })}
        </Link>
      </div>
      <Card title={data.Title} id="records">
        <Conditions answer={data} />
        <Found answer={data} />
        <Pages total={data.TotalItems ?? 0} {...{ page, turn }} isBusy={isFetching} />
      </Card>
    </div>
  );
}

/** Which group it is, and the filters that hold. */
function Conditions({ answer: { Group = [], Filters, Warnings = [] } }: { readonly answer: Answer }) {
  const formats = useFormats();
  const groups = Group.map(({ Title, Value, Kind, Scale }) => ({
    title: Title,
    said: sayCell({ Kind, Scale, Name: '', Title, Aggregate: null }, Value, formats),
  }));
  const filters = Filters.map(({ Title, Values = [] }) => ({
    title: String(Title ?? ''),
    said: Values.map(({ Label }) => Label).join(', '),
  }));
  return (
    <>
      {groups.length + filters.length > 0 && (
        <dl className={styles.conditions}>
          {[...groups, ...filters].map(({ title, said }) => (
            <div key={`${title} ${said}`}>
              <dt>{title}</dt>
              <dd>{said}</dd>
            </div>
          ))}
        </dl>
      )}
      {Warnings.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
    </>
  );
}

function Found({ answer }: { readonly answer: Answer }) {
  const say = useMessage();
  const formats = useFormats();
  const { Columns = [], Rows = [], Pages = [], Group = [], Closed, Reason, Problem, Title } = answer;
  if (Closed) return <p className={styles.note}>{Reason ?? say('dashboard.closed')}</p>;
  if (Problem)
    return (
      <p className={styles.note} role="alert">
        {Problem}
      </p>
    );
  if (Rows.length === 0)
    return <EmptyState title={say('dashboard.nothing')} text={say('dashboard.records.none')} />;
  const counted = say('dashboard.records.count', { count: answer.TotalItems ?? 0 });
  // The columns of the group come first and are the same in every row.
  const named = Group.length < Columns.length ? Group.length : 0;
  const cell = (at: number, place: number) => {
    const [column, to] = [Columns[place], Pages[at]];
    const text = column && sayCell(column, Rows[at]?.[place], formats);
    return to && place === named ? <Link to={to}>{text}</Link> : text;
  };
  return (
    <CellTable
      title={Title}
      label={`${Title}: ${counted}`}
      columns={Columns}
      count={Rows.length}
      cell={cell}
    />
  );
}

type PagesProps = {
  readonly total: number;
  readonly page: number;
  readonly turn: (to: number) => void;
  readonly isBusy: boolean;
};

function Pages({ total, page, turn, isBusy }: PagesProps) {
  const say = useMessage();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <div className={styles.actions}>
      <p className={styles.note} role="status">
        {say('dashboard.records.count', { count: total })}
        {pages > 1 && ` ${say('report.page', { page, pages })}`}
      </p>
      {pages > 1 && (
        <>
          <Button size="small" disabled={page <= 1} busy={isBusy} onPress={() => turn(page - 1)}>
            {say('report.previous')}
          </Button>
          <Button size="small" disabled={page >= pages} busy={isBusy} onPress={() => turn(page + 1)}>
            {say('report.next')}
          </Button>
        </>
      )}
    </div>
  );
}
