/**
 * How long hostile work keeps others waiting, in CPU time, so that other load on the machine does not count.
 */

const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export type Waits = {
  /** The longest the event loop was blocked, in milliseconds of CPU time, without garbage collection. */
  readonly blocked: number;
  /** The longest a second client waited for an answer, in wall-clock milliseconds. */
  readonly waited: number;
};

/** Does the work while a second client keeps asking, one call at a time. */
export async function waitsDuring(work: () => Promise<unknown>, ask: () => Promise<unknown>): Promise<Waits> {
  let [waited, isDone] = [0, false];
  const stretches: Stretch[] = [];
  const collections = watchCollector();
  let [since, began] = [processorTime(), performance.now()];
  const look = (): void => {
    const [now, end] = [processorTime(), performance.now()];
    if (now - since > 5) stretches.push({ began, end, worked: now - since });
    [since, began] = [now, end];
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
    // Work that goes on after the answer counts, too.
    await new Promise((resolve) => setTimeout(resolve, 5));
    isDone = true;
    await asking;
  }
  return { blocked: longestWork(stretches, await collections.end()), waited };
}

/** Wall-clock time, and the CPU time within it. */
type Stretch = { readonly began: number; readonly end: number; readonly worked: number };

/** Without garbage collection, including its threads: the amount of garbage is not due to one call. */
function longestWork(stretches: readonly Stretch[], collected: readonly PerformanceEntry[]): number {
  const longest = [...stretches].sort((one, other) => other.worked - one.worked).slice(0, 20);
  const work = longest.map(({ began, end, worked }) => {
    const within = collected.filter(({ startTime }) => startTime >= began && startTime < end);
    const pauses = within.reduce((sum, { duration }) => sum + duration, 0);
    return Math.min(worked, end - began) - pauses;
  });
  return Math.max(0, ...work);
}

function watchCollector() {
  const entries: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** Waits for garbage collections, which are reported late. */
    end: async (): Promise<readonly PerformanceEntry[]> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      entries.push(...observer.takeRecords());
      observer.disconnect();
      return entries;
    },
  };
}

/**
 * The current duration of work that takes 10 ms on an idle machine of 2026: the unit of all other measures.
 */
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
