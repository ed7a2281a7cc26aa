/** A report as a page to read, or as a file; under the rights of whoever runs it. */
import { type DataRecord, formatMessage, type SheetValue, writeXlsx, xlsxType } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import { answersOf } from '../../operations/loadRecord.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { peopleNames } from '../../operations/peopleNames.ts';
import { momentIn } from '../../sheets/momentIn.ts';
import { recordRows } from '../../sheets/recordRows.ts';
import type { SheetSaying } from '../../sheets/sheetCell.ts';
import { FileAnswer } from '../FileAnswer.ts';
import { type Chosen, type ReportQuery, reportQuery } from './reportQuery.ts';
import { type From, loadReport, type ReportRecords } from './reportRecords.ts';
import { shown, writePdf } from './writePdf.ts';

/** Rows of a page of the viewer. */
const pageSize = 10;

/** A PDF is held whole until it is written. */
const mostPdfRows = 5000;

export type Running = {
  readonly records: ReportRecords;
  readonly saying: SheetSaying;
  readonly asked: ReportQuery;
};

export type Run = { readonly id: unknown; readonly chosen: Chosen; readonly zone: string };

export async function prepareRun(from: From, { id, chosen, zone }: Run): Promise<Running> {
  const records = await loadReport(from, id);
  const { call } = from;
  const people = await peopleNames(call, from.session);
  const saying = { model: call.runtime.model, locale: call.locale, zone, people };
  return { records, saying, asked: reportQuery({ ...records, call, saying }, chosen) };
}

export async function viewPage(
  call: OperationCall,
  { records, asked }: Running,
  wanted: number,
): Promise<DataRecord> {
  const { store } = call.runtime;
  const number = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1;
  const { items, total } = await store.find({
    ...asked.query,
    page: { number, size: pageSize },
    total: true,
  });
  const answers = await answersOf({ call, session: store }, records.data, items);
  const rows = answers.map((answer) => asked.columns.map(({ cell }) => cell(answer)));
  return {
    Html: htmlOf(
      asked.columns.map(({ title }) => title),
      rows,
    ),
    TotalPages: Math.max(1, Math.ceil(total / pageSize)),
    CurrentPage: number,
    TotalItems: total,
    ExecutionResult: { IsSuccess: true, Message: [] },
  };
}

function htmlOf(titles: readonly string[], rows: readonly (readonly SheetValue[])[]): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row.map(shown))}</tr>`).join('');
  return `<table><thead><tr>${cells('th', titles)}</tr></thead><tbody>${body}</tbody></table>`;
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

export type ReportFormat = 'PDF' | 'EXCEL';

type Filing = { readonly format: ReportFormat; readonly isStatement?: boolean };

export async function reportFile(
  call: OperationCall,
  running: Running,
  { format, isStatement }: Filing,
): Promise<FileAnswer> {
  const { records, saying, asked } = running;
  const title = String(records.configuration.ReportConfigurationName);
  const name = reportFileName(title, { moment: call.now, zone: saying.zone }, format);
  const rows = recordRows(call, records.data, asked.query, asked.columns);
  if (format === 'EXCEL')
    return new FileAnswer(
      writeXlsx({ name: title, columns: asked.columns, rows }) as FileAnswer['content'],
      name,
      xlsxType,
    );
  const { total } = await call.runtime.store.find({
    ...asked.query,
    page: { number: 1, size: 1 },
    total: true,
  });
  if (total > mostPdfRows)
    throw new Refusal('too-large', 'report.pdf.too-long', { params: { limit: mostPdfRows } });
  const note = formatMessage(saying.model, saying.locale, 'report.pdf.note', {
    moment: momentIn(call.now, saying.zone).replace('T', ' ').slice(0, 16),
    count: total,
  });
  const bytes = await writePdf(
    { title, note, columns: asked.columns, rows, isStatement: isStatement === true },
    call.budget,
  );
  return new FileAnswer(bytes as Uint8Array<ArrayBuffer>, name, 'application/pdf');
}

const clock: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone: 'UTC' },
};

type Moment = { readonly moment: string; readonly zone: string };

/** The name of the configuration and the local date and time, with - for / and : . */
function reportFileName(title: string, { moment, zone }: Moment, format: ReportFormat): string {
  const local = new Date(`${momentIn(moment, zone)}Z`);
  const written = local.toLocaleString('en-US', clock).replace(/\s+/g, ' ');
  return `${title} ${written}.${format === 'PDF' ? 'pdf' : 'xlsx'}`.replace(/[/:\\]/g, '-');
}
