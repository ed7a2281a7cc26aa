import { Maximize, Minimize, RefreshCw } from 'lucide-react';
import { Button, Icon, IconButton, Link, useFormats, useMessage, useUser } from '#renderer';
import { DashboardDownload } from './DashboardDownload.tsx';
import styles from './dashboards.module.css';
import type { ChosenValues, Dashboard } from './types.ts';
import { chosenQuery } from './useChosen.ts';
import type { useFullScreen } from './useFullScreen.ts';
import type { useRefresh } from './useRefresh.ts';

type Props = {
  readonly dashboard: Dashboard;
  readonly back: unknown;
  readonly chosen: ChosenValues;
  readonly fresh: ReturnType<typeof useRefresh>;
  readonly screen: ReturnType<typeof useFullScreen>;
};

/** The name of a dashboard, how fresh it is, and what can be done with it. */
export function DashboardActions({ dashboard, back, chosen, fresh, screen }: Props) {
  const say = useMessage();
  const { Features } = useUser();
  const mayBuild = Features.includes('ReportManagementAdminFeature');
  const isNamed = back !== undefined || screen.isFull;
  return (
    <div className={styles.actions} data-screen-only>
      {isNamed && <h2 className={styles.name}>{dashboard.Name}</h2>}
      {dashboard.Description && <p className={styles.note}>{dashboard.Description}</p>}
      <Freshness {...fresh} isFull={screen.isFull} />
      {screen.isPossible && (
        <Button icon={<Icon icon={screen.isFull ? Minimize : Maximize} />} onPress={screen.toggle}>
          {say(screen.isFull ? 'dashboard.full.leave' : 'dashboard.full')}
        </Button>
      )}
      {!screen.isFull && <DashboardDownload dashboard={dashboard} chosen={chosen} />}
      {!screen.isFull && dashboard.Id && (
        <Link to={`/report/dashboards/${dashboard.Id}/send?${chosenQuery(chosen)}`} look="button">
          {say('report.send')}
        </Link>
      )}
      {!screen.isFull && back !== undefined && (
        <Link to={String(back)} look="button">
          {say('dashboard.search')}
        </Link>
      )}
      {!screen.isFull && mayBuild && (
        <Link to={`/report/dashboards/${dashboard.Id}/edit`} look="button">
          {say('dashboard.edit')}
        </Link>
      )}
    </div>
  );
}

function Freshness({
  asOf,
  isBusy,
  isStale,
  refresh,
  isFull,
}: Props['fresh'] & { readonly isFull: boolean }) {
  const say = useMessage();
  const formats = useFormats();
  return (
    <>
      <p className={styles.fresh} role="status" data-stale={isStale || undefined}>
        {asOf !== undefined &&
          say(isStale ? 'dashboard.stale' : 'dashboard.as-of', { time: formats.dateTime(asOf) })}
        {isFull && ` ${say('dashboard.full.note')}`}
      </p>
      {!isFull && (
        <IconButton
          icon={RefreshCw}
          label={say('dashboard.refresh')}
          onPress={() => {
            if (!isBusy) void refresh();
          }}
        />
      )}
    </>
  );
}
