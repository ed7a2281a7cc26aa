// Code, because each panel runs a report of its own, under the rights of whoever looks.
import type { DataRecord } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import { loadAnswer } from '../../operations/loadRecord.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { recordColumn } from '../../sheets/recordColumns.ts';
import { recordRows } from '../../sheets/recordRows.ts';
import type { Action } from '../Action.ts';
import type { Running } from './Running.ts';
import { rowsOf } from './reportRecords.ts';
import { prepareRun, viewPage } from './runReport.ts';
import { shown } from './shown.ts';

/** Rows that are counted into bars; what comes after is said to be more. */
const mostCounted = 5000;
const mostBars = 20;

/** `GET /report/dashboards/{id}`: with what its panels show; one that is closed to the person says so. */
export const readDashboard: Action = async (call, { plan, id = '', zone }) => {
  const dashboard = await loadAnswer({ call, session: call.runtime.store }, plan, id);
  const Panels: DataRecord[] = [];
  for (const panel of rowsOf(dashboard.Panels))
    Panels.push({ ...panel, ...(await panelOf(call, panel, zone)) });
  return { ...dashboard, Panels };
};

async function panelOf(call: OperationCall, panel: DataRecord, zone: string): Promise<DataRecord> {
  try {
    const from = { call, session: call.runtime.store };
    const running = await prepareRun(from, { id: panel.ReportConfigurationId, chosen: {}, zone });
    const { Html, TotalItems } = await viewPage(call, running, 1);
    if (panel.Kind === 'table') return { Html, TotalItems };
    return panel.Kind === 'bar' ? { TotalItems, ...(await bars(call, running, panel)) } : { TotalItems };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { Closed: true };
  }
}

async function bars(
  call: OperationCall,
  { records, saying, asked }: Running,
  { Column }: DataRecord,
): Promise<DataRecord> {
  if (!records.data || !asked) return { Bars: [], IsPartial: false };
  const column = recordColumn(records.data.entity, String(Column ?? ''), saying) ?? asked.columns[0];
  if (!column) return { Bars: [], IsPartial: false };
  const counts = new Map<string, number>();
  let [read, isCut] = [0, false];
  for await (const [value] of recordRows(call, records.data, asked.query, [column])) {
    if (read >= mostCounted) {
      isCut = true;
      break;
    }
    const label = shown(value);
    counts.set(label, (counts.get(label) ?? 0) + 1);
    read += 1;
  }
  const Bars = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostBars)
    .map(([Label, Count]) => ({ Label, Count }));
  return { Bars, IsPartial: isCut || counts.size > mostBars };
}
