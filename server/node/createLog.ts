import { destination, pino } from 'pino';
import type { Log } from '../ports/ports.ts';
import { currentTrace } from '../work/callTrace.ts';

/** What may wait to be written, in bytes; beyond it lines are dropped. */
const mostWaiting = 1024 * 1024;
/** How long the end of the process waits for the last lines, in milliseconds. */
const lastMoment = 500;

/**
 * The log on standard output, one JSON object a line. Serving people goes before logging: where the output takes
 * nothing (a full disk, a pipe nobody reads), lines wait for a moment and are then dropped.
 */
export function createLog(level: string): { readonly log: Log; readonly flush: () => Promise<void> } {
  // Tried again with the next line, never in a loop: that would hold up everyone, and the end of the process.
  const output = destination({ fd: 1, sync: false, maxLength: mostWaiting, retryEAGAIN: () => false });
  // As the process ends, pino's own would try for ever where there is no room.
  output.flushSync = () => undefined;
  // Without a listener a failed write would end the process.
  output.on('error', () => undefined);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const flush = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, lastMoment);
      output.flush(() => resolve());
    });
  return { log: pino({ level, base: undefined, mixin: traced }, output), flush };
}

/** As tracing systems look for them. */
function traced(): object {
  const trace = currentTrace();
  return trace ? { trace_id: trace.id, span_id: trace.span } : {};
}
