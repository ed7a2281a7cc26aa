import type { Locale } from '#engine';
import type { Confirmation } from '../data/ApiError.ts';
import { type Connection, createConnection } from '../data/connection.ts';
import { type Api, createApi } from '../data/createApi.ts';

/** What the client asks of the page: set by the parts that can answer. */
export type Bridge = {
  locale: Locale;
  networkMessage: () => string;
  signInAgain: () => Promise<boolean>;
  confirm: (confirmations: readonly Confirmation[]) => Promise<boolean>;
  warned: (sentences: readonly string[]) => void;
};

/** What stands before anyone is signed in. */
export type Services = { readonly api: Api; readonly connection: Connection; readonly bridge: Bridge };

/** Makes the client and what it asks of the page. */
export function createServices(locale: Locale, fetcher?: typeof fetch): Services {
  const connection = createConnection();
  const bridge: Bridge = {
    locale,
    networkMessage: () => '',
    signInAgain: async () => false,
    confirm: async () => false,
    warned: () => {},
  };
  const api = createApi({
    locale: () => bridge.locale,
    networkMessage: () => bridge.networkMessage(),
    signInAgain: () => bridge.signInAgain(),
    confirm: (confirmations) => bridge.confirm(confirmations),
    warned: (sentences) => bridge.warned(sentences),
    reached: connection.report,
    fetch: fetcher,
  });
  return { api, connection, bridge };
}
