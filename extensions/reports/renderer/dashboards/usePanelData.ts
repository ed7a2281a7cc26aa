import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi, useLocale } from '#renderer';
import type { ChosenValues, DashboardFilter, Panel, PanelData } from './types.ts';

/** Data of a stored panel; refetched when records that it counts change. */
export function usePanelData(dashboard: string, panel: Panel, chosen: ChosenValues) {
  return usePanel([dashboard, panel.Id, chosen], {
    DashboardId: dashboard,
    PanelId: panel.Id,
    Chosen: chosen,
  });
}

/** Data of a chart that a screen declares, for the record of the page. */
export function useChartData(block: string, values: Readonly<Record<string, string>>) {
  const chosen = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  return usePanel(['block', block, chosen], { Block: block, Chosen: chosen });
}

/** Data of a panel being built. */
export function usePanelPreview(panel: Panel, filters: readonly DashboardFilter[]) {
  const { Id, Width, Height, ...shown } = panel;
  return usePanel(['preview', shown], { Panel: shown, Filters: filters, Chosen: {} });
}

function usePanel(key: readonly unknown[], body: Readonly<Record<string, unknown>>) {
  const api = useApi();
  const language = useLocale();
  return useQuery({
    queryKey: ['panel', language, ...key],
    queryFn: ({ signal }) => api.send<PanelData>('POST', '/report/panel', body, { signal, intent: 'reads' }),
    placeholderData: keepPreviousData,
  });
}
