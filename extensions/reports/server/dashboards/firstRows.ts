/** A report as the first rows of its first table, for a panel that is drawn. */
import type { DataRecord } from '#engine';
import { type Line, type Piece, reportPieces } from '#extensions/reports/engine';
import type { OperationCall } from '#server/extension';
import { layoutRun } from '../layoutRun.ts';
import { askedOfPlain, type Plain, plainRun } from '../plainReport.ts';
import type { Running } from '../Running.ts';
import { reportPage } from '../reportRows.ts';
import { orTold } from '../runReport.ts';
import { headTitles, spread } from '../sheetLines.ts';
import { withSubreports } from '../subreports.ts';

type Found = { readonly pieces: Iterable<Piece> | AsyncIterable<Piece>; readonly total: number };

/** Every cell as its text. */
export function firstRows(call: OperationCall, running: Running, most: number): Promise<DataRecord> {
  return orTold(async () => {
    const { pieces, total } = running.own
      ? await ownPieces(call, running)
      : await plainPieces(call, running as Plain, most);
    const { titles, rows } = await firstTable(call, pieces, most);
    const wide = Math.max(titles.length, ...rows.map(({ length }) => length));
    const Columns = Array.from({ length: wide }, (_, at) => ({
      ...{ Name: String(at), Title: titles[at] ?? '', Kind: 'string' },
    }));
    return { Columns, Rows: rows, TotalItems: total };
  });
}

async function firstTable({ budget }: OperationCall, pieces: Found['pieces'], most: number) {
  let titles: readonly string[] | undefined;
  const rows: (readonly string[])[] = [];
  for await (const piece of pieces) {
    if (piece.kind === 'table' && titles) break;
    if (piece.kind === 'table') titles = headTitles(piece);
    if (piece.kind === 'line') rows.push(textsOf(piece.line));
    if (rows.length === most) break;
    if (budget.isDue()) await budget.yieldTurn();
  }
  return { titles: titles ?? [], rows };
}

const textsOf = (line: Line): readonly string[] => spread(line.cells()).map((cell) => cell?.text ?? '');

async function ownPieces(call: OperationCall, running: Running): Promise<Found> {
  const run = await layoutRun(call, running);
  const total = [...run.data.values()][0]?.rows.length ?? 0;
  return { pieces: withSubreports(call, running, run), total };
}

async function plainPieces(call: OperationCall, running: Plain, size: number): Promise<Found> {
  const { rows, total } = await reportPage(call, askedOfPlain(running), { number: 1, size });
  return { pieces: reportPieces(plainRun(call, running, rows)), total };
}
