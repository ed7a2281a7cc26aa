/** The data of a panel with the caller's rights: rows, and which columns its chart uses. */
import { type DataRecord, formatMessage, type QueryModel } from '#engine';
import {
  type JobProblem,
  type OperationCall,
  problemOf,
  queryColumn,
  queryWarnings,
  Refusal,
  refusals,
} from '#server/extension';
import { prepareRun } from '../prepareRun.ts';
import type { Running } from '../Running.ts';
import { reportNotes } from '../reportNotes.ts';
import { issueAt } from '../reportRecords.ts';
import { viewPage } from '../runReport.ts';
import { firstRows } from './firstRows.ts';
import type { Looking } from './narrowing.ts';
import { isOpened, type PanelSource, reportSource, shownGroups } from './panelGroups.ts';
import { panelQuery } from './panelQuery.ts';
import { panelTitle } from './panelTitle.ts';

/** Limit of a panel's rows; beyond it, use a report. */
const mostRows = 500;
/** Rows of a report that a drawn panel can have room for. */
const mostDrawn = 120;

type ReportAs = 'html' | 'rows';

/**
 * A panel that the reader may not see, or that no longer fits the declarations, returns the reason.
 * `reportAs`: how a report that is a panel is shown.
 */
export function panelData(
  looking: Looking,
  panel: DataRecord,
  reportAs: ReportAs = 'html',
): Promise<DataRecord> {
  return orReason(looking, panel, () =>
    panel.ReportConfigurationId
      ? reportPanel(looking, panel, reportAs)
      : tablePanel(looking, panel, panelQuery(looking.call, panel, looking.narrowing)),
  );
}

export async function orReason(
  { call, saying }: Looking,
  panel: DataRecord,
  work: () => Promise<DataRecord>,
): Promise<DataRecord> {
  try {
    return await work();
  } catch (error) {
    // A panel that timed out or was queued too long does not affect the others.
    if (!(error instanceof Refusal) || (error.status >= 500 && !error.key.startsWith('query.'))) throw error;
    const Title = panelTitle(panel, saying, undefined);
    if (error.code === 'forbidden' || (error.code === 'not-found' && panel.ReportConfigurationId))
      return { Title, Closed: true, ...reasonOf(call, error), Entities: [] };
    const { issues = [] } = error.details;
    const said = issues.map(({ message, params }) =>
      formatMessage(saying.model, saying.locale, message, params),
    );
    const own = formatMessage(saying.model, saying.locale, error.key, error.details.params);
    return { Title, Problem: said.length > 0 ? said.join(' ') : own, Entities: [] };
  }
}

/** Which right is missing; of a report that is another's, nothing. */
function reasonOf({ runtime, locale }: OperationCall, { code, details: { params } }: Refusal): DataRecord {
  const rights = params?.rights ?? params?.feature;
  if (code !== 'forbidden' || rights === undefined) return {};
  const problem = { code, key: 'dashboard.closed.right', params: { rights } } as JobProblem;
  return { Reason: problemOf({ runtime, locale }, problem).ErrorMessages.join(' ') };
}

async function tablePanel({ call, saying, narrowing }: Looking, panel: DataRecord, asked: PanelSource) {
  const { query, label, split, value } = asked;
  const page = await shownGroups(call, asked, mostRows);
  const columns = query.columns.map((column) => queryColumn(column, saying));
  const source = panel.Query ? { query } : { entity: query.entity };
  const keys = (place: number | undefined) =>
    place === undefined ? [] : page.rows.map((row) => String(row[place] ?? ''));
  const cells = page.rows.map((row) => row.map((one, at) => columns[at]?.cell(one) ?? null));
  const others = page.others?.map((one, at) => columns[at]?.cell(one) ?? null);
  if (others && label !== undefined)
    others[label] = formatMessage(saying.model, saying.locale, 'dashboard.others');
  return {
    Title: panelTitle(panel, saying, asked.reportName),
    Columns: query.columns.map(({ name, kind, scale, aggregate }, at) => ({
      ...{ Name: name, Title: columns[at]?.title ?? name, Kind: kind, Scale: scale ?? null },
      ...{ Aggregate: aggregate ?? null, IsHidden: page.hidden.has(name) },
    })),
    Rows: others ? [...cells, others] : cells,
    ...{ Keys: keys(label), SplitKeys: keys(split), HasOthers: others !== undefined },
    ...{ Label: label ?? null, Split: split ?? null, Value: value ?? null },
    TotalItems: page.total,
    IsOpen: isOpened(asked, page.hidden),
    ...(page.partly.length > 0 ? { IsPartial: true } : {}),
    ...warned(queryWarnings(call, page)),
    Entities: entitiesOf(query),
    Unnarrowed: narrowing.withoutMeaning(source),
  };
}

const warned = (Warnings: readonly string[]): DataRecord => (Warnings.length > 0 ? { Warnings } : {});

const entitiesOf = ({ tables }: QueryModel) => [...new Set(tables.map(({ entity }) => entity))];

/** A report as a panel: its first page, its number of rows, or its rows counted by a field. */
async function reportPanel(looking: Looking, panel: DataRecord, reportAs: ReportAs): Promise<DataRecord> {
  const { call, saying } = looking;
  const from = { call, session: call.runtime.store };
  const run = { id: panel.ReportConfigurationId, chosen: {}, zone: saying.zone };
  const running = await prepareRun(from, run);
  const Title = panelTitle(panel, saying, running.records.configuration.ReportConfigurationName);
  const Entities = [
    'report',
    'report-configuration',
    ...(running.records.data ? [running.records.data.entity.id] : []),
  ];
  const told = { Title, Entities, Unnarrowed: looking.narrowing.withoutMeaning({ entity: '' }) };
  if (panel.Kind === 'table' && reportAs === 'rows')
    return {
      ...told,
      ...(await firstRows(call, running, mostDrawn)),
      ...warned(await reportNotes(call, running)),
    };
  if (panel.Kind === 'table' || panel.Kind === 'number') {
    const { Html, TotalItems, IsPartial } = await viewPage(call, running, 1);
    const partial = IsPartial ? { IsPartial, ...warned(await reportNotes(call, running)) } : {};
    return { ...told, TotalItems, ...partial, ...(panel.Kind === 'table' ? { Html } : {}) };
  }
  return { ...(await countedReport(looking, panel, running)), Title, Unnarrowed: told.Unnarrowed };
}

async function countedReport(looking: Looking, panel: DataRecord, running: Running): Promise<DataRecord> {
  if (!panel.Column)
    throw refusals.invalid({ issues: [issueAt('/Column', 'dashboard.report.column')], entity: 'dashboard' });
  return tablePanel(looking, panel, reportSource(looking, panel, running));
}
