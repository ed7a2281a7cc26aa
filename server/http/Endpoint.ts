import type { Access } from '#engine';
import type { SocketEvents } from '../ports/Socket.ts';
import type { ApiCall } from './ApiCall.ts';

/** One thing the server answers, with what must hold before its body is read. */
export type Endpoint = {
  readonly method: string;
  /** `/product/{id}`, `/product/operationalbrands/{id?}`; without `/api`. */
  readonly path: string;
  /** Parameters that match only a UUID. */
  readonly ids: readonly string[];
  readonly access: Access;
  /** Also for who has to choose a password first. */
  readonly isBeforePassword?: boolean;
  /** Message key shown to a person when nothing better is known. */
  readonly failure?: string;
  /** Its handler does all that matters in its transactions: run again with what they gave, it answers the same. */
  readonly isReplayable?: boolean;
  readonly handle: (call: ApiCall) => Response | Promise<Response>;
  /** Of a call that asks for a socket in place of an answer; who is refused gets the answer that says so. */
  readonly socket?: (call: ApiCall) => SocketEvents | Promise<SocketEvents>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in text form, whatever its version. */
export const isId = (text: unknown): text is string => typeof text === 'string' && uuid.test(text);
