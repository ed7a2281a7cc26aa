/** The lines of an event stream that wait for their reader. */
import { createOutbox } from '../work/createOutbox.ts';

/** The only queue: a line is taken once the previous one has been read. */
export function createEventLines() {
  const waiting = createOutbox<string>((line) => line);
  const encoder = new TextEncoder();
  let isOver = false;
  let wake = (): void => undefined;
  let drained = (): void => undefined;
  return {
    /** False when the reader is too far behind, so that it cannot exhaust memory. */
    put: (key: string, line: string): boolean => {
      const isIn = isOver || waiting.put(key, line);
      wake();
      return isIn;
    },
    /** Resolves once the reader has taken everything, or the stream is over. */
    taken: async (): Promise<void> => {
      while (waiting.size() > 0 && !isOver)
        await new Promise<void>((resolve) => {
          drained = resolve;
        });
    },
    close: () => {
      isOver = true;
      wake();
      drained();
    },
    stream: (onCancel: () => void) =>
      new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            while (waiting.size() === 0 && !isOver)
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
            if (waiting.size() > 0) controller.enqueue(encoder.encode(waiting.takeAll().join('')));
            else controller.close();
            drained();
          },
          cancel: onCancel,
        },
        { highWaterMark: 0 },
      ),
  };
}
