import { refusals } from '../errors/Refusal.ts';

/** Each chunk costs as much as a call: after this many, chunks must have at least this many bytes. */
const [freePieces, shortestPiece] = [1000, 128];
/** Streams the request body; refuses a body that arrives in too many tiny chunks. */
export function bodyInPieces(request: Request): ReadableStream<Uint8Array> | undefined {
  const reader = request.body?.getReader();
  if (!reader) return undefined;
  let [size, pieces] = [0, 0];
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await reader.read();
    if (done) return controller.close();
    size += value.byteLength;
    pieces += 1;
    if (pieces > freePieces && size < pieces * shortestPiece) {
      await reader.cancel();
      throw refusals.piecesTooSmall();
    }
    controller.enqueue(value);
  };
  // Reads only on demand, so that a cancelled upload leaves no pending read.
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}
