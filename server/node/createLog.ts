import { destination, pino } from 'pino';
import type { Log } from '../ports/ports.ts';
import { currentTrace } from '../work/callTrace.ts';

/** The most bytes waiting to be written; beyond that, lines are dropped. */
const mostWaiting = 1024 * 1024;
/** Milliseconds the process waits at its end for the last lines. */
const lastMoment = 500;

/**
 * The log on standard output, one JSON object per line. Serving people has priority over logging: if the
 * output blocks (a full disk, a pipe nobody reads), lines wait briefly and are then dropped.
 */
export function createLog(level: string): { readonly log: Log; readonly flush: () => Promise<void> } {
  // Retried with the next line; retrying in a loop would block everything, including the end of the process.
  const output = destination({ fd: 1, sync: false, maxLength: mostWaiting, retryEAGAIN: () => false });
  // At exit, pino's own flush would retry forever on a full disk.
  output.flushSync = () => undefined;
  // Without a listener, a failed write would end the process.
  output.on('error', () => undefined);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const flush = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, lastMoment);
      output.flush(() => resolve());
    });
  return { log: pino({ level, base: undefined, mixin: traced }, output), flush };
}

/** In the fields that tracing systems expect. */
function traced(): object {
  const trace = currentTrace();
  return trace ? { trace_id: trace.id, span_id: trace.span } : {};
}
