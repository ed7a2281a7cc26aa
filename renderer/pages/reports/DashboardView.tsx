import { useQuery } from '@tanstack/react-query';
import area from '../../configure/area.module.css';
import { useApi } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Link } from '../../parts/Link.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { BlockWidgetProps } from '../blockProps.ts';
import { ReportTable } from './ReportViewer.tsx';
import styles from './reports.module.css';

type Bar = { readonly Label: string; readonly Count: number };
type Panel = {
  readonly Id: string;
  readonly Title: string | null;
  readonly Kind: 'number' | 'table' | 'bar';
  readonly ReportConfigurationId: string;
  readonly TotalItems?: number;
  readonly Html?: string;
  readonly Bars?: readonly Bar[];
  /** Not all rows, or not all bars, are among them. */
  readonly IsPartial?: boolean;
  readonly Closed?: boolean;
};
type Dashboard = {
  readonly Name: string;
  readonly Description: string | null;
  readonly Panels: readonly Panel[];
};

/** The panels of a dashboard, each with a way to its report. Options: `call`, the path that answers them. */
export function DashboardView({ block, scope }: BlockWidgetProps) {
  const api = useApi();
  const say = useMessage();
  const language = useLocale();
  const call = fillPath(String(block.options.call), scope);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['dashboard', call, language],
    queryFn: ({ signal }) => api.get<Dashboard>(call, { signal }),
  });
  if (error) return <ErrorState text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton look="form" lines={9} />;
  return (
    <div className={styles.report}>
      <div className={styles.actions}>
        <Link to={String(block.options.back)} look="button">
          {say('dashboard.search')}
        </Link>
        <Button busy={isFetching} onPress={() => void refetch()}>
          {say('dashboard.refresh')}
        </Button>
      </div>
      <div className={styles.panels}>
        {data.Panels.map((panel) => (
          <Card
            key={panel.Id}
            id={panel.Id}
            title={panel.Title ?? ''}
            actions={<Link to={`/report/${panel.ReportConfigurationId}`}>{say('dashboard.report')}</Link>}
          >
            <PanelContent panel={panel} />
          </Card>
        ))}
      </div>
    </div>
  );
}

function PanelContent({ panel }: { readonly panel: Panel }) {
  const say = useMessage();
  if (panel.Closed) return <p className={styles.note}>{say('dashboard.closed')}</p>;
  const rows = say('dashboard.rows', { count: panel.TotalItems ?? 0 });
  if (panel.Kind === 'number') return <p className={styles.number}>{rows}</p>;
  if (panel.Kind === 'table')
    return (
      <>
        <p className={styles.note}>{rows}</p>
        <div className={area.tableBox} data-wide>
          <ReportTable html={panel.Html ?? ''} label={panel.Title ?? ''} />
        </div>
      </>
    );
  const bars = panel.Bars ?? [];
  const most = Math.max(1, ...bars.map(({ Count }) => Count));
  return (
    <>
      {panel.IsPartial && <p className={styles.note}>{say('dashboard.partial')}</p>}
      <table className={styles.bars}>
        <tbody>
          {bars.map(({ Label, Count }) => (
            <tr key={Label}>
              <th scope="row">{Label || '–'}</th>
              <td className={styles.count}>{Count}</td>
              <td className={styles.track} aria-hidden="true">
                <progress max={most} value={Count} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
