import { expect, it } from 'vitest';
import { runInSlices } from './runInSlices.ts';

/** Each step keeps the thread busy for two milliseconds. */
function* steps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + 2;
    while (performance.now() < end);
    yield;
  }
  return count;
}

it('other tasks come in between, and the result is whole', async () => {
  let tasks = 0;
  const timer = setInterval(() => tasks++, 1);
  expect(await runInSlices(steps(40)).result).toBe(40);
  clearInterval(timer);
  expect(tasks).toBeGreaterThan(1);
});

it('what is stopped ends without a result, and its steps are not taken any more', async () => {
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

it('an error of a step is the error of the run', async () => {
  function* broken(): Generator<void, never> {
    yield;
    throw new Error('half a thing');
  }
  await expect(runInSlices(broken()).result).rejects.toThrow('half a thing');
});
