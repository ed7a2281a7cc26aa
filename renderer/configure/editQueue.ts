/** Sends edits in sequence; edits made during a call are batched into the next. */
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEdit } from '#engine';
import { isConnectionLost } from '../data/ApiError.ts';
import type { PendingEdit } from './draftEdits.ts';
import type { Draft } from './draftTypes.ts';

type Ports = {
  readonly send: (edits: readonly ChangeEdit[]) => Promise<Draft>;
  /** Resolves when an edit that got no answer may be sent again. */
  readonly back: () => Promise<void>;
  /** Runs before a refused edit is removed from the screen. */
  readonly failed: (error: unknown) => Promise<void>;
  readonly pending: () => readonly PendingEdit[];
  readonly setPending: (pending: readonly PendingEdit[]) => void;
};

type EditQueue = {
  readonly add: (edits: readonly ChangeEdit[]) => Promise<Draft>;
  /** Queues another call after all earlier ones. */
  readonly inTurn: (send: () => Promise<Draft>) => Promise<Draft>;
  readonly settled: () => Promise<unknown>;
};

type Waiting = PendingEdit & {
  readonly done: (draft: Draft) => void;
  readonly refused: (error: unknown) => void;
};

/**
 * Creates the queue. Each edit settles on its own, even if others of its batch are refused. One that got no answer
 * stays pending and is sent again: only an answer refuses it.
 */
export function createEditQueue({ send, back, failed, pending, setPending }: Ports): EditQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Waiting[] = [];
  const forget = (batch: readonly PendingEdit[]) =>
    setPending(pending().filter((one) => !batch.includes(one)));
  /** Sends the same edits each time, so that the server recognizes what it has carried out already. */
  const sendUntilAnswered = async (edits: readonly ChangeEdit[]): Promise<Draft> => {
    for (;;) {
      try {
        return await send(edits);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        await back();
      }
    }
  };
  const answer = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const draft = await sendUntilAnswered(batch.flatMap(({ edits }) => edits));
      forget(batch);
      for (const { done } of batch) done(draft);
    } catch (error) {
      // One edit was refused: retry each alone, so that the others are saved.
      if (batch.length > 1) for (const one of batch) await answer([one]);
      else {
        await failed(error);
        forget(batch);
        for (const { refused } of batch) refused(error);
      }
    }
  };
  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await answer(batch);
  };
  return {
    add: (edits) =>
      new Promise<Draft>((done, refused) => {
        const one: Waiting = { edits, done, refused };
        waiting.push(one);
        setPending([...pending(), one]);
        last = last.then(flush);
      }),
    inTurn: (call) => {
      const sent = last.then(call);
      last = sent.catch(() => undefined);
      return sent;
    },
    settled: () => last,
  };
}

/** State of this window in the query cache, whose members keep their identity. */
export function clientState<State>(client: QueryClient, key: readonly string[], initial: State) {
  // Structural sharing copies a member that moves up in its list: it would never be found again.
  client.setQueryDefaults(key, { structuralSharing: false });
  return {
    read: () => client.getQueryData<State>(key) ?? initial,
    write: (state: State) => void client.setQueryData<State>(key, state),
  };
}
