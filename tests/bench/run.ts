import { type Bench, type BenchRow, meetsTarget, ratioOf } from './harness.ts';

const files = import.meta.glob<{ bench: Bench; part?: (argument: string) => Promise<object> }>(
  './*.bench.ts',
);
const header = ['', 'figure', 'ours', 'by hand', 'ratio', 'target', 'unit'];

const { BENCH_PART, BENCH_ARGUMENT = '' } = process.env;
if (BENCH_PART) await runPart(BENCH_PART, BENCH_ARGUMENT);
else await run(process.argv.slice(2));

/** What a bench wants measured in a process of its own. */
async function runPart(file: string, argument: string): Promise<void> {
  const result = await (await files[file]?.())?.part?.(argument);
  if (!result) throw new Error(`${file} has no part`);
  process.send?.(result, () => process.exit(0));
}

/** Runs the benches whose file name holds one of the words (all without words), and prints one table. */
async function run(words: readonly string[]): Promise<void> {
  const chosen = Object.keys(files).filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  if (chosen.length === 0)
    throw new Error(`No bench is named ${words.join(' ')}; there are: ${Object.keys(files).join(' ')}`);
  const rows: BenchRow[] = [];
  const broken: string[] = [];
  for (const file of chosen) {
    console.log(`running ${file} …`);
    try {
      rows.push(...(await (await files[file]!()).bench()));
    } catch (error) {
      broken.push(`${file}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  printTable(rows);
  const short = rows.filter((row) => !meetsTarget(row));
  for (const message of broken) console.error(`\nCould not be measured: ${message}`);
  console.log(
    `\n${rows.length} figures, ${short.length} short of their target, ${broken.length} benches broken`,
  );
  process.exit(short.length + broken.length > 0 ? 1 : 0);
}

function printTable(rows: readonly BenchRow[]): void {
  const lines = [header, ...rows.map(cells)];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    );
  }
}

function cells(row: BenchRow): string[] {
  const { target, name, ours, baseline, unit } = row;
  const promise = 'atLeast' in target ? `≥ ${target.atLeast}` : atMost(target.atMost);
  const ratio = ratioOf(row);
  return [
    meetsTarget(row) ? 'ok' : 'SHORT',
    name,
    number(ours),
    number(baseline),
    number(ratio),
    promise,
    unit,
  ];
}

const atMost = (most: number): string => (Number.isFinite(most) ? `≤ ${most}` : '');

function number(figure: number | undefined): string {
  if (figure === undefined) return '';
  return figure.toLocaleString('en-CA', { maximumSignificantDigits: 4 });
}
