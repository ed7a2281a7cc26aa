/** Reads a long statement through a cursor, a piece at a time, so neither side buffers all rows. */
import { refusals } from '../../errors/Refusal.ts';
import type { Turns } from '../../work/createTurns.ts';
import type { Ready } from '../sql/entityStatements.ts';
import type { Asking } from '../types.ts';
import type { Connections, Rows, Run } from './connections.ts';

type Reading = {
  readonly connections: Connections;
  readonly turns: Turns;
  readonly work: number;
  readonly fetched: number;
};

type How = { readonly isLong: boolean; readonly asking?: Asking | undefined };

const pieceSize = 500;

/**
 * Reads a snapshot taken when the first piece is requested. Ends if the reader stops or fetches too slowly.
 */
export async function* cursorPieces(
  { connections, turns, work, fetched }: Reading,
  ready: Ready,
  { isLong, asking = {} }: How,
): AsyncGenerator<Rows> {
  const turn = await turns.take(isLong, asking);
  const relay = createRelay<Rows>(fetched, turn.setWorking);
  const reading = connections.reading(async (run) => {
    await run({ text: 'begin read only' });
    try {
      await readAll(run, ready, { work, relay });
    } finally {
      await run({ text: 'rollback' }).catch(() => undefined);
    }
  }, asking);
  reading.then(relay.end, relay.fail);
  try {
    for (;;) {
      const piece = await relay.take();
      if (!piece) return;
      yield piece;
    }
  } finally {
    relay.leave();
    await reading.catch(() => undefined);
    turn.end();
  }
}

async function readAll(
  run: Run,
  ready: Ready,
  { work, relay }: { readonly work: number; readonly relay: Relay<Rows> },
): Promise<void> {
  let worked = 0;
  const timed = async <T>(ask: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const answer = await ask();
    worked += performance.now() - began;
    if (worked > work) throw refusals.queryTooSlow();
    return answer;
  };
  await timed(() => run({ text: `declare pieces no scroll cursor for ${ready.text}`, values: ready.values }));
  for (;;) {
    const { rows } = await timed(() => run({ text: `fetch ${pieceSize} from pieces` }));
    if (rows.length === 0 || !(await relay.give(rows)) || rows.length < pieceSize) return;
  }
}

type Relay<T> = {
  /** False once the reader has gone. */
  readonly give: (piece: T) => Promise<boolean>;
  readonly take: () => Promise<T | undefined>;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
  readonly leave: () => void;
};

/** Hands pieces from producer to consumer one at a time; the next is produced while the last is processed. */
function createRelay<T>(patience: number, setWorking: (isWorking: boolean) => void): Relay<T> {
  let held: T | undefined;
  let [hasEnded, hasLeft] = [false, false];
  let failure: { readonly error: unknown } | undefined;
  let wake = (): void => undefined;
  const changed = () => {
    const waiting = wake;
    wake = () => undefined;
    waiting();
  };
  const change = () =>
    new Promise<void>((resolve) => {
      const before = wake;
      wake = () => {
        before();
        resolve();
      };
    });
  return {
    give: async (piece) => {
      held = piece;
      changed();
      setWorking(false);
      const late = setTimeout(() => {
        failure = { error: refusals.queryNotFetched() };
        hasLeft = true;
        changed();
      }, patience);
      while (held !== undefined && !hasLeft) await change();
      clearTimeout(late);
      if (!hasLeft) setWorking(true);
      return !hasLeft;
    },
    take: async () => {
      while (held === undefined && !hasEnded && !failure) await change();
      if (failure) throw failure.error;
      const piece = held;
      held = undefined;
      changed();
      return piece;
    },
    end: () => {
      hasEnded = true;
      changed();
    },
    fail: (error) => {
      failure = { error };
      changed();
    },
    leave: () => {
      hasLeft = true;
      changed();
    },
  };
}
