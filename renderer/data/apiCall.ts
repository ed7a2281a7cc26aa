import type { Locale } from '#engine';
import type { Confirmation } from './ApiError.ts';
import type { Intent } from './intents.ts';
import type { Method } from './method.ts';

export type SendOptions = {
  /** The revision the change is based on; 412 if another one is stored. */
  readonly revision?: number;
  readonly signal?: AbortSignal;
  /** False: throws a 428 instead of asking (checks, background calls). */
  readonly askConfirm?: boolean;
  /** Rules that the person has already confirmed. */
  readonly asked?: readonly string[];
  /** Scope and number of this call; the server ignores calls that arrive after a later one. */
  readonly sequence?: { readonly of: string; readonly number: number };
  /** Completes even if the page is closed. For small bodies. */
  readonly keepalive?: boolean;
  /** Share of the body sent, 0 to 1. For large bodies. */
  readonly onProgress?: (share: number) => void;
  /** Until it is answered, calls with the same intent are carried out once. */
  readonly intent?: Intent | Unintended;
  /** Tells the server in a header that progress is shown. */
  readonly showsProgress?: boolean;
  /** False: a call without an answer fails at once, as one that is sent at intervals anyway. */
  readonly repeats?: boolean;
};

/**
 * Calls without an intent of their own. `same-content`: nothing in it can be edited, or it replaces what an earlier
 * one has set, so that only the same content again is the same call. `reads`: it changes nothing, carries no key and
 * is repeated as a GET is. `signs-in`: it comes before a session, and the server keeps keys only within one.
 */
type Unintended = 'same-content' | 'reads' | 'signs-in';

/** Options of a call that may create something: which calls are the same intent. */
export type IntendedOptions = SendOptions &
  ({ readonly intent: Intent | Unintended } | { readonly sequence: NonNullable<SendOptions['sequence']> });

/** What the client needs from the page. */
export type ApiPorts = {
  readonly locale: () => Locale;
  /** Message for a call without an answer. */
  readonly networkMessage: () => string;
  /** Message for a changed call whose first attempt had succeeded. */
  readonly carriedOutMessage: () => string;
  /** The session expired: resolves to true once the same person has signed in again. */
  readonly signInAgain: () => Promise<boolean>;
  /** Asks the person; true repeats the call with the tokens. */
  readonly confirm: (confirmations: readonly Confirmation[]) => Promise<boolean>;
  /** Shows the server's warnings about a downloaded file. */
  readonly warned?: (sentences: readonly string[]) => void;
  /** Reports after each call whether the server was reachable. */
  readonly reached: (isReachable: boolean) => void;
  /** A call is being repeated, until the returned function is called. */
  readonly repeating?: () => () => void;
  /** Whether somebody is signed in; the server keeps idempotency keys only for them. Defaults to true. */
  readonly isSignedIn?: () => boolean;
  /** Aborted when the page closes. */
  readonly closing?: () => AbortSignal;
  /** How long a call without an answer is repeated, in milliseconds. */
  readonly patience?: number;
  readonly fetch?: typeof fetch;
};

/** One call, as it is sent. */
export type Call = {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly options: SendOptions;
  readonly tokens: readonly string[];
  readonly isRepeat: boolean;
  /** Idempotency key of a write. */
  readonly key?: string;
  /** The answer is a file. */
  readonly isContent?: boolean;
};
