import { createContext, useContext } from 'react';
import type { Model, UserContext, Validators } from '#engine';
import type { Connection } from './connection.ts';
import type { Api } from './createApi.ts';
import type { OwnReleases } from './ownReleases.ts';

/** Shared by everything inside a session. */
export type App = {
  readonly api: Api;
  readonly connection: Connection;
  readonly model: Model;
  readonly session: Session;
  /** Loads beside the first screen; a promise until then, which `useValidators` awaits. */
  readonly validators: () => Promise<Validators> | Validators;
  /**
   * Switches to new declarations while people work and resolves to their model, or to undefined if newer ones
   * supersede them. Absent if declarations cannot change.
   */
  readonly takeOver?: () => Promise<Model | undefined>;
  readonly ownReleases: OwnReleases;
  /** Opens the stream of changes by others; defaults to the browser's `EventSource`. */
  readonly openEvents?: () => EventSource;
};

export type Session = {
  readonly user: UserContext;
  readonly signOut: () => Promise<void>;
};

const AppContext = createContext<App | undefined>(undefined);

export const AppProvider = AppContext.Provider;

/** All shared values; prefer the narrower hooks below. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp: there is no AppProvider above');
  return app;
}

/** The API client. */
export function useApi(): Api {
  return useApp().api;
}

export function useModel(): Model {
  return useApp().model;
}

/** The current session. */
export function useSession(): Session {
  return useApp().session;
}

/** Features of the signed-in person; undefined without a session, as in stories. */
export function useOwnFeatures(): readonly string[] | undefined {
  return useContext(AppContext)?.session.user.Features;
}

/** The features that the application in force declares; undefined without one, as in stories. */
export function useLiveFeatures(): Model['features'] | undefined {
  return useContext(AppContext)?.model.features;
}

/** Id of the signed-in person; empty without a session, as in stories. */
export function useOwnId(): string {
  return useContext(AppContext)?.session.user.Id ?? '';
}

/** The signed-in person, as rules read it. */
export function useUser(): UserContext {
  return useApp().session.user;
}
