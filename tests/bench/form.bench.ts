import type { Page } from 'playwright';
import { type BenchRow, turnByTurn } from './harness.ts';
import { openBenchPage } from './openBenchPage.ts';
import type { FormBench, FormSize } from './pages/form.tsx';

type Which = 'ours' | 'byHand';

/** Frames as fast as they can be made: waiting for the screen would hide every difference. */
const flags = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

const PRESSES = 60;

/** A generated form against one written by hand with the same parts and one subscription a field. */
export async function bench(): Promise<BenchRow[]> {
  const { page, close } = await openBenchPage('tests/bench/pages/form.tsx', { flags });
  try {
    const large = { fields: 500, rules: 100 };
    const small = { fields: 50, rules: 10 };
    const published = { fields: 250, rules: 10, published: 200 };
    return [
      {
        ...(await keyPress(page, large)),
        name: 'key press to painted frame, 500 fields and 100 rules',
        target: { atMost: 1.5 },
      },
      {
        ...(await keyPress(page, small)),
        name: 'key press to painted frame, 50 fields and 10 rules',
        target: { atMost: 1.2 },
      },
      {
        ...(await keyPress(page, published)),
        name: 'key press to painted frame, 50 fields and 200 that were published',
        target: { atMost: 1.5 },
      },
      {
        ...(await opening(page, large)),
        name: 'opening a form of 500 fields and 100 rules',
        target: { atMost: 2 },
      },
      {
        ...(await opening(page, small)),
        name: 'opening a form of 50 fields and 10 rules',
        target: { atMost: 2 },
      },
      {
        ...(await opening(page, published)),
        name: 'opening a form of 50 fields and 200 that were published',
        target: { atMost: 2 },
      },
    ];
  } finally {
    await close();
  }
}

async function keyPress(page: Page, size: FormSize) {
  const measure = async (which: Which) => {
    await open(page, which, size);
    return page.evaluate((times) => (window as unknown as { bench: FormBench }).bench.press(times), PRESSES);
  };
  return { unit: 'ms', ...(await turns(measure, 7)) };
}

async function opening(page: Page, size: FormSize) {
  return { unit: 'ms', ...(await turns((which) => open(page, which, size), 15)) };
}

/** The first round of each warms the engine up and does not count. */
async function turns(measure: (which: Which) => Promise<number>, rounds: number) {
  for (const which of ['ours', 'byHand'] as const) await measure(which);
  return turnByTurn({ rounds, ours: () => measure('ours'), baseline: () => measure('byHand') });
}

function open(page: Page, which: Which, size: FormSize): Promise<number> {
  return page.evaluate(([one, of]) => (window as unknown as { bench: FormBench }).bench.open(one, of), [
    which,
    size,
  ] as const);
}
