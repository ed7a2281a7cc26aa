/** The event loop is one for everybody: whoever works long goes on in turn, one a round of the loop. */

type Round = { readonly began: number };

let round: Round | undefined;
const waiting: (() => void)[] = [];
let isTaking = false;

/** After what has come meanwhile was answered, and whoever waits longer had a turn: await this between parts of long work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (isTaking) return;
    isTaking = true;
    afterThisRound(takeTurn);
  });
}

/**
 * The round of the event loop that runs now, with the moment somebody first asked for it: all that is done in one keeps
 * the same people waiting, whoever does it.
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

/** In Node what has arrived is read in between, and nothing is waited for; browsers have timers only. */
const afterThisRound: (run: () => void) => void =
  typeof setImmediate === 'function' ? (run) => setImmediate(run) : (run) => setTimeout(run);
