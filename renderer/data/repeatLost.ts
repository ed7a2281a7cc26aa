/** Repeats a call that got no answer, until the server is back or the time is over. */

/** One attempt of a call. */
export type Attempt = {
  /** The connection was lost, or a proxy or an ending server answered. */
  readonly isLost: boolean;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfter?: number;
};

type Patience = {
  /** How long to go on after the first failure, in milliseconds. */
  readonly longest: number;
  /** The caller no longer wants the answer: rejects at once with an `AbortError`. */
  readonly signal?: AbortSignal;
  /** The page is closing: no further attempt. */
  readonly closing?: AbortSignal;
  /** The call is being repeated, until the returned function is called. */
  readonly begin: () => () => void;
};

/** The first attempt that was answered, otherwise the last one. */
export async function repeatLost<Tried extends Attempt>(
  attempt: () => Promise<Tried>,
  patience: Patience,
): Promise<Tried> {
  let tried = await attempt();
  if (!tried.isLost) return tried;
  const over = performance.now() + patience.longest;
  const end = patience.begin();
  try {
    for (let count = 0; tried.isLost && !patience.closing?.aborted; count += 1) {
      const wait = waitBefore(count, tried.retryAfter, over - performance.now());
      if (wait === undefined || !(await pause(wait, patience))) break;
      tried = await attempt();
    }
    return tried;
  } finally {
    end();
  }
}

const firstWait = 300;
const longestWait = 2000;

/** Rises, and varies so that many pages do not return at the same moment; undefined: the time is over. */
function waitBefore(count: number, retryAfter = 0, left: number): number | undefined {
  if (left <= 0 || retryAfter > left) return undefined;
  const usual = Math.min(firstWait * 2 ** count, longestWait) * (0.75 + Math.random() / 2);
  return Math.min(Math.max(usual, retryAfter * (1 + Math.random() / 4)), left);
}

/** Resolves to false if the page closes meanwhile. */
export function pause(
  ms: number,
  { signal, closing }: Pick<Patience, 'signal' | 'closing'>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      closing?.removeEventListener('abort', close);
      done();
    };
    const cancel = settle(() => reject(new DOMException('Cancelled.', 'AbortError')));
    const close = settle(() => resolve(false));
    const timer = setTimeout(
      settle(() => resolve(true)),
      ms,
    );
    if (signal?.aborted) return cancel();
    if (closing?.aborted) return close();
    signal?.addEventListener('abort', cancel);
    closing?.addEventListener('abort', close);
  });
}

/** `Retry-After` in milliseconds: seconds or a date. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
