/** What fails where nobody listens is logged, and the server goes on: one mistake must not end the work of everybody. */
import type { EventEmitter } from 'node:events';
import type { Log } from '../ports/ports.ts';

/** From the moment the server listens; what fails before that ends the start. `source` is the process. */
export function outliveErrors(source: Pick<EventEmitter, 'on'>, log: Log): void {
  source.on('uncaughtException', (error: unknown) => log.error({ err: error }, 'an error nobody caught'));
  source.on('unhandledRejection', (error: unknown) => log.error({ err: error }, 'a promise nobody awaited'));
}
