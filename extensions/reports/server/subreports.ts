/** Reports that others show or lead to: each is opened with the rights of the reader, as if opened by itself. */
import { formatMessage } from '#engine';
import {
  type Box,
  type Flow,
  type Piece,
  type ReportRun,
  reportName,
  reportPieces,
} from '#extensions/reports/engine';
import { equals, type OperationCall, Refusal } from '#server/extension';
import { layoutRun } from './layoutRun.ts';
import { type Plain, plainPieces } from './plainReport.ts';
import { prepareRun } from './prepareRun.ts';
import type { Running } from './Running.ts';
import { reportNotes } from './reportNotes.ts';
import { loadReport } from './reportRecords.ts';

/** A report for each row of a long list would run as many queries. */
const mostSubreports = 200;
const deepest = 5;

type Subreport = Extract<Piece, { kind: 'subreport' }>;

/** The pieces, with those of the reports in their place. */
export async function* withSubreports(
  call: OperationCall,
  running: Running,
  run: ReportRun,
): AsyncGenerator<Piece> {
  const { meter } = run.saying;
  yield* replaced({ call, running, meter, counter: { left: mostSubreports } }, reportPieces(run), deepest);
}

type Replacing = {
  readonly call: OperationCall;
  readonly running: Running;
  /** All of them together have the time for formulas that the report has. */
  readonly meter: ReportRun['saying']['meter'];
  readonly counter: { left: number };
};

async function* replaced(of: Replacing, pieces: Flow['pieces'], depth: number): AsyncGenerator<Piece> {
  for await (const piece of pieces)
    if (piece.kind === 'subreport')
      yield* moved(replaced(of, inPlace(of, piece, depth), depth - 1), piece.left);
    else if (piece.kind === 'beside')
      yield {
        ...piece,
        flows: piece.flows.map((flow) => ({ ...flow, pieces: replaced(of, flow.pieces, depth) })),
      };
    else yield piece;
}

/** To where the report has it. */
async function* moved(pieces: Flow['pieces'], by: number): AsyncGenerator<Piece> {
  const right = <Boxed extends { readonly box: Box }>(one: Boxed): Boxed => ({
    ...one,
    box: { ...one.box, left: one.box.left + by },
  });
  for await (const piece of pieces)
    if (piece.kind === 'table') yield { ...piece, left: piece.left + by };
    else if (piece.kind === 'none') yield { ...piece, left: (piece.left ?? 0) + by };
    else if (piece.kind === 'items') yield { ...piece, items: piece.items.map(right) };
    else if (piece.kind === 'beside')
      yield {
        ...piece,
        flows: piece.flows.map((flow) => ({ ...right(flow), pieces: moved(flow.pieces, by) })),
      };
    else yield piece;
}

async function* inPlace(
  { call, running, counter, meter }: Replacing,
  { report, filters }: Subreport,
  depth: number,
): AsyncGenerator<Piece> {
  const said = (key: string): Piece => ({
    kind: 'none',
    text: formatMessage(call.runtime.model, call.locale, key, { name: report, most: mostSubreports }),
  });
  counter.left -= 1;
  if (counter.left < 0 || depth <= 0) {
    // Said once, not for every row that is left.
    if (counter.left === -1 || depth <= 0) yield said('report.subreport.too-many');
    return;
  }
  const child = await opened(call, running, { report, filters });
  if (!child) {
    yield said('report.subreport.closed');
    return;
  }
  for (const text of await reportNotes(call, child)) yield { kind: 'none', text };
  const run = child.own && (await layoutRun(call, child));
  if (run) yield* reportPieces({ ...run, saying: meter ? { ...run.saying, meter } : run.saying });
  else yield* plainPieces(call, child as Plain);
}

/** Undefined for a report that the reader could not open either, or not with these values. */
async function opened(
  call: OperationCall,
  { saying: { zone } }: Running,
  { report, filters }: Pick<Subreport, 'report' | 'filters'>,
): Promise<Running | undefined> {
  const id = await reportIdNamed(call, report);
  if (id === undefined) return undefined;
  try {
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
    const from = { call, session: call.runtime.store };
    return await prepareRun(from, { id, chosen: { Filters: given }, zone });
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}

/** The default configuration of a report has its id. */
export async function reportIdNamed({ runtime }: OperationCall, name: string): Promise<string | undefined> {
  const { items } = await runtime.store.find({
    entity: 'report',
    filter: equals('Name', reportName(name)),
  });
  return items[0] && String(items[0].Id);
}

const mostLinks = 50;

/** Links to other reports name them by id; one to a report that the reader may not open is text. */
export async function openReports(call: OperationCall, html: string): Promise<string> {
  const links = /<a data-report="([^"]*)"( data-filters="[^"]*")>(.*?)<\/a>/gs;
  const ids = new Map<string, string | undefined>();
  for (const [, name = ''] of html.matchAll(links))
    if (!ids.has(name) && ids.size < mostLinks) ids.set(name, await openable(call, unescaped(name)));
  return html.replace(links, (_, name: string, filters: string, content: string) => {
    const id = ids.get(name);
    return id === undefined ? content : `<a data-report="${id}"${filters}>${content}</a>`;
  });
}

async function openable(call: OperationCall, name: string): Promise<string | undefined> {
  const id = await reportIdNamed(call, name);
  if (id === undefined) return undefined;
  try {
    await loadReport({ call, session: call.runtime.store }, id);
    return id;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
}

const unescaped = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
