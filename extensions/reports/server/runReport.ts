/** Runs a report as a page or a file, with the caller's rights. */
import { csvType, type DataRecord, formatMessage, momentIn, xlsxType } from '#engine';
import {
  FormulaError,
  HtmlPage,
  type Piece,
  type ReportLayout,
  reportPieces,
} from '#extensions/reports/engine';
import {
  FileAnswer,
  missingLetters,
  missingWarnings,
  type OperationCall,
  partialName,
  Refusal,
  refusals,
} from '#server/extension';
import { layoutRun } from './layoutRun.ts';
import { ownFindings } from './ownLayout.ts';
import { pageOfReport } from './pageOfReport.ts';
import { writeReportPdf } from './pdf/writeReportPdf.ts';
import {
  askedOfPlain,
  countOfPlain,
  emptyRun,
  type Plain,
  plainPieces,
  plainRun,
  rowsOfPlain,
  statementPieces,
} from './plainReport.ts';
import type { Running } from './Running.ts';
import { notePieces, partialMembers, reportNotes } from './reportNotes.ts';
import { issueAt } from './reportRecords.ts';
import { reportPage } from './reportRows.ts';
import { hasNoRows, sheetFile } from './sheetFile.ts';
import { shown } from './shown.ts';
import { openReports, withSubreports } from './subreports.ts';

/** Rows per page of the viewer. */
const pageSize = 10;

/** Lines per page of a report with its own layout. */
const layoutPageSize = 50;

/** A formula over its time limit is reported to the reader; it is not a server error. */
export async function orTold<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    throw refusals.invalid({ issues: [issueAt('/DefinitionFileId', error.key)], entity: 'report' });
  }
}

export async function viewPage(call: OperationCall, running: Running, wanted: number): Promise<DataRecord> {
  const number = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1;
  const shown = await orTold(() =>
    running.own ? layoutPage(call, running, number) : plainPage(call, running as Plain, number),
  );
  const notes = await reportNotes(call, running);
  const left = await leftOutNote(call, running);
  const { page, told } = shown;
  const Warnings = [...notes, ...told, ...left, ...(await notPrinted(call, String(page.Html)))];
  return {
    ...page,
    ...partialMembers(notes),
    ...(Warnings.length > 0 ? { Warnings } : {}),
    ExecutionResult: { IsSuccess: true, Message: [] },
  };
}

const mostNamed = 10;

/** Tells the reader which parts of the definition are not shown, or not as it says. */
async function leftOutNote(call: OperationCall, { records, own }: Running): Promise<readonly string[]> {
  const findings = own ? await ownFindings(call, records.report) : [];
  if (findings.length === 0) return [];
  const say = (key: string, params: DataRecord) =>
    formatMessage(call.runtime.model, call.locale, key, params);
  const named = findings
    .slice(0, mostNamed)
    .map(({ Element, Line, About }) =>
      say('report.definition.element', { element: About ? `${Element}: ${About}` : Element, line: Line }),
    );
  const elements = `${named.join(', ')}${findings.length > mostNamed ? ', …' : ''}`;
  return [say('report.definition.in-part', { elements })];
}

/** Warns in the viewer about characters that a PDF of the page could not show. */
async function notPrinted(call: OperationCall, html: string): Promise<readonly string[]> {
  const texts = new Set(html.match(/[^\0-\x7f]+/g));
  return missingWarnings(call, await missingLetters(texts, await call.runtime.ports.fonts?.()));
}

/** A page, and what the reader has to know of its rows. */
type Shown = { readonly page: DataRecord; readonly told: readonly string[] };

async function layoutPage(call: OperationCall, running: Running, page: number): Promise<Shown> {
  const run = await layoutRun(call, running);
  const find = String(running.chosen.Find ?? '').slice(0, 200);
  const bookmark = String(running.chosen.Bookmark ?? '').slice(0, 300);
  const pieces = withSubreports(call, running, run);
  const wanted = { page, pageSize: layoutPageSize, find, bookmark, pieces };
  const read = await pageOfReport(run, wanted, call.budget);
  const TotalItems = [...run.data.values()][0]?.rows.length ?? 0;
  const shown = {
    Html: await openReports(call, read.html),
    ...{ TotalPages: read.pages, CurrentPage: read.page, TotalItems },
    ...(find === '' ? {} : { IsFound: read.isFound }),
    ...(read.map.length > 0 ? { DocumentMap: read.map } : {}),
  };
  return { page: shown, told: run.notes ?? [] };
}

/** Columns only: the store pages the rows, so the cost does not depend on the length of the list. */
async function plainPage(call: OperationCall, running: Plain, number: number): Promise<Shown> {
  const find = String(running.chosen.Find ?? '').slice(0, 200);
  const found = find === '' ? number : await pageWith(call, running, { find, from: number });
  const page = found ?? number;
  const { rows, total } = await reportPage(call, askedOfPlain(running), { number: page, size: pageSize });
  const html = new HtmlPage();
  for (const piece of reportPieces(plainRun(call, running, rows))) html.add(piece);
  const shown = {
    Html: html.text(),
    TotalPages: Math.max(1, Math.ceil(total / pageSize)),
    CurrentPage: page,
    TotalItems: total,
    ...(find === '' ? {} : { IsFound: found !== undefined }),
  };
  return { page: shown, told: [] };
}

/** The next page with a row that contains the text, starting at a given one. */
async function pageWith(
  call: OperationCall,
  running: Plain,
  { find, from }: { readonly find: string; readonly from: number },
): Promise<number | undefined> {
  const sought = find.toLowerCase();
  let at = 0;
  for await (const row of rowsOfPlain(call, running)) {
    at += 1;
    const page = Math.ceil(at / pageSize);
    if (page >= from && row.some((value) => shown(value).toLowerCase().includes(sought))) return page;
    if (call.budget.isDue()) await call.budget.yieldTurn();
  }
  return undefined;
}

export type ReportFormat = keyof typeof endings;

const endings = { PDF: 'pdf', EXCEL: 'xlsx', CSV: 'csv' } as const;

type Filing = { readonly format: ReportFormat; readonly isStatement?: boolean };

export const reportFile = (call: OperationCall, running: Running, filing: Filing): Promise<FileAnswer> =>
  orTold(() => fileOf(call, running, filing));

async function fileOf(
  call: OperationCall,
  running: Running,
  { format, isStatement }: Filing,
): Promise<FileAnswer> {
  const { records, saying } = running;
  const title = String(records.configuration.ReportConfigurationName);
  const partial = await reportNotes(call, running);
  const shown = partialName(title, partial, saying);
  const name = reportFileName(shown, { moment: call.now, zone: saying.zone }, format);
  if (format !== 'PDF') {
    const { content, isEmpty, told } = await sheetFile(call, running, { title, partial, format });
    const notes = [...partial, ...told, ...emptyNote(call, isEmpty)];
    return new FileAnswer(content, name, format === 'CSV' ? csvType : xlsxType, notes);
  }
  const run = running.own ? await layoutRun(call, running) : await emptyRun(call, running as Plain);
  const isEmpty = running.own ? hasNoRows(run) : (await countOfPlain(call, running as Plain)) === 0;
  const notes = [...partial, ...(run.notes ?? []), ...emptyNote(call, isEmpty)];
  const pieces = running.own
    ? withSubreports(call, running, run)
    : isStatement
      ? statementPieces(call, running as Plain)
      : plainPieces(call, running as Plain);
  const left = await leftOutNote(call, running);
  const { bytes, missing } = await writeReportPdf(
    {
      ...{ title: shown, language: call.locale, run, moment: call.now },
      pieces: withNotes(notes, run.layout, pieces),
      fonts: await call.runtime.ports.fonts?.(),
      tooLong: (limit) => new Refusal('too-large', 'report.pdf.too-long', { params: { limit } }),
    },
    call.budget,
  );
  return new FileAnswer(bytes, name, 'application/pdf', [
    ...notes,
    ...left,
    ...missingWarnings(call, missing),
  ]);
}

async function* withNotes(
  notes: readonly string[],
  layout: ReportLayout,
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  yield* notePieces(notes, layout);
  yield* pieces;
}

/** Anyone who opens the file, or gets it by mail, is told before they look for what is not there. */
export const emptyNote = (
  { runtime: { model }, locale }: OperationCall,
  isEmpty: boolean,
): readonly string[] => (isEmpty ? [formatMessage(model, locale, 'report.empty')] : []);

/** Whether the notes of a file say that it has no rows. */
export const isEmptyReport = (call: OperationCall, notes: readonly string[]): boolean =>
  emptyNote(call, true).every((note) => notes.includes(note));

/** Whether the report has no rows for its reader. */
export const isEmptyRun = (call: OperationCall, running: Running): Promise<boolean> =>
  orTold(async () =>
    running.own
      ? hasNoRows(await layoutRun(call, running))
      : (await countOfPlain(call, running as Plain)) === 0,
  );

const clock: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone: 'UTC' },
};

type Moment = { readonly moment: string; readonly zone: string };

/** The configuration's name with local date and time, with - for / and :. */
const reportFileName = (title: string, at: Moment, format: ReportFormat): string =>
  datedName(title, at, endings[format]);

/** The name of a file that says when it was made. */
export function datedName(title: string, { moment, zone }: Moment, ending: string): string {
  const local = new Date(`${momentIn(moment, zone)}Z`);
  const written = local.toLocaleString('en-US', clock).replace(/\s+/g, ' ');
  return `${title} ${written}.${ending}`.replace(/[/:\\]/g, '-');
}
