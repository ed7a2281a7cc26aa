import type { Locale } from '#engine';
import type { Confirmation } from '../data/ApiError.ts';
import { type Connection, createConnection } from '../data/connection.ts';
import { type Api, createApi } from '../data/createApi.ts';

/** Callbacks of the client, set by the parts of the page that can answer them. */
export type Bridge = {
  locale: Locale;
  networkMessage: () => string;
  carriedOutMessage: () => string;
  signInAgain: () => Promise<boolean>;
  confirm: (confirmations: readonly Confirmation[]) => Promise<boolean>;
  warned: (sentences: readonly string[]) => void;
  isSignedIn: boolean;
};

/** Services available before sign-in. */
export type Services = { readonly api: Api; readonly connection: Connection; readonly bridge: Bridge };

/** Creates the client with its bridge to the page. */
export function createServices(locale: Locale, fetcher?: typeof fetch): Services {
  const connection = createConnection();
  const bridge: Bridge = {
    locale,
    networkMessage: () => '',
    carriedOutMessage: () => '',
    signInAgain: async () => false,
    confirm: async () => false,
    warned: () => {},
    isSignedIn: false,
  };
  let closing = new AbortController();
  globalThis.addEventListener?.('pagehide', () => closing.abort());
  // A page that comes back from the history goes on.
  globalThis.addEventListener?.('pageshow', () => {
    if (closing.signal.aborted) closing = new AbortController();
  });
  const api = createApi({
    locale: () => bridge.locale,
    networkMessage: () => bridge.networkMessage(),
    carriedOutMessage: () => bridge.carriedOutMessage(),
    signInAgain: () => bridge.signInAgain(),
    confirm: (confirmations) => bridge.confirm(confirmations),
    warned: (sentences) => bridge.warned(sentences),
    reached: connection.report,
    repeating: connection.repeating,
    isSignedIn: () => bridge.isSignedIn,
    closing: () => closing.signal,
    fetch: fetcher,
  });
  return { api, connection, bridge };
}
