/** Files made on request, such as reports and prints: a few at a time, fairly between people. */
import type { Ports } from '../ports/ports.ts';
import { createTurns, type Turns } from '../work/createTurns.ts';
import type { ApiCall } from './ApiCall.ts';
import { untilRead } from './longAnswer.ts';

type Body = ReadableStream<Uint8Array>;

const turnsOf = new WeakMap<Ports, Turns>();

/**
 * Waits for a turn and makes the file. One that is streamed goes through `hold`, which keeps the turn until it
 * has been read. 429 when too many are waiting.
 */
export async function inFileTurn<Made>(
  call: ApiCall,
  make: (hold: (body: Body) => Body) => Promise<Made>,
): Promise<Made> {
  const turns = turnsOf.get(call.ports) ?? createTurns(call.settings.fileTurns);
  turnsOf.set(call.ports, turns);
  const { end } = await turns.take(false, {
    person: call.session?.user.Id,
    signal: () => call.request.signal,
  });
  let isHeld = false;
  const hold = (body: Body) => {
    isHeld = true;
    return untilRead(call, body, end);
  };
  try {
    return await make(hold);
  } catch (error) {
    isHeld = false;
    throw error;
  } finally {
    if (!isHeld) end();
  }
}
