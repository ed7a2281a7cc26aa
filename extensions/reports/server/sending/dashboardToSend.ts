/** The file of a subscribed dashboard, when its conditions hold. */
import { type DataRecord, formatMessage } from '#engine';
import type { DrawnPanel } from '../dashboards/drawDashboard.ts';
import { makeDashboard } from '../dashboards/makeDashboard.ts';
import type { Due } from '../delivery.ts';
import { isReached } from '../subscribedFigure.ts';
import type { Senders, ToSend } from './reportToSend.ts';

export async function dashboardToSend(
  { zone }: Due,
  subscription: DataRecord,
  { call, own }: Senders,
): Promise<ToSend> {
  const { Chosen: chosen } = (subscription.ReportParameters ?? {}) as DataRecord;
  const asked = { id: String(subscription.DashboardId), chosen, zone };
  const { FigurePanel, FigureLimit, FigureValue, OnlyWithRows } = subscription;
  const made = await makeDashboard(call, asked);
  const isAlways = OnlyWithRows !== true && !FigurePanel;
  if (isAlways) return { file: await made.write('PDF'), note: undefined };
  const { panels } = own === call ? made : await makeDashboard(own, asked);
  const { model } = own.runtime;
  const say = (key: string, params?: DataRecord) => formatMessage(model, own.locale, key, params);
  if (OnlyWithRows === true && !panels.some(isFilled)) return { skipped: say('dashboard.empty') };
  if (!FigurePanel) return { file: await made.write('PDF'), note: undefined };
  const panel = panels.find((one) => one.panel.Id === FigurePanel);
  const shown = panel && numberOf(panel);
  if (!panel || shown === undefined) {
    const reason = String(
      panel?.data.Reason ?? panel?.data.Problem ?? say('report-subscription.figure.no-panel'),
    );
    return {
      problem: { code: 'conflict', key: 'report.delivery.figure', params: { reason } },
      cause: 'refused',
    };
  }
  const limit = String(FigureLimit ?? 'gt');
  const isSent = shown !== null && isReached(limit, shown, Number(FigureValue));
  const { format } = new Intl.NumberFormat(own.locale, { maximumFractionDigits: 6 });
  const note = say(`report-subscription.number.${isSent ? 'reached' : 'below'}`, {
    ...{
      figure: panel.data.Title,
      limit: say(`lookup.report-limit.${limit}`),
      number: format(Number(FigureValue)),
    },
    value: shown === null ? say('report-subscription.figure.no-value') : format(shown),
  });
  return isSent ? { file: await made.write('PDF'), note } : { skipped: note };
}

/** What a panel of one number shows; null where it is empty, undefined where it is closed or no such panel. */
function numberOf({ panel, data }: DrawnPanel): number | null | undefined {
  if (data.Closed || data.Problem || (panel.Kind ?? 'number') !== 'number') return undefined;
  if (panel.ReportConfigurationId) return Number(data.TotalItems ?? 0);
  const [[value] = []] = (data.Rows ?? []) as readonly (readonly unknown[])[];
  return value === null || value === undefined ? null : Number(value);
}

/** A number that is not 0, or anything in rows. */
function isFilled(drawn: DrawnPanel): boolean {
  const shown = numberOf(drawn);
  if (shown !== undefined) return Boolean(shown);
  const { Rows, TotalItems } = drawn.data;
  return (Array.isArray(Rows) && Rows.length > 0) || Number(TotalItems ?? 0) > 0;
}
