/** Schedules queries and files: a few at a time, fairly between people, in a queue of bounded length. */
import { type Refusal, refusals } from '../errors/Refusal.ts';

/** Who asks, and when they have gone. */
type Asking = {
  readonly person?: string | undefined;
  readonly signal?: (() => AbortSignal | undefined) | undefined;
};

export type TurnLimits = {
  /** Most open queries: in total, and per person. */
  readonly open: number;
  readonly openOfOne: number;
  /** Most long queries running: in total, and per person. */
  readonly long: number;
  readonly longOfOne: number;
  /** Most waiting queries: in total, and per person. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** Most milliseconds a query waits. */
  readonly patience: number;
};

/** A query whose turn has come. */
export type Turn = {
  /** Whether it is running, or its result waits to be fetched; other queries run then. */
  readonly setWorking: (isWorking: boolean) => void;
  readonly end: () => void;
};

type Open = { readonly person: string | undefined; readonly isLong: boolean; isWorking: boolean };
type Waiting = Omit<Open, 'isWorking'> & {
  readonly begin: () => void;
  readonly refuse: (why: Refusal) => void;
};

export type Turns = {
  readonly take: (isLong: boolean, asking: Asking) => Promise<Turn>;
  /** Refuses all waiting and later queries. */
  readonly close: (why: () => Refusal) => void;
};

export function createTurns(limits: TurnLimits): Turns {
  const open = new Set<Open>();
  const waiting: Waiting[] = [];
  let closed: (() => Refusal) | undefined;
  const next = () => {
    for (;;) {
      const found = nextOf(waiting, [...open], limits);
      if (!found) return;
      waiting.splice(waiting.indexOf(found), 1);
      found.begin();
    }
  };
  const begin = ({ person, isLong }: Omit<Open, 'isWorking'>): Turn => {
    const one: Open = { person, isLong, isWorking: true };
    open.add(one);
    return {
      setWorking: (isWorking) => {
        one.isWorking = isWorking;
        if (!isWorking) next();
      },
      end: () => {
        open.delete(one);
        next();
      },
    };
  };
  return {
    take: (isLong, { person, signal }) => {
      const excess = closed?.() ?? excessOf(waiting, person, limits);
      if (excess) return Promise.reject(excess);
      return waitFor({ waiting, next, patience: limits.patience, signal }, (settle) => ({
        ...{ person, isLong },
        begin: () => settle.begin(begin({ person, isLong })),
        refuse: settle.refuse,
      }));
    },
    close: (why) => {
      closed = why;
      for (const one of waiting.splice(0)) one.refuse(why());
    },
  };
}

type Settle = { readonly begin: (turn: Turn) => void; readonly refuse: (why: Refusal) => void };
type Queue = {
  readonly waiting: Waiting[];
  readonly next: () => void;
  readonly patience: number;
  readonly signal: Asking['signal'];
};

/** Queues a query until its turn comes, its caller goes, or it has waited too long. */
function waitFor(
  { waiting, next, patience, signal }: Queue,
  make: (settle: Settle) => Waiting,
): Promise<Turn> {
  return new Promise((resolve, reject) => {
    const gone = signal?.();
    const settled = () => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    };
    const one = make({
      begin: (turn) => {
        settled();
        resolve(turn);
      },
      refuse: (why) => {
        settled();
        reject(why);
      },
    });
    const drop = (why: Refusal) => {
      const at = waiting.indexOf(one);
      if (at >= 0) waiting.splice(at, 1);
      one.refuse(why);
    };
    const leave = () => drop(refusals.queryUnwanted());
    const timer = setTimeout(() => drop(refusals.tooManyQueries()), patience);
    if (gone?.aborted) return leave();
    gone?.addEventListener('abort', leave);
    waiting.push(one);
    next();
  });
}

function excessOf(waiting: readonly Waiting[], person: string | undefined, limits: TurnLimits) {
  if (waiting.length >= limits.waiting) return refusals.tooManyQueries();
  const own = waiting.filter((one) => one.person === person).length;
  return person !== undefined && own >= limits.waitingOfOne ? refusals.tooManyOwnQueries() : undefined;
}

/** Among queries that may start, the longest-waiting one of the person with the fewest open. */
function nextOf(waiting: readonly Waiting[], open: readonly Open[], limits: TurnLimits): Waiting | undefined {
  const openOf = (person: string | undefined) => open.filter((one) => one.person === person);
  let best: { readonly one: Waiting; readonly own: number } | undefined;
  for (const one of waiting) {
    const own = openOf(one.person);
    if (!mayBegin(one, { own, open }, limits)) continue;
    if (!best || own.length < best.own) best = { one, own: own.length };
  }
  return best?.one;
}

function mayBegin(
  { person, isLong }: Waiting,
  { own, open }: { readonly own: readonly Open[]; readonly open: readonly Open[] },
  limits: TurnLimits,
): boolean {
  // The last place is reserved for short queries.
  if (open.length >= limits.open - (isLong ? 1 : 0)) return false;
  if (person !== undefined && own.length >= limits.openOfOne) return false;
  if (!isLong) return true;
  const long = (all: readonly Open[]) => all.filter((one) => one.isLong && one.isWorking).length;
  return long(open) < limits.long && (person === undefined || long(own) < limits.longOfOne);
}
