import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../data/ApiError.ts';
import { useApi } from '../../../data/App.tsx';
import { useDialogs, useToast } from '../../../data/dialogs.tsx';
import { fillPath } from '../../../data/fillPath.ts';
import { useGuard, useGuardState } from '../../../data/guard.ts';
import { useMessage } from '../../../data/messages.tsx';
import { Button } from '../../../parts/Button.tsx';
import { ErrorState } from '../../../parts/ErrorState.tsx';
import hidden from '../../../parts/hidden.module.css';
import { Skeleton } from '../../../parts/Skeleton.tsx';
import type { BlockWidgetProps } from '../../blockProps.ts';
import { placeOf } from '../DashboardView.tsx';
import styles from '../dashboards.module.css';
import type { Dashboard, Panel } from '../types.ts';
import { BuilderPanel } from './BuilderPanel.tsx';
import { DashboardSettings } from './DashboardSettings.tsx';
import { PanelEditor } from './PanelEditor.tsx';
import { moved, resized } from './places.ts';

const empty: Dashboard = { Id: null, Name: '', Description: '', HomeOf: [], Filters: [], Panels: [] };

/** Puts a dashboard together. Options: `dashboard`, the id of the one that is changed; empty: a new one. */
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
  if (error) return <ErrorState text={error.message} onRetry={() => void refetch()} />;
  if (id !== '' && !data) return <Skeleton look="form" lines={9} />;
  return <Building key={data?.Revision} start={data ?? empty} />;
}

function Building({ start }: { readonly start: Dashboard }) {
  const say = useMessage();
  const [dashboard, setDashboard] = useState(start);
  const [edited, edit] = useState<Panel>();
  const [told, tell] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const { save, isSaving } = useKeepDashboard(dashboard, (Revision) =>
    setDashboard((one) => ({ ...one, Revision })),
  );
  useGuard(dashboard !== start && !isSaving);
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
    <div className={styles.dashboard}>
      <Actions
        isNamed={(dashboard.Name ?? '').trim() !== ''}
        isSaving={isSaving}
        add={() => edit({ Id: crypto.randomUUID(), Kind: 'bar', Width: 6, Height: 2 })}
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
              copy={() => set([...panels, { ...panel, Id: crypto.randomUUID() }])}
              remove={() => set(panels.filter(({ Id }) => Id !== panel.Id))}
            />
          </div>
        ))}
      </div>
      <output className={hidden.hidden}>{told}</output>
      {edited && <PanelEditor panel={edited} keep={keep} close={() => edit(undefined)} />}
    </div>
  );
}

type ActionsProps = {
  readonly isNamed: boolean;
  readonly isSaving: boolean;
  readonly add: () => void;
  readonly save: () => void;
};

function Actions({ isNamed, isSaving, add, save }: ActionsProps) {
  const say = useMessage();
  return (
    <div className={styles.actions}>
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

/** Saves it and shows it; what the server refuses is said, and nothing is lost. */
function useKeepDashboard(dashboard: Dashboard, seen: (revision: number | undefined) => void) {
  const api = useApi();
  const say = useMessage();
  const dialogs = useDialogs();
  const toast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const guard = useGuardState();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { Id, Revision, Filters, ...rest } = dashboard;
      const filters = Filters.map(({ Values, ...filter }) => filter);
      const body = { ...rest, Filters: filters, ...(Id ? { Id } : {}) };
      const options = Revision === undefined ? {} : { revision: Revision };
      const saved = await api.send<{ readonly Id: string }>(
        Id ? 'PUT' : 'POST',
        '/report/dashboards',
        body,
        options,
      );
      guard?.release();
      await client.invalidateQueries({ queryKey: ['list', 'dashboard'] });
      toast.show(say('building.saved'), 'success');
      await navigate(`/report/dashboards/${saved?.Id ?? Id}`);
    } catch (error) {
      setSaving(false);
      const told =
        error instanceof ApiError ? (error.body.Errors ?? [error.message]).join('\n') : String(error);
      await dialogs.alert(told);
      // Who has been told that another has changed it saves over that by the next press.
      if (error instanceof ApiError && error.status === 409 && dashboard.Id)
        seen((await api.get<Dashboard>(`/report/dashboards/${dashboard.Id}`)).Revision);
    }
  };
  return { save, isSaving };
}
