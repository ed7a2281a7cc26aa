/** How long hostile work keeps others waiting, in the processor's time: what else the machine does is not its doing. */

const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export type Waits = {
  /** The longest the event loop was not free, in milliseconds of processor time. */
  readonly blocked: number;
  /** The longest a second client waited for an answer, by the clock. */
  readonly waited: number;
};

/** Does the work while a second client asks again and again, one call at a time. */
export async function waitsDuring(work: () => Promise<unknown>, ask: () => Promise<unknown>): Promise<Waits> {
  let [blocked, waited, isDone] = [0, 0, false];
  let since = processorTime();
  const look = (): void => {
    const now = processorTime();
    blocked = Math.max(blocked, now - since);
    since = now;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  const asking = (async () => {
    while (!isDone) {
      const asked = performance.now();
      await ask();
      waited = Math.max(waited, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  try {
    await work();
  } finally {
    // What still runs when the answer is there counts, too.
    await new Promise((resolve) => setTimeout(resolve, 5));
    isDone = true;
    await asking;
  }
  return { blocked, waited };
}

/** What takes 10 ms on a machine of 2026 that has nothing else to do, here and now: the measure of all others. */
export function tenMilliseconds(): number {
  const rounds = Array.from({ length: 5 }, () => {
    const since = processorTime();
    let sum = 0;
    for (let round = 0; round < 40; round += 1) {
      const list = Array.from({ length: 1000 }, (_, index) => ({ name: `field ${index}`, value: index * 7 }));
      for (const { value } of JSON.parse(JSON.stringify(list)) as typeof list) sum += value;
    }
    if (sum !== 139_860_000) throw new Error(String(sum));
    return processorTime() - since;
  });
  return Math.max(5, Math.min(...rounds));
}
