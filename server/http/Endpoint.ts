import type { Access } from '#engine';
import type { SocketEvents } from '../ports/Socket.ts';
import type { ApiCall } from './ApiCall.ts';
import type { Asks } from './Asks.ts';
import type { Takes } from './Takes.ts';

/** One thing the server answers, with what must hold before its body is read, and what that has to be. */
export type Endpoint = Asked & (Asking | Sending);

/** Brings nothing where it does not say so. */
type Asking = { readonly method: 'GET' | 'DELETE'; readonly takes?: Takes };
/** Nothing of the body is read before the caller is known and allowed. */
type Sending = { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly takes: Takes };

type Asked = {
  /** `/product/{id}`, `/product/operationalbrands/{id?}`; without `/api`. */
  readonly path: string;
  /** Parameters that match only a UUID. */
  readonly ids: readonly string[];
  readonly access: Access;
  /** Parameters of its query; absent: none. */
  readonly asks?: Asks;
  /** Also for who has to choose a password first. */
  readonly isBeforePassword?: boolean;
  /** Message key shown to a person when nothing better is known. */
  readonly failure?: string;
  /** Its handler does all that matters in its transactions: run again with what they gave, it answers the same. */
  readonly isReplayable?: boolean;
  /** Refuses who may not call although their features would let them. */
  readonly opens?: (call: ApiCall) => void | Promise<void>;
  readonly handle: (call: ApiCall) => Response | Promise<Response>;
  /** Of a call that asks for a socket in place of an answer; who is refused gets the answer that says so. */
  readonly socket?: (call: ApiCall) => SocketEvents | Promise<SocketEvents>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in text form, whatever its version. */
export const isId = (text: unknown): text is string => typeof text === 'string' && uuid.test(text);
