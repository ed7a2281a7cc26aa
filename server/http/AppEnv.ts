import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Locale } from '#engine';
import type { Session } from '../login/Session.ts';
import type { Endpoint } from './Endpoint.ts';
import type { Seen } from './seenThroughProxy.ts';

/** The values in Hono's contexts: the connection, and what is determined about a call. */
export type AppEnv = {
  Bindings:
    | {
        readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
        /** The interface of this server that makes the call for a caller of its own. */
        readonly through?: string;
      }
    | undefined;
  Variables: RequestIdVariables & {
    seen: Seen;
    locale: Locale;
    session?: Session;
    endpoint?: Endpoint;
    /** When it came (`performance.now()`): what was read since is no older than what the caller has seen. */
    arrived?: number;
    /** Why nobody can tell whether this release is still in force. */
    failure?: unknown;
  };
};

export type CallContext = Context<AppEnv>;
