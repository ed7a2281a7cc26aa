/** The socket: listening, and stopping without breaking off an answer. */

import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { StartError } from './StartError.ts';

export type Listening = {
  readonly port: number;
  /** Takes no more calls, lets the open ones finish, then resolves. */
  readonly stop: () => Promise<void>;
};

/** How long an open call may take once the server is asked to stop. */
const patience = 10_000;

/**
 * How long an idle connection stays open: longer than the proxies in front keep theirs (a minute at most load
 * balancers, ten at some), so that it is always they who close. Who sends a call into a connection that the server is
 * closing gets none, and answers 502.
 */
const keepAlive = 620_000;

/** Starts to listen; a port that is taken is said in one sentence. */
export function listen(
  fetch: (request: Request, env: never) => Response | Promise<Response>,
  port: number,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: fetch as Parameters<typeof serve>[0]['fetch'], port }, (info) =>
      resolve({ port: info.port, stop: () => stop(server) }),
    ) as Server;
    server.keepAliveTimeout = keepAlive;
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error, port)));
  });
}

function startError(error: NodeJS.ErrnoException, port: number): StartError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to a number above 1023.`,
  };
  return new StartError(reasons[error.code ?? ''] ?? `Cannot listen on port ${port}: ${error.message}.`, {
    cause: error,
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
