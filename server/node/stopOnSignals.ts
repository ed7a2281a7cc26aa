/** Stops the server when the operating system asks for it, within the time that a service manager waits. */
import type { Log } from '../ports/ports.ts';
import type { Gate } from './createGate.ts';

/** A service manager ends what has not stopped after ten seconds. */
const longestStop = 9500;

type Stopping = {
  readonly log: Log;
  readonly gate: Pick<Gate, 'drain'>;
  /** Milliseconds for which calls are still answered. */
  readonly drainMs: number;
  /** Aborted then: streams are told, and nothing new begins. */
  readonly stopping: AbortController;
  /** Ends with the last call and lets go of what is open. */
  readonly finish: () => Promise<void>;
};

export function stopOnSignals({ log, gate, drainMs, stopping, finish }: Stopping): void {
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // Whoever asked it to stop waits no longer than this, whatever is still going on.
    setTimeout(() => process.exit(0), longestStop).unref();
    gate.drain();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    stopping.abort();
    await finish();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
}
