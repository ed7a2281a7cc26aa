import { createContext, useContext } from 'react';
import type { Model, UserContext, Validators } from '#engine';
import type { Connection } from './connection.ts';
import type { Api } from './createApi.ts';
import type { OwnReleases } from './ownReleases.ts';

/** What every part below the sign-in shares. */
export type App = {
  readonly api: Api;
  readonly connection: Connection;
  readonly model: Model;
  readonly session: Session;
  /** Loaded while the first screen is drawn; `useValidators` waits for it, unless they are here. */
  readonly validators: () => Promise<Validators> | Validators;
  /** Takes new declarations over while people go on working and gives their version, unless newer ones are on their way. Absent where none can come. */
  readonly takeOver?: () => Promise<Model | undefined>;
  readonly ownReleases: OwnReleases;
  /** Opens the stream of what others change; without it the browser's own. */
  readonly openEvents?: () => EventSource;
};

export type Session = {
  readonly user: UserContext;
  readonly signOut: () => Promise<void>;
};

const AppContext = createContext<App | undefined>(undefined);

export const AppProvider = AppContext.Provider;

/** Everything shared; parts use the narrow hooks below. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp: there is no AppProvider above');
  return app;
}

/** Calls to the server. */
export function useApi(): Api {
  return useApp().api;
}

/** The compiled declarations. */
export function useModel(): Model {
  return useApp().model;
}

/** Who is signed in. */
export function useSession(): Session {
  return useApp().session;
}

/** What whoever is signed in may do; undefined where nobody is, as in a story. */
export function useOwnFeatures(): readonly string[] | undefined {
  return useContext(AppContext)?.session.user.Features;
}

/** The id of whoever is signed in; empty where nobody is, as in a story. */
export function useOwnId(): string {
  return useContext(AppContext)?.session.user.Id ?? '';
}

/** Who is signed in, as rules read it. */
export function useUser(): UserContext {
  return useApp().session.user;
}
