import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useRef } from 'react';
import {
  BlockFailure,
  type BlockWidgetProps,
  EmptyState,
  fillPath,
  fillTexts,
  Skeleton,
  useApi,
  useLocale,
  useMessage,
  useUser,
} from '#renderer';
import { DashboardActions } from './DashboardActions.tsx';
import { DashboardFilters } from './DashboardFilters.tsx';
import { DashboardPanel } from './DashboardPanel.tsx';
import styles from './dashboards.module.css';
import type { ChosenValues, Dashboard } from './types.ts';
import { useChosen } from './useChosen.ts';
import { useFullScreen } from './useFullScreen.ts';
import { useRefresh } from './useRefresh.ts';

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
  const box = useRef<HTMLDivElement>(null);
  const fresh = useRefresh(data?.Id ?? null);
  const screen = useFullScreen(box, fresh.refresh);
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
    <div ref={box} className={styles.dashboard} data-full={screen.isFull || undefined}>
      <DashboardActions dashboard={data} back={block.options.back} chosen={values} {...{ fresh, screen }} />
      {open.length > 0 && !screen.isFull && (
        <DashboardFilters filters={open} chosen={values} choose={choose} />
      )}
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
