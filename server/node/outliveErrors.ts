/** Logs unhandled errors and keeps the server running: one bug must not end everyone's work. */
import type { EventEmitter } from 'node:events';
import type { Log } from '../ports/ports.ts';

/** Call once the server listens; earlier errors end the start. `source` is the process. */
export function outliveErrors(source: Pick<EventEmitter, 'on'>, log: Log): void {
  source.on('uncaughtException', (error: unknown) => log.error({ err: error }, 'an error nobody caught'));
  source.on('unhandledRejection', (error: unknown) => log.error({ err: error }, 'a promise nobody awaited'));
}
