import type { Access, Model } from '#engine';
import type { CallingKey } from '../login/Session.ts';
import type { SocketEvents } from '../ports/Socket.ts';
import type { ApiCall } from './ApiCall.ts';
import type { Asks } from './Asks.ts';
import type { Takes } from './Takes.ts';

/** One endpoint: the access checks before its body is read, and the body it takes. */
export type Endpoint = Asked & (Asking | Sending);

/** Takes no body unless it says so. */
type Asking = { readonly method: 'GET' | 'DELETE'; readonly takes?: Takes };
/** The body is read only after the caller is authenticated and authorized. */
type Sending = { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly takes: Takes };

type Asked = {
  /** `/product/{id}`, `/product/operationalbrands/{id?}`; without `/api`. */
  readonly path: string;
  /** Parameters that match only a UUID. */
  readonly ids: readonly string[];
  readonly access: Access;
  /** The entity (or lookup) of a declared route: open to API keys that reach it. */
  readonly about?: string;
  /** Open to API keys although no entity is declared for it; all other fixed endpoints are closed to them. */
  readonly isForKeys?: boolean;
  /** Refuses pages of other sites, also without a cookie: they could reach it inside the network. */
  readonly isOwnPagesOnly?: boolean;
  /** Writes accounts, also for API keys: its own checks decide which. */
  readonly writesAccounts?: boolean;
  readonly asks?: Asks;
  /** Also open to people who must choose a password first. */
  readonly isBeforePassword?: boolean;
  /** Message key used when there is no better one. */
  readonly failure?: string;
  /** All effects happen in its transactions, so a rerun with their recorded results gives the same answer. */
  readonly isReplayable?: boolean;
  /** Refuses callers who lack access for reasons other than features. */
  readonly opens?: (call: ApiCall) => void | Promise<void>;
  readonly handle: (call: ApiCall) => Response | Promise<Response>;
  /** Handles an upgrade to a WebSocket; a refused caller gets a normal answer. */
  readonly socket?: (call: ApiCall) => SocketEvents | Promise<SocketEvents>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in text form, whatever its version. */
export const isId = (text: unknown): text is string => typeof text === 'string' && uuid.test(text);

/** Whether API keys may call the endpoint at all. */
export const isOpenToKeys = ({ about, isForKeys }: Endpoint): boolean =>
  about !== undefined || isForKeys === true;

/** Whether a key that is limited to some entities reaches the endpoint; lookups are open to all keys. */
export const isReached = ({ entities }: Model, { about }: Endpoint, key: CallingKey): boolean =>
  about === undefined || !key.entities || !entities.has(about) || key.entities.has(about);
