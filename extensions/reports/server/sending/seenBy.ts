/** What a recipient will be allowed to see of what is sent, or why they cannot, in the language of the sender. */
import { type DataRecord, formatMessage } from '#engine';
import {
  entitiesRead,
  type JobProblem,
  loadAnswer,
  type OperationCall,
  partlySeen,
  problemOf,
  Refusal,
} from '#server/extension';
import { type BoundData, dataNamed } from '../boundData.ts';
import { callAs } from '../callAs.ts';
import { panelTitle } from '../dashboards/panelTitle.ts';
import { authorizeData, sourcesOf } from '../reportNeeds.ts';
import { loadReport, type ReportRecords, rowsOf } from '../reportRecords.ts';
import { figuresOf, readingOf } from '../subscribedFigure.ts';

export type Seen =
  | { readonly state: 'full' | 'partly'; readonly notes: readonly string[] }
  | { readonly state: 'refused'; readonly reason: string };

export async function seenBy(call: OperationCall, person: DataRecord, sent: DataRecord): Promise<Seen> {
  const theirs = await callAs({ runtime: call.runtime, zone: call.zone }, person);
  if (!theirs) return { state: 'refused', reason: say(call, 'report.recipient.no-sign-in') };
  // Said to the sender, in their language.
  const asked = { ...theirs, locale: call.locale };
  return sent.DashboardId ? ofDashboard(call, asked, sent) : ofReport(call, asked, sent);
}

const say = ({ runtime: { model }, locale }: OperationCall, key: string, params?: DataRecord): string =>
  formatMessage(model, locale, key, params);

const listed = ({ locale }: OperationCall, names: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);

async function ofReport(call: OperationCall, theirs: OperationCall, sent: DataRecord): Promise<Seen> {
  const from = { call: theirs, session: theirs.runtime.store };
  const records = await orReason(theirs, () => loadReport(from, sent.ReportConfigurationId));
  if (typeof records === 'string') return { state: 'refused', reason: records };
  const reading = await readingOf(theirs, records);
  const own = await readingOf(call, records);
  const hidden = rowsOf(records.report.ReportColumns).filter(({ ReportColumnName }) => {
    const name = String(ReportColumnName);
    return figuresOf(reading, name) === 'hidden' && figuresOf(own, name) !== 'hidden';
  });
  const names = hidden.map(({ Label, ReportColumnName }) => String(Label || ReportColumnName));
  return partly(call, names, await isLimited(theirs, records));
}

async function isLimited(theirs: OperationCall, records: ReportRecords): Promise<boolean> {
  const sources = [...(await sourcesOf(theirs, records.report)), records];
  return (
    partlySeen(
      theirs,
      sources.flatMap((source) => readIn(theirs, source)),
    ).length > 0
  );
}

const readIn = ({ runtime: { model } }: OperationCall, { data, query }: BoundData): readonly string[] =>
  query ? query.tables.map(({ entity }) => entity) : data ? entitiesRead(model, data.entity.id, []) : [];

function partly(call: OperationCall, hidden: readonly string[], isLimitedTo: boolean): Seen {
  const notes = [
    ...(hidden.length > 0 ? [say(call, 'report.recipient.without', { names: listed(call, hidden) })] : []),
    ...(isLimitedTo ? [say(call, 'report.recipient.own-records')] : []),
  ];
  return { state: notes.length > 0 ? 'partly' : 'full', notes };
}

async function ofDashboard(call: OperationCall, theirs: OperationCall, sent: DataRecord): Promise<Seen> {
  const plan = call.runtime.planOf('dashboard');
  const stored = await loadAnswer({ call, session: call.runtime.store }, plan, String(sent.DashboardId));
  const saying = { model: call.runtime.model, locale: call.locale, zone: call.zone, people: new Map() };
  const panels = rowsOf(stored.Panels);
  const closed: string[] = [];
  let isLimitedTo = false;
  for (const panel of panels) {
    const found = await orReason(theirs, () => sourceOf(theirs, panel));
    const { ReportConfiguration } = panel as { ReportConfiguration?: DataRecord };
    if (typeof found === 'string')
      closed.push(panelTitle(panel, saying, ReportConfiguration?.ReportConfigurationName));
    else isLimitedTo ||= partlySeen(theirs, found).length > 0;
  }
  if (panels.length > 0 && closed.length === panels.length)
    return { state: 'refused', reason: say(call, 'report.recipient.no-panel') };
  return partly(call, closed, isLimitedTo);
}

/** The entities that a panel reads; refused when its reader may not see them. */
async function sourceOf(theirs: OperationCall, panel: DataRecord): Promise<readonly string[]> {
  if (panel.ReportConfigurationId) {
    const from = { call: theirs, session: theirs.runtime.store };
    const records = await loadReport(from, panel.ReportConfigurationId);
    return [...(await sourcesOf(theirs, records.report)), records].flatMap((one) => readIn(theirs, one));
  }
  const bound = dataNamed(theirs, panel.Query || panel.Entity);
  authorizeData(theirs, bound);
  return readIn(theirs, bound);
}

async function orReason<Result>(
  theirs: OperationCall,
  work: () => Promise<Result>,
): Promise<Result | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    if (error.code === 'not-found') return say(theirs, 'report.recipient.unshared');
    const { code, key, details } = error;
    if (key === 'report.closed')
      return say(theirs, 'report.recipient.closed', { rights: details.params?.rights });
    const { params, issues, entity } = details;
    const problem = JSON.parse(JSON.stringify({ code, key, params, issues, entity })) as JobProblem;
    return problemOf({ runtime: theirs.runtime, locale: theirs.locale }, problem).ErrorMessages.join(' ');
  }
}
