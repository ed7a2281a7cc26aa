import { expect, it } from 'vitest';
import { runInSlices } from './runInSlices.ts';

/** Each step blocks the thread for two milliseconds. */
function* steps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + 2;
    while (performance.now() < end);
    yield;
  }
  return count;
}

it('lets other tasks run in between, and returns the whole result', async () => {
  let tasks = 0;
  const timer = setInterval(() => tasks++, 1);
  expect(await runInSlices(steps(40)).result).toBe(40);
  clearInterval(timer);
  expect(tasks).toBeGreaterThan(1);
});

it('a stopped run ends without a result and takes no further step', async () => {
  let taken = 0;
  function* endless(): Generator<void, never> {
    for (;;) {
      taken++;
      yield;
    }
  }
  const run = runInSlices(endless());
  await new Promise((resolve) => setTimeout(resolve, 5));
  run.stop();
  expect(await run.result).toBeUndefined();
  const before = taken;
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(taken).toBe(before);
});

it('rejects with the error of a step', async () => {
  function* broken(): Generator<void, never> {
    yield;
    throw new Error('half a thing');
  }
  await expect(runInSlices(broken()).result).rejects.toThrow('half a thing');
});
