import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';
import { readSheet, type SheetFormat, type SheetValue, writeXlsx } from '#engine';
import { type BenchRow, turnByTurn } from './harness.ts';

const rows = 100_000;
const formats: readonly SheetFormat[] = [
  'text',
  'integer',
  'money',
  'text',
  'number',
  'text',
  'boolean',
  'text',
  'integer',
  'text',
];
const rounds = 3;

/** Our reader of spreadsheets against the fastest library that streams: 100,000 rows of 10 cells out and in. */
export async function bench(): Promise<BenchRow[]> {
  const bytes = await taken(byLibrary());
  const read = await turnByTurn({
    rounds,
    ours: () => timed(async () => count(readSheet(bytes))),
    baseline: () => timed(async () => count(streamXlsxRows(bytes))),
  });
  const written = await turnByTurn({
    rounds,
    ours: () => timed(async () => taken(ours())),
    baseline: () => timed(async () => taken(byLibrary())),
  });
  return [
    { name: 'xlsx of 100,000 rows × 10, read', unit: 'ms', ...read, target: { atMost: 2 } },
    { name: 'xlsx of 100,000 rows × 10, written', unit: 'ms', ...written, target: { atMost: 2 } },
  ];
}

function* table(): Generator<SheetValue[]> {
  for (let row = 0; row < rows; row += 1)
    yield [
      `00${row}`,
      row,
      row / 4,
      'Powertrain & more',
      row * 1.5,
      'All',
      row % 2 === 0,
      `name ${row}`,
      7,
      'x',
    ];
}

const ours = () =>
  writeXlsx({ name: 'Bench', columns: formats.map((format) => ({ title: format, format })), rows: table() });

const byLibrary = () =>
  writeXlsxStream(table(), { name: 'Bench', columns: formats.map((header) => ({ header })) });

async function count(source: AsyncIterable<unknown>): Promise<void> {
  let found = 0;
  for await (const _ of source) found += 1;
  if (found !== rows + 1) throw new Error(`${found} rows were read`);
}

const taken = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
