// Custom code: runs a report over the entity in its definition.
import {
  type ActionRequest,
  type ActionRun,
  type Asks,
  anObject,
  answers,
  askedNumber,
  askedText,
  defineAction,
  flag,
  listOf,
  may,
  open,
  refusals,
  sent,
  text,
  WorkBudget,
} from '#server/extension';
import { prepareRun } from './prepareRun.ts';
import type { Running } from './Running.ts';
import { individualStatements, statementReports } from './reportFilters.ts';
import { type Chosen, issueAt } from './reportRecords.ts';
import { type ReportFormat, reportFile, viewPage } from './runReport.ts';
import { selections, viewed } from './shapes.ts';

const chosenBody = sent({
  Filters: may(selections),
  Columns: may(listOf(text)),
  SortOrders: may(listOf(open({ Column: may(text), IsAscending: may(flag) }))),
  Toggled: may(listOf(text)),
  Sorted: may(anObject),
  Find: may(text),
  Bookmark: may(text),
});

const runAsks: Asks = [
  askedText('id', 'The configuration.'),
  askedText('path', 'Where the report is filed; the id says it all.'),
];
const pageAsks: Asks = [
  ...runAsks,
  askedText('format', 'HTML4.0.'),
  askedNumber('page', 'Counts from 1.', { default: 1 }),
];
const fileAsks: Asks = [...runAsks, askedText('format', 'PDF, EXCEL or CSV.')];

/** `POST /report/viewer?id=…&path=…&format=HTML4.0&page=…`, with the choices as the body. */
export const viewReport = defineAction({
  body: chosenBody,
  query: pageAsks,
  answer: viewed,
  run: async (call, request) => {
    const format = request.query.format ?? 'HTML4.0';
    if (format !== 'HTML4.0') throw unknownFormat(format);
    const running = await prepare(call, request);
    const answer = await viewPage(call, running, Number(request.query.page ?? 1));
    if (answer.CurrentPage === 1) await noteAccess(call, running);
    return answer;
  },
});

/** `POST /report/fileviewer?id=…&path=…&format=PDF`. */
export const fileReport = defineAction({
  body: chosenBody,
  query: fileAsks,
  answer: answers.text,
  run: async (call, request) => {
    const format = String(request.query.format ?? '').toUpperCase();
    if (format !== 'PDF' && format !== 'EXCEL' && format !== 'CSV') throw unknownFormat(format);
    return reportFile(patient(call), await prepare(call, request), { format: format satisfies ReportFormat });
  },
});

/** The two reports with statements have their own viewer for PDF. */
const statement =
  (name: string): ActionRun =>
  async (call, request) => {
    const running = await prepare(call, request);
    if (running.records.report.Name !== name)
      throw refusals.invalid({ issues: [issueAt('/id', 'report.other-statement', { name })] });
    const filters = Object.values((request.input.Filters ?? {}) as Record<string, unknown>);
    const isStatement = filters.some(
      (value) =>
        value === individualStatements || (Array.isArray(value) && value.includes(individualStatements)),
    );
    return reportFile(patient(call), running, { format: 'PDF', isStatement });
  };

export const rewardsStatement = defineAction({
  body: chosenBody,
  query: fileAsks,
  answer: answers.text,
  run: statement(statementReports[0] ?? ''),
});
export const dapStatement = defineAction({
  body: chosenBody,
  query: fileAsks,
  answer: answers.text,
  run: statement(statementReports[1] ?? ''),
});

type Call = Parameters<ActionRun>[0];

/** A file has no time limit, but still yields to other calls. */
const patient = (call: Call): Call => ({ ...call, budget: new WorkBudget() });

function prepare(call: Call, { query, input, zone }: ActionRequest): Promise<Running> {
  return prepareRun({ call, session: call.runtime.store }, { id: query.id, chosen: input as Chosen, zone });
}

async function noteAccess({ runtime, now }: Call, { records: { configuration } }: Running): Promise<void> {
  const TimeAccessed = Number(configuration.TimeAccessed ?? 0) + 1;
  await runtime.store.update('report-configuration', String(configuration.Id), {
    TimeAccessed,
    LastAccessed: now,
  });
}

const unknownFormat = (format: string) =>
  refusals.invalid({ issues: [issueAt('/format', 'report.format.unknown', { name: format })] });
