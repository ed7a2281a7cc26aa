import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  BlockFailure,
  type BlockWidgetProps,
  type Builder,
  Button,
  DraftBar,
  fillPath,
  hiddenStyles,
  newId,
  Skeleton,
  UndoButtons,
  useApi,
  useBuilder,
  useMessage,
  useSaveKey,
} from '#renderer';
import { useSaveBuilt } from '../../building/useSaveBuilt.ts';
import { placeOf } from '../DashboardView.tsx';
import styles from '../dashboards.module.css';
import type { Dashboard, Panel } from '../types.ts';
import { BuilderPanel } from './BuilderPanel.tsx';
import { DashboardSettings } from './DashboardSettings.tsx';
import { PanelEditor } from './PanelEditor.tsx';
import { moved, resized } from './places.ts';

const empty: Dashboard = { Id: null, Name: '', Description: '', HomeOf: [], Filters: [], Panels: [] };

/** Builds a dashboard. Options: `dashboard`, the id of the one to edit; empty for a new one. */
export function DashboardBuilder({ block, scope }: BlockWidgetProps) {
  const api = useApi();
  const id = fillPath(String(block.options.dashboard ?? ''), scope);
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', id],
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<Dashboard>(`/report/dashboards/${id}`, { signal }),
  });
  if (error) return <BlockFailure error={error} onRetry={() => void refetch()} isPage />;
  if (id !== '' && !data) return <Skeleton look="form" lines={9} />;
  return <Building start={data ?? empty} />;
}

/** State and save of the dashboard being built. */
function useDashboard(start: Dashboard) {
  const [Revision, seen] = useState(start.Revision);
  const builder = useBuilder<Dashboard>({
    key: `dashboard.${start.Id ?? 'new'}`,
    start,
    revision: Revision,
    onRevision: seen,
  });
  const { value: dashboard } = builder;
  const { save, isSaving } = useSaveBuilt(
    { Id: dashboard.Id, Revision },
    {
      ...{ call: '/report/dashboards', body: bodyOf(dashboard), notice: 'building.saved' },
      read: (id) => `/report/dashboards/${id}`,
      page: (id) => `/report/dashboards/${id}`,
      seen,
    },
  );
  const isNamed = (dashboard.Name ?? '').trim() !== '';
  useSaveKey(() => void (isNamed && !isSaving && builder.isChanged && save()));
  return { builder, save, isSaving, isNamed };
}

function Building({ start }: { readonly start: Dashboard }) {
  const say = useMessage();
  const { builder, save, isSaving, isNamed } = useDashboard(start);
  const { value: dashboard, change: setDashboard } = builder;
  const [edited, edit] = useState<Panel>();
  const [told, tell] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const { Panels: panels, Filters: filters } = dashboard;
  const set = (Panels: readonly Panel[]) => setDashboard({ ...dashboard, Panels });
  const keep = (panel: Panel) => {
    const isKnown = panels.some(({ Id }) => Id === panel.Id);
    set(isKnown ? panels.map((each) => (each.Id === panel.Id ? panel : each)) : [...panels, panel]);
    edit(undefined);
  };
  const move = (panel: Panel, to: number) => {
    const next = moved(panels, panel.Id, to);
    const place = next.findIndex(({ Id }) => Id === panel.Id) + 1;
    tell(say('building.moved', { place, count: next.length }));
    set(next);
  };
  const resize = (panel: Panel, size: { width: number; height: number }) => {
    const next = resized(panels, panel.Id, size);
    const { Width, Height } = next.find(({ Id }) => Id === panel.Id) ?? panel;
    tell(say('building.resized', { width: Width, height: Height }));
    set(next);
  };
  return (
    <div className={styles.dashboard} ref={builder.root} tabIndex={-1}>
      <DraftBar draft={builder.draft} />
      <Actions
        builder={builder}
        isNamed={isNamed}
        isSaving={isSaving}
        add={() => edit({ Id: newId(), Kind: 'bar', Width: 6, Height: 2 })}
        save={() => void save()}
      />
      <DashboardSettings dashboard={dashboard} change={(more) => setDashboard({ ...dashboard, ...more })} />
      <div className={styles.panels} ref={grid}>
        {panels.map((panel, place) => (
          <div key={panel.Id} className={styles.place} style={placeOf(panel)} data-place={place}>
            <BuilderPanel
              {...{ panel, filters, place, grid }}
              move={(to) => move(panel, to)}
              resize={(size) => resize(panel, size)}
              edit={() => edit(panel)}
              copy={() => set([...panels, { ...panel, Id: newId() }])}
              remove={() => set(panels.filter(({ Id }) => Id !== panel.Id))}
            />
          </div>
        ))}
      </div>
      <output className={hiddenStyles.hidden}>{told}</output>
      {edited && <PanelEditor panel={edited} keep={keep} close={() => edit(undefined)} />}
    </div>
  );
}

type ActionsProps = {
  readonly builder: Builder<Dashboard>;
  readonly isNamed: boolean;
  readonly isSaving: boolean;
  readonly add: () => void;
  readonly save: () => void;
};

function Actions({ builder, isNamed, isSaving, add, save }: ActionsProps) {
  const say = useMessage();
  return (
    <div className={styles.actions}>
      <UndoButtons of={builder} />
      <Button onPress={add}>{say('building.add')}</Button>
      <Button
        tone="primary"
        busy={isSaving}
        refusal={isNamed ? undefined : say('report.flavour.unnamed')}
        onPress={save}
      >
        {say('ui.save')}
      </Button>
    </div>
  );
}

/** The body to save, without the offered filter values. */
function bodyOf({ Id, Revision, Filters, ...rest }: Dashboard): object {
  return { ...rest, Filters: Filters.map(({ Values, ...filter }) => filter), ...(Id ? { Id } : {}) };
}
