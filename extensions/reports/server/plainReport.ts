/** A report with columns only, in a generated layout. */

import { formatMessage, momentIn, type SheetValue } from '#engine';
import {
  asWritten,
  generateLayout,
  type Piece,
  type ReportRun,
  reportPieces,
} from '#extensions/reports/engine';
import type { EntityPlan, OperationCall } from '#server/extension';
import { sayingOf } from './layoutRun.ts';
import type { Running } from './Running.ts';
import type { ReportQuery } from './reportQuery.ts';
import { type Rows, type RowsAsked, reportPage, reportRows } from './reportRows.ts';
import { shown } from './shown.ts';

/** A run over the records of an entity. */
export type Plain = Running & {
  readonly asked: ReportQuery;
  readonly records: Running['records'] & { readonly data: EntityPlan };
};

const dataSet = 'rows';

/** What to query. */
export const askedOfPlain = ({ records: { data: plan }, asked, saying }: Plain): RowsAsked => ({
  ...{ plan, query: asked.query, columns: asked.columns, saying },
});

/** All rows, in batches. */
export const rowsOfPlain = (call: OperationCall, running: Plain): Rows =>
  reportRows(call, askedOfPlain(running));

export function plainRun(
  call: OperationCall,
  { records, asked, saying }: Plain,
  rows: readonly (readonly SheetValue[])[],
  note?: string,
): ReportRun {
  const title = String(records.configuration.ReportConfigurationName);
  const columns = asked.columns.map(({ title: label, format }, index) => ({
    ...{ name: String(index), title: label, format },
    letters: rows.length > 0 ? Math.max(...rows.map((row) => shown(row[index]).length)) : undefined,
  }));
  const layout = generateLayout({ dataSet, title, columns, ...(note === undefined ? {} : { note }) });
  const fields = columns.map(({ name, format }) => ({ name, format }));
  return {
    layout,
    saying: sayingOf(call, { title, zone: saying.zone }),
    data: new Map([[dataSet, { fields, rows }]]),
    reader: asWritten,
    withoutFields: new Set(),
  };
}

/** What every page shows: title, creation time and number of rows. */
export async function countOfPlain(call: OperationCall, running: Plain): Promise<number> {
  const { query, ...plain } = askedOfPlain(running);
  const counted = { ...plain, columns: [], query: { ...query, sort: [] } };
  return (await reportPage(call, counted, { number: 1, size: 0 })).total;
}

/** What every page shows: title, creation time and number of rows. */
export async function emptyRun(call: OperationCall, running: Plain): Promise<ReportRun> {
  const { saying } = running;
  const total = await countOfPlain(call, running);
  const note = formatMessage(saying.model, saying.locale, 'report.pdf.note', {
    moment: momentIn(call.now, saying.zone).replace('T', ' ').slice(0, 16),
    count: total,
  });
  return plainRun(call, running, [], note);
}

/** Rows converted to lines at once. */
const batch = 500;

/** Streams the rows without keeping any. */
export async function* plainPieces(call: OperationCall, running: Plain): AsyncGenerator<Piece> {
  let isFirst = true;
  let held: (readonly SheetValue[])[] = [];
  const pieces = function* (): Generator<Piece> {
    for (const piece of reportPieces(plainRun(call, running, held)))
      if (piece.kind === 'line' || isFirst) yield piece;
    isFirst = false;
  };
  for await (const row of rowsOfPlain(call, running)) {
    held.push(row);
    if (held.length < batch) continue;
    yield* pieces();
    held = [];
  }
  if (held.length > 0 || isFirst) yield* pieces();
}

/** Each row on a page of its own, with one field per line. */
export async function* statementPieces(call: OperationCall, running: Plain): AsyncGenerator<Piece> {
  const line = 16;
  const { asked } = running;
  for await (const row of rowsOfPlain(call, running)) {
    yield { kind: 'break' };
    const items = asked.columns.flatMap(({ title }, index) => {
      const text = (what: string, left: number, bold: boolean) => ({
        box: { top: index * line, left, width: left === 0 ? 190 : 500, height: line },
        what: { kind: 'text', text: what, style: { bold, size: 9 } } as const,
      });
      return [text(title, 0, true), text(shown(row[index]), 200, false)];
    });
    yield { kind: 'items', items, gap: 0 };
  }
}
