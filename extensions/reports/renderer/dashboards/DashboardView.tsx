import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import {
  BlockFailure,
  type BlockWidgetProps,
  EmptyState,
  fillPath,
  fillTexts,
  Link,
  Skeleton,
  useApi,
  useLocale,
  useMessage,
  useUser,
} from '#renderer';
import { DashboardFilters } from './DashboardFilters.tsx';
import { DashboardPanel } from './DashboardPanel.tsx';
import styles from './dashboards.module.css';
import type { ChosenValues, Dashboard } from './types.ts';
import { useChosen } from './useChosen.ts';

/**
 * A dashboard with its filters. Options: `call`, the path that reads it; `back`, the page to choose another;
 * `narrow`, fixed filter values on a screen about one record.
 */
export function DashboardView({ block, scope }: BlockWidgetProps) {
  const api = useApi();
  const say = useMessage();
  const { DisplayName } = useUser();
  const language = useLocale();
  const call = fillPath(String(block.options.call), scope);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'dashboard', call, language],
    queryFn: ({ signal }) => api.get<Dashboard>(call, { signal }),
  });
  const narrow = fillTexts(block.options.narrow, scope);
  const [chosen, choose] = useChosen();
  if (error)
    return (
      <BlockFailure
        error={error}
        onRetry={() => void refetch()}
        isPage={String(block.options.call).includes('{route.')}
      />
    );
  if (!data) return <Skeleton look="form" lines={9} />;
  if (!data.Id)
    return (
      <EmptyState title={say('ui.home.welcome', { name: DisplayName })} text={say('dashboard.no-home')} />
    );
  const fixed = fixedValues(data, narrow);
  const open = data.Filters.filter(({ Id }) => !(Id in fixed));
  const values = { ...ofThis(data, chosen), ...fixed };
  return (
    <div className={styles.dashboard}>
      <Actions dashboard={data} back={block.options.back} />
      {open.length > 0 && <DashboardFilters filters={open} chosen={values} choose={choose} />}
      <div className={styles.panels}>
        {data.Panels.map((panel) => (
          <div key={panel.Id} className={styles.place} style={placeOf(panel)}>
            <DashboardPanel dashboard={data} panel={panel} chosen={values} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Actions({ dashboard, back }: { readonly dashboard: Dashboard; readonly back: unknown }) {
  const say = useMessage();
  const { Features } = useUser();
  const mayBuild = Features.includes('ReportManagementAdminFeature');
  if (back === undefined && !mayBuild) return null;
  return (
    <div className={styles.actions}>
      {back !== undefined && <h2 className={styles.name}>{dashboard.Name}</h2>}
      {dashboard.Description && <p className={styles.note}>{dashboard.Description}</p>}
      {back !== undefined && (
        <Link to={String(back)} look="button">
          {say('dashboard.search')}
        </Link>
      )}
      {mayBuild && (
        <Link to={`/report/dashboards/${dashboard.Id}/edit`} look="button">
          {say('dashboard.edit')}
        </Link>
      )}
    </div>
  );
}

/** The size of a panel in grid columns (of twelve) and rows. */
export function placeOf({
  Width,
  Height,
}: {
  readonly Width?: number | null;
  readonly Height?: number | null;
}) {
  return { '--column-span': Width ?? 6, '--row-span': Height ?? 2 } as CSSProperties;
}

/** Values of filters that the screen fixes. */
function fixedValues({ Filters }: Dashboard, narrow: Readonly<Record<string, string>>): ChosenValues {
  return Object.fromEntries(
    Filters.flatMap(({ Id, Entity, Path }) => {
      const value = narrow[`${Entity}.${Path}`];
      return value === undefined ? [] : [[Id, [value]]];
    }),
  );
}

function ofThis({ Filters }: Dashboard, chosen: ChosenValues): ChosenValues {
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => Filters.some(({ Id }) => Id === id)));
}
