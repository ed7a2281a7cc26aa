// How long tests wait for what must come: a busy machine is slow and not wrong.
import { availableParallelism, loadavg } from 'node:os';

/**
 * Milliseconds to wait where `seconds` are plenty on an idle machine.
 * @param {number} seconds
 */
export function patience(seconds) {
  process.env.TEST_SLOWNESS ??= String(measureSlowness());
  const milliseconds = seconds * 1000;
  const longer = milliseconds * Number(process.env.TEST_SLOWNESS);
  return Math.round(Math.min(longer, Math.max(milliseconds, longest)));
}

/** A test that hangs is told within half an hour, however slow the machine. */
const longest = 1_800_000;

/** What the probe takes where nobody else computes, in milliseconds. */
const usual = 30;

/** How many times slower this machine is, by a probe and by what waits for its processors; measured once a run. */
function measureSlowness() {
  const start = performance.now();
  let sum = 0;
  for (let index = 0; index < 3e7; index++) sum = (sum * 31 + index) | 0;
  const bySpeed = (performance.now() - start + (sum & 0)) / usual;
  const byLoad = loadavg()[0] / availableParallelism();
  return Math.min(20, Math.max(1, bySpeed, byLoad));
}
