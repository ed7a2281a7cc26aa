/** Streamed answers: a limited number per person, and aborted when the client stops reading. */
import { refusals } from '../errors/Refusal.ts';
import type { Ports } from '../ports/ports.ts';
import type { ApiCall } from './ApiCall.ts';

type Body = ReadableStream<Uint8Array>;

/**
 * Wraps a body in one of the reader's few slots; 429 when all are taken. An error midway breaks the
 * connection, because a partial answer must not look complete.
 */
export function longAnswer(call: ApiCall, makeBody: () => Body): Body {
  const release = takePlace(call);
  try {
    return untilRead(call, makeBody(), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Texts as a byte stream, produced on demand; calls `leave` when the reader cancels. */
export function bodyOf(texts: AsyncGenerator<string, void, undefined>, leave: () => Promise<unknown>): Body {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => {
        await texts.return();
        await leave();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Open answers per server and person. */
const taken = new WeakMap<Ports, Map<string, number>>();

function takePlace({ ports, settings, session }: ApiCall): () => void {
  const counts = taken.get(ports) ?? new Map<string, number>();
  taken.set(ports, counts);
  const person = session?.user.Id ?? '';
  const count = counts.get(person) ?? 0;
  if (count >= settings.longAnswersPerUser) throw refusals.tooManyLists({ headers: { 'retry-after': '10' } });
  counts.set(person, count + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (counts.get(person) ?? 1) - 1;
    if (left > 0) counts.set(person, left);
    else counts.delete(person);
  };
}

/** A client that reads nothing for this long is considered gone. */
const patienceMs = 120_000;

/** Calls `release` once the body is read, broken off, or left unread for too long. */
export function untilRead(call: ApiCall, body: Body, release: () => void): Body {
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    release();
  };
  const wait = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    timer = setTimeout(() => {
      release();
      const stalled = new Error('Nobody has read on for too long.');
      controller.error(stalled);
      reader.cancel(stalled).catch(() => undefined);
    }, patienceMs);
    // The timer must not keep the process alive.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: wait,
      pull: async (controller) => {
        clearTimeout(timer);
        try {
          const { done, value } = await reader.read();
          if (!done) {
            controller.enqueue(value);
            wait(controller);
            return;
          }
          end();
          controller.close();
        } catch (error) {
          end();
          call.ports.log.error({ err: error, method: call.method, path: call.path }, 'broken off');
          controller.error(error);
        }
      },
      cancel: async (reason) => {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
