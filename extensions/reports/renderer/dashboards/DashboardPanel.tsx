import { FileText, List } from 'lucide-react';
import { useMemo } from 'react';
import { Icon, Link, useMessage } from '#renderer';
import styles from './dashboards.module.css';
import { recordsAddress } from './groups.ts';
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
  const opening = useMemo(
    () => recordsAddress({ dashboard: String(dashboard.Id), panel: panel.Id }, chosen),
    [dashboard.Id, panel.Id, chosen],
  );
  const report = (!data?.Closed && panel.ReportConfigurationId) || undefined;
  const title = data?.Title ?? panel.Title ?? '';
  return (
    <PanelCard
      id={panel.Id}
      kind={panel.Kind}
      title={panel.Title ?? ''}
      query={query}
      opening={opening}
      report={report}
      actions={
        <>
          {data?.IsOpen && panel.Kind === 'table' && data.Keys?.length === 0 && (
            <Link to={opening({})} label={say('dashboard.records', { title })}>
              <Icon icon={List} /> {say('dashboard.records.all')}
            </Link>
          )}
          {report && (
            <Link to={`/report/${report}`}>
              <Icon icon={FileText} /> {say('dashboard.report')}
            </Link>
          )}
        </>
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
