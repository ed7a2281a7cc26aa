import { refusals } from '../errors/Refusal.ts';

/** Each piece costs as much as a call of its own, however few bytes it brings: after so many, they must be this long. */
const [freePieces, shortestPiece] = [1000, 128];
/** The body as it comes, of whatever kind: refused where it comes in more pieces than its bytes are worth. */
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
  // Nothing is read before it is asked for: whoever has enough leaves no read behind.
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}
