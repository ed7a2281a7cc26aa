/** One measured figure. With a baseline the target is about ours / baseline, without one about ours. */
export type BenchRow = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The hand-written equivalent, measured in the same run. */
  readonly baseline?: number;
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
};

/** What every tests/bench/*.bench.ts exports under the name `bench`. */
export type Bench = () => Promise<readonly BenchRow[]>;

/** ours / baseline, or undefined where there is no baseline. */
export function ratioOf({ ours, baseline }: BenchRow): number | undefined {
  return baseline === undefined ? undefined : ours / baseline;
}

/** True when the figure is what was promised. */
export function meetsTarget(row: BenchRow): boolean {
  const figure = ratioOf(row) ?? row.ours;
  return 'atLeast' in row.target ? figure >= row.target.atLeast : figure <= row.target.atMost;
}

/** The middle of the figures: one slow round moves it little. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? at(sorted, Math.floor(middle))
    : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** Measures two things turn by turn, so that a slow minute of the machine falls on both, and gives the median of each. */
export async function turnByTurn(options: {
  rounds: number;
  ours: () => Promise<number> | number;
  baseline: () => Promise<number> | number;
}): Promise<{ ours: number; baseline: number }> {
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    if (oursFirst) ours.push(await options.ours());
    baseline.push(await options.baseline());
    if (!oursFirst) ours.push(await options.ours());
  }
  return { ours: median(ours), baseline: median(baseline) };
}

function at(figures: readonly number[], index: number): number {
  const figure = figures[index];
  if (figure === undefined) throw new Error('The median of no figures');
  return figure;
}
