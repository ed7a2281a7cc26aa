import { lazy, Suspense } from 'react';
import { areaStyles, Link, Skeleton, useFormats, useMessage } from '#renderer';
import { ReportTable } from '../reports/ReportViewer.tsx';
import styles from './dashboards.module.css';
import type { Opening } from './groups.ts';
import { PanelTable } from './PanelTable.tsx';
import { sayCell } from './sayCell.ts';
import type { PanelData, PanelKind } from './types.ts';

/** Lazy: the chart library loads with the first chart. */
const Chart = lazy(async () => ({ default: (await import('./charts/Chart.tsx')).Chart }));

type Props = {
  readonly kind: PanelKind;
  readonly data: PanelData;
  readonly title: string;
  /** Where the records behind a figure are; absent while a panel is designed. */
  readonly opening?: Opening | undefined;
  /** Of a number that is that of a report. */
  readonly report?: string | undefined;
};

/** A number, a table or a chart, or why there is none. */
export function PanelContent(props: Props) {
  return (
    <>
      <Content {...props} />
      <Remarks {...props} />
    </>
  );
}

/** Warnings about the figures. The panel of a number has room for one line, which shows them on hover. */
function Remarks({ kind, data: { Warnings = [], IsPartial } }: Props) {
  const say = useMessage();
  if (kind === 'number' && IsPartial)
    return (
      <p className={styles.note} title={Warnings.join('\n')}>
        {say('ui.grid.partial')}
      </p>
    );
  return Warnings.map((sentence) => (
    <p key={sentence} className={styles.note}>
      {sentence}
    </p>
  ));
}

function Content({ kind, data, title, opening, report }: Props) {
  const say = useMessage();
  if (data.Closed) return <p className={styles.note}>{data.Reason ?? say('dashboard.closed')}</p>;
  if (data.Problem)
    return (
      <p className={styles.note} role="alert">
        {data.Problem}
      </p>
    );
  const rows = say('dashboard.rows', { count: data.TotalItems ?? 0 });
  if (data.Html !== undefined)
    return (
      <>
        <p className={styles.note}>{rows}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
        <section className={areaStyles.tableBox} tabIndex={0} aria-label={`${title}, ${rows}`}>
          <ReportTable html={data.Html} label={title} />
        </section>
      </>
    );
  if (kind === 'number') {
    const to = report ? `/report/${report}` : data.IsOpen && opening?.({});
    return <NumberContent data={data} title={title} to={to || undefined} />;
  }
  if (data.Rows?.length === 0) return <p className={styles.note}>{say('dashboard.nothing')}</p>;
  if (kind === 'table') return <PanelTable data={data} title={title} opening={opening} />;
  return (
    <Suspense fallback={<Skeleton look="rows" lines={4} />}>
      <Chart kind={kind} data={data} title={title} opening={opening} />
    </Suspense>
  );
}

/** The number of rows of a report, or the measure of a query. */
function NumberContent({
  data,
  title,
  to,
}: Pick<Props, 'data' | 'title'> & { readonly to: string | undefined }) {
  const formats = useFormats();
  const say = useMessage();
  const place = data.Value ?? 0;
  const column = data.Columns?.[place];
  const said = column
    ? sayCell(column, data.Rows?.[0]?.[place], formats)
    : formats.number(data.TotalItems ?? 0);
  return (
    <p className={styles.number}>
      {to ? (
        <Link to={to} look="quiet" label={say('dashboard.records.of', { group: title, value: said })}>
          {said}
        </Link>
      ) : (
        said
      )}
    </p>
  );
}
