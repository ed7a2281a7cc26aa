import { FileText } from 'lucide-react';
import { Icon, Link, useMessage } from '#renderer';
import styles from './dashboards.module.css';
import { PanelCard } from './PanelCard.tsx';
import type { ChosenValues, Dashboard, Panel, PanelData } from './types.ts';
import { usePanelData } from './usePanelData.ts';

type Props = {
  readonly dashboard: Dashboard;
  readonly panel: Panel;
  readonly chosen: ChosenValues;
};

/** One panel of a dashboard, with a link to its report. */
export function DashboardPanel({ dashboard, panel, chosen }: Props) {
  const say = useMessage();
  const query = usePanelData(String(dashboard.Id), panel, chosen);
  const { data } = query;
  return (
    <PanelCard
      id={panel.Id}
      kind={panel.Kind}
      title={panel.Title ?? ''}
      query={query}
      actions={
        panel.ReportConfigurationId &&
        !data?.Closed && (
          <Link to={`/report/${panel.ReportConfigurationId}`}>
            <Icon icon={FileText} /> {say('dashboard.report')}
          </Link>
        )
      }
    >
      {data && <Unnarrowed dashboard={dashboard} data={data} />}
    </PanelCard>
  );
}

/** Says which chosen filters do not apply to this panel, to prevent misreading. */
function Unnarrowed({ dashboard, data }: { readonly dashboard: Dashboard; readonly data: PanelData }) {
  const say = useMessage();
  const names = dashboard.Filters.filter(({ Id }) => data.Unnarrowed?.includes(Id)).map(
    ({ Title, Path }) => Title ?? Path,
  );
  if (names.length === 0) return null;
  return <p className={styles.note}>{say('dashboard.unnarrowed', { names: names.join(', ') })}</p>;
}
