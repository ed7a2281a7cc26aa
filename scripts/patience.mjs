// How long tests wait: a busy machine is slow, but not wrong.
import { availableParallelism, loadavg } from 'node:os';

/**
 * A timeout in milliseconds, scaled by the load of the machine.
 * @param {number} seconds enough on an idle machine
 */
export function patience(seconds) {
  process.env.TEST_SLOWNESS ??= String(measureSlowness());
  const milliseconds = seconds * 1000;
  const longer = milliseconds * Number(process.env.TEST_SLOWNESS);
  return Math.round(Math.min(longer, Math.max(milliseconds, longest)));
}

/** Upper limit: a hanging test fails within half an hour on any machine. */
const longest = 1_800_000;

/** Duration of the probe on an idle machine, in milliseconds. */
const usual = 30;

/** How many times slower this machine is, by a probe and by its load; measured once per run. */
function measureSlowness() {
  const start = performance.now();
  let sum = 0;
  for (let index = 0; index < 3e7; index++) sum = (sum * 31 + index) | 0;
  const bySpeed = (performance.now() - start + (sum & 0)) / usual;
  const byLoad = loadavg()[0] / availableParallelism();
  return Math.min(20, Math.max(1, bySpeed, byLoad));
}
