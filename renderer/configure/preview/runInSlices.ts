/** Time slicing of long work on the main thread, so that typing stays responsive. */

/** Slice length that delays no key press noticeably, in milliseconds. */
const slice = 8;

type SlicedRun<Result> = {
  /** Undefined if it was stopped early. */
  readonly result: Promise<Result | undefined>;
  readonly stop: () => void;
};

/** Runs a generator to its end in slices. */
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
      // Lets it give back what it holds.
      steps.return(undefined as never);
    },
  };
}

/** Lets the browser handle input and painting first. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
