/** A report as a spreadsheet, or as CSV. */
import { formatMessage, type SheetTable, writeCsv, writeXlsx } from '#engine';
import { firstPageName, type ReportRun } from '#extensions/reports/engine';
import { type FileAnswer, notedTable, type OperationCall, partialName } from '#server/extension';
import { layoutRun } from './layoutRun.ts';
import { countOfPlain, type Plain, rowsOfPlain } from './plainReport.ts';
import type { Running } from './Running.ts';
import { reportSheets } from './reportSheet.ts';
import { withSubreports } from './subreports.ts';

type Asked = {
  readonly title: string;
  /** Why it shows only a part. */
  readonly partial: readonly string[];
  readonly format: 'EXCEL' | 'CSV';
};

type SheetFile = {
  readonly content: FileAnswer['content'];
  readonly isEmpty: boolean;
  /** What the reader has to know of its rows. */
  readonly told: readonly string[];
};

export async function sheetFile(call: OperationCall, running: Running, asked: Asked): Promise<SheetFile> {
  if (running.own) return layoutFile(call, running, asked);
  const plain = running as Plain;
  const isEmpty = (await countOfPlain(call, plain)) === 0;
  const { columns } = plain.asked;
  const table = { name: asked.title, columns, rows: rowsOfPlain(call, plain) };
  return { content: streamed(table, running, asked), isEmpty, told: [] };
}

function streamed(table: SheetTable, { saying }: Running, { partial, format }: Asked): FileAnswer['content'] {
  const noted = notedTable(table, partial, saying);
  return (format === 'CSV' ? writeCsv(noted) : writeXlsx(noted)) as FileAnswer['content'];
}

async function layoutFile(call: OperationCall, running: Running, asked: Asked): Promise<SheetFile> {
  const { title, partial, format } = asked;
  const run = await layoutRun(call, running);
  // Sheets cannot expand groups, so all are expanded.
  const open = { ...run, reader: { ...run.reader, isAllOpen: true } };
  const pieces = withSubreports(call, running, open);
  const name = partialName(firstPageName(run) ?? title, partial, running.saying);
  const { sheets, leavesOut } = await reportSheets({
    ...{ name, pieces, budget: call.budget, tablesOnly: format === 'CSV' },
  });
  const cells = sheets.reduce((sum, { lines, columns }) => sum + lines.length * columns.length, 0);
  const { workbooks } = call.runtime.ports;
  const isStreamed = format === 'CSV' || cells > workbooks.mostCells;
  // CSV is for the data alone.
  const isPartly = format === 'EXCEL' && (leavesOut || (isStreamed && sheets.some(({ above }) => above)));
  const left = isPartly ? [formatMessage(call.runtime.model, call.locale, 'report.sheet.left-out')] : [];
  const found = { isEmpty: hasNoRows(run), told: [...(run.notes ?? []), ...left] };
  if (!isStreamed) return { ...found, content: await workbooks.write(sheets, call.budget) };
  const [{ columns = [] } = {}] = sheets;
  const rows = sheets.flatMap(({ lines }) => lines.map(({ values }) => values));
  return { ...found, content: streamed({ name: title, columns, rows }, running, asked) };
}

export const hasNoRows = ({ data }: ReportRun): boolean =>
  [...data.values()].every(({ rows }) => rows.length === 0);
