/** Stops the server on signals of the operating system, within the time that service managers allow. */
import type { Log } from '../ports/ports.ts';
import type { Gate } from './createGate.ts';

/** Service managers kill a process after ten seconds. */
const longestStop = 9500;

type Stopping = {
  readonly log: Log;
  readonly gate: Pick<Gate, 'drain'>;
  /** Milliseconds for which calls are still answered. */
  readonly drainMs: number;
  /** Aborted at the stop: streams are told, and no new work begins. */
  readonly stopping: AbortController;
  /** Waits for the last call and closes everything. */
  readonly finish: () => Promise<void>;
};

export function stopOnSignals({ log, gate, drainMs, stopping, finish }: Stopping): void {
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // The process exits at this time, whatever is still running.
    setTimeout(() => process.exit(0), longestStop).unref();
    gate.drain();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    stopping.abort();
    await finish();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
}
