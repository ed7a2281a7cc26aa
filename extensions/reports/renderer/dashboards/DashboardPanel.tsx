import { ChartColumn, FileText, Table2 } from 'lucide-react';
import { useState } from 'react';
import { Card, ErrorState, Icon, IconButton, Link, Skeleton, useMessage } from '#renderer';
import styles from './dashboards.module.css';
import { PanelContent } from './PanelContent.tsx';
import type { ChosenValues, Dashboard, Panel, PanelData } from './types.ts';
import { usePanelData } from './usePanelData.ts';

type Props = {
  readonly dashboard: Dashboard;
  readonly panel: Panel;
  readonly chosen: ChosenValues;
};

/** One panel: title and content, and the table behind a chart. */
export function DashboardPanel({ dashboard, panel, chosen }: Props) {
  const say = useMessage();
  const { data, error, refetch } = usePanelData(String(dashboard.Id), panel, chosen);
  const [isTable, showTable] = useState(false);
  const title = data?.Title ?? panel.Title ?? '';
  return (
    <Card
      id={panel.Id}
      title={title}
      actions={
        <>
          {isChart(panel, data) && (
            <IconButton
              size="small"
              icon={isTable ? ChartColumn : Table2}
              label={say(isTable ? 'dashboard.chart' : 'dashboard.table', { title })}
              onPress={() => showTable(!isTable)}
            />
          )}
          {panel.ReportConfigurationId && !data?.Closed && (
            <Link to={`/report/${panel.ReportConfigurationId}`}>
              <Icon icon={FileText} /> {say('dashboard.report')}
            </Link>
          )}
        </>
      }
    >
      {error && !data && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton look="text" lines={3} />}
      {data && <PanelContent kind={isTable ? 'table' : panel.Kind} data={data} title={title} />}
      {data && <Unnarrowed dashboard={dashboard} data={data} />}
    </Card>
  );
}

const isChart = ({ Kind }: Panel, data: PanelData | undefined): boolean =>
  Kind !== 'table' && Kind !== 'number' && (data?.Rows?.length ?? 0) > 0;

/** Says which chosen filters do not apply to this panel, to prevent misreading. */
function Unnarrowed({ dashboard, data }: { readonly dashboard: Dashboard; readonly data: PanelData }) {
  const say = useMessage();
  const names = dashboard.Filters.filter(({ Id }) => data.Unnarrowed?.includes(Id)).map(
    ({ Title, Path }) => Title ?? Path,
  );
  if (names.length === 0) return null;
  return <p className={styles.note}>{say('dashboard.unnarrowed', { names: names.join(', ') })}</p>;
}
