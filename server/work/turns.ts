/** Shares the single event loop: long work continues in turns, one per round of the loop. */

type Round = { readonly began: number };

let round: Round | undefined;
const waiting: (() => void)[] = [];
let isTaking = false;

/**
 * Resolves after newly arrived work was served and longer waiters had their turn; await it between parts of
 * long work.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (isTaking) return;
    isTaking = true;
    afterThisRound(takeTurn);
  });
}

/**
 * The current round of the event loop, with the time it was first requested: all work within a round keeps
 * the same callers waiting.
 */
export function currentRound(): Round {
  if (round) return round;
  round = { began: performance.now() };
  afterThisRound(() => {
    round = undefined;
  });
  return round;
}

function takeTurn(): void {
  round = undefined;
  const next = waiting.shift();
  if (next) afterThisRound(takeTurn);
  else isTaking = false;
  next?.();
}

/** In Node, `setImmediate` handles I/O first without delay; browsers only have timers. */
const afterThisRound: (run: () => void) => void =
  typeof setImmediate === 'function' ? (run) => setImmediate(run) : (run) => setTimeout(run);
