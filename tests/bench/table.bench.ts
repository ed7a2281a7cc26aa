import type { Page } from 'playwright';
import { type BenchRow, turnByTurn } from './harness.ts';
import { openBenchPage } from './openBenchPage.ts';
import type { TableBench } from './pages/table.tsx';

const ROWS = 100_000;
const flags = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** A table over rows that are all in the browser, against one written by hand on the same packages. */
export async function bench(): Promise<BenchRow[]> {
  const { page, close } = await openBenchPage('tests/bench/pages/table.tsx', { flags });
  try {
    await open(page, 'ours', ROWS);
    await open(page, 'byHand', ROWS);
    const opening = await turnByTurn({
      rounds: 9,
      ours: () => open(page, 'ours', ROWS),
      baseline: () => open(page, 'byHand', ROWS),
    });
    await open(page, 'ours', 1000);
    const few = await mostElements(page);
    await open(page, 'ours', ROWS);
    const many = await mostElements(page);
    return [
      { name: 'opening a table of 100,000 rows', unit: 'ms', ...opening, target: { atMost: 1.5 } },
      {
        name: 'elements in the page at 100,000 rows against 1,000',
        unit: 'elements',
        ours: many,
        baseline: few,
        target: { atMost: 1.05 },
      },
    ];
  } finally {
    await close();
  }
}

function open(page: Page, which: 'ours' | 'byHand', rows: number): Promise<number> {
  return page.evaluate(
    ([one, count]) => (window as unknown as { bench: TableBench }).bench.open(one, count),
    [which, rows] as const,
  );
}

function mostElements(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { bench: TableBench }).bench.mostElements(40));
}
