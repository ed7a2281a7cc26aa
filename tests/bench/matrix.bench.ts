import type { Page } from 'playwright';
import { createMatrix, type MatrixEntry } from '#engine';
import { type BenchRow, median, turnByTurn } from './harness.ts';
import { openBenchPage } from './openBenchPage.ts';
import type { MatrixBench } from './pages/matrix.tsx';

const size = 200;
const flags = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

type Which = 'ours' | 'byHand';

/** A table of forty thousand cells against one written by hand with the same cells in sight, and a large paste. */
export async function bench(): Promise<BenchRow[]> {
  const { page, close } = await openBenchPage('tests/bench/pages/matrix.tsx', { flags });
  const call = (step: keyof MatrixBench, given?: unknown) =>
    page.evaluate(
      ([name, value]) => {
        const { bench } = window as unknown as {
          bench: Record<string, (value: unknown) => Promise<unknown>>;
        };
        return bench[name]?.(value);
      },
      [step, given] as const,
    );
  try {
    const busy = await mainThread(page);
    const open = async (which: Which) => {
      const before = await busy();
      await call('open', which);
      const spent = (await busy()) - before;
      await call('close');
      return spent;
    };
    await call('prepare', size);
    for (let round = 0; round < 5; round += 1)
      for (const which of ['ours', 'byHand'] as const) await open(which);
    const opening = await turnByTurn({
      rounds: 25,
      ours: () => open('ours'),
      baseline: () => open('byHand'),
    });
    return [
      {
        name: 'opening a matrix of 200 × 200, work of the page',
        unit: 'ms',
        ...opening,
        target: { atMost: 1.5 },
      },
      {
        name: 'pasting 10,000 cells with their checks, and undoing it',
        unit: 'ms',
        ours: median(Array.from({ length: 15 }, pasteAndUndo)),
        target: { atMost: 50 },
      },
    ];
  } finally {
    await close();
  }
}

/** Milliseconds of processor time of the page so far: scripts, styles, layout. What else the machine does is no part of it. */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
}

const ids = (letter: string) => Array.from({ length: size }, (_, index) => `${letter}${index}`);
const text = Array.from({ length: 100 }, (_, row) =>
  Array.from({ length: 100 }, (_, column) => `${row}.${column % 100}`).join('\t'),
).join('\n');
const entries: readonly MatrixEntry[] = ids('x').map((x, at) => ({ x, y: `y${at}`, value: at }));

/** Milliseconds of a paste with every cell read and judged, of looking at what is wrong, and of taking it back. */
function pasteAndUndo(): number {
  const matrix = createMatrix({
    ...{ columns: ids('x'), rows: ids('y'), entries, write: String },
    read: (typed) => {
      const value = Number(typed);
      if (Number.isNaN(value)) return { issue: { level: 'error', message: 'no-number' } };
      return value > 90 ? { value, issue: { level: 'warning', message: 'high' } } : { value };
    },
  });
  const started = performance.now();
  matrix.paste({ top: 10, left: 10, bottom: 10, right: 10 }, text);
  if (matrix.issues().length === 0) throw new Error('Nothing was judged');
  matrix.undo();
  return performance.now() - started;
}
