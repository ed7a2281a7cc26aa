/** Long work on the thread people type on: a few milliseconds of it at a time, key presses in between. */

/** As long as this nobody notices that a key press waits. */
const slice = 8;

type SlicedRun<Result> = {
  /** Undefined where it was stopped before its end. */
  readonly result: Promise<Result | undefined>;
  readonly stop: () => void;
};

/** Runs the steps of a generator to its end, slice by slice. */
export function runInSlices<Result>(steps: Generator<void, Result>): SlicedRun<Result> {
  let isStopped = false;
  const run = async (): Promise<Result | undefined> => {
    while (!isStopped) {
      await nextTask();
      const end = performance.now() + slice;
      while (!isStopped && performance.now() < end) {
        const { done, value } = steps.next();
        if (done) return value;
      }
    }
    return undefined;
  };
  return {
    result: run(),
    stop: () => {
      isStopped = true;
    },
  };
}

/** After whatever the browser has to do: input and painting come first. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
