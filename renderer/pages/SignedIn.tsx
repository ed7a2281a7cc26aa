import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { compileBundle, type Model, type ModelBundle, type Validators } from '#engine';
import { type App, AppProvider } from '../data/App.tsx';
import type { Api } from '../data/createApi.ts';
import { ToastProviderContext } from '../data/dialogs.tsx';
import { createGuard, GuardProvider } from '../data/guard.ts';
import { loadValidators } from '../data/loadValidators.ts';
import { MessagesProvider } from '../data/messages.tsx';
import { createOwnReleases } from '../data/ownReleases.ts';
import { flushPreferences } from '../data/preferences.ts';
import { createQueryClient } from '../data/queries.ts';
import { useAnswersInLanguage } from '../data/useAnswersInLanguage.ts';
import { createToasts, Toasts } from '../parts/Toasts.tsx';
import { DialogsHost } from '../shell/DialogsHost.tsx';
import { type Kept, useDisplay } from '../shell/display.tsx';
import { createSay } from '../shell/publicMessages.ts';
import type { SignedInProps } from '../shell/Root.tsx';
import { readUser, type SessionBody } from '../shell/SessionBody.ts';
import { SignInAgain } from '../shell/SignInAgain.tsx';
import { createAppRouter } from './createAppRouter.tsx';
import { ExtensionsProvider } from './ExtensionsProvider.tsx';

/** Everything behind the sign-in: providers and router. */
export function SignedIn({ services, session, model: first, extensions, onSignedOut }: SignedInProps) {
  const [client] = useState(createQueryClient);
  const [toasts] = useState(createToasts);
  const [guard] = useState(createGuard);
  const { locale } = useDisplay();
  const { taken, takeOver } = useTakeOver(services.api, client);
  const model = taken?.model ?? first;
  const app = useSharedApp({ services, session, model, taken, takeOver, onSignedOut });
  const [router] = useState(createAppRouter);
  const say = useMemo(() => createSay(model.messages, locale), [model, locale]);
  services.bridge.networkMessage = () => say('ui.error.network');
  services.bridge.carriedOutMessage = () => say('ui.error.carried-out');
  useKeptDisplay(services.api);
  useAnswersInLanguage(client, locale);
  useEffect(() => () => client.clear(), [client]);
  return (
    <MessagesProvider locale={locale} say={say}>
      <AppProvider value={app}>
        <ExtensionsProvider extensions={extensions}>
          <QueryClientProvider client={client}>
            <ToastProviderContext value={toasts}>
              <GuardProvider value={guard}>
                <DialogsHost bridge={services.bridge}>
                  <SignInAgain bridge={services.bridge}>
                    <RouterProvider router={router} />
                    <Toasts queue={toasts.queue} />
                  </SignInAgain>
                </DialogsHost>
              </GuardProvider>
            </ToastProviderContext>
          </QueryClientProvider>
        </ExtensionsProvider>
      </AppProvider>
    </MessagesProvider>
  );
}

type AppParts = Pick<SignedInProps, 'services' | 'session' | 'onSignedOut'> & {
  readonly model: Model;
  readonly taken: Taken | undefined;
  readonly takeOver: () => Promise<Model | undefined>;
};

function useSharedApp({ services, session, model, taken, takeOver, onSignedOut }: AppParts): App {
  const [ownReleases] = useState(createOwnReleases);
  return useMemo(() => {
    let validators: Promise<Validators> | Validators | undefined = taken?.validators;
    const signOut = async () => {
      await flushPreferences(services.api);
      const ended = await services.api
        .send<{ readonly SignOutUrl?: string } | undefined>('DELETE', '/session')
        .catch(() => undefined);
      onSignedOut();
      // Otherwise the provider would sign the next person in as this one.
      if (ended?.SignOutUrl) window.location.assign(ended.SignOutUrl);
    };
    return {
      api: services.api,
      connection: services.connection,
      model,
      session: { user: readUser(taken?.session ?? session), signOut },
      takeOver,
      ownReleases,
      validators: () => {
        validators ??= loadValidators(model.version).then((loaded) => {
          // Store the value, so that nothing suspends from now on.
          validators = loaded;
          return loaded;
        });
        return validators;
      },
    };
  }, [services, session, model, taken, takeOver, ownReleases, onSignedOut]);
}

/** Declarations published after this page was opened. */
function useTakeOver(api: Api, client: QueryClient) {
  const [taken, take] = useState<Taken>();
  const started = useRef(0);
  const takeOver = useCallback(async () => {
    const number = ++started.current;
    const next = await loadTaken(api);
    // A newer release is already loading; do not let this one replace it.
    if (number !== started.current) return undefined;
    // As a transition: the page stays visible while the new one renders.
    startTransition(() => take(next));
    // Answers have a new shape now.
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' });
    return next.model;
  }, [api, client]);
  return { taken, takeOver };
}

/** Compiles the model here, to keep the engine out of the sign-in bundle. */
export async function compileModel(bundle: Promise<ModelBundle>): Promise<Model> {
  return compileBundle(await bundle);
}

/** A newly published model with all that depends on it. */
type Taken = {
  readonly model: Model;
  readonly validators: Validators;
  /** The session with the features that the roles now grant. */
  readonly session: SessionBody;
};

/** Loads everything in force now, so that old and new are never mixed. */
async function loadTaken(api: Api): Promise<Taken> {
  const [bundle, session] = await Promise.all([
    api.get<ModelBundle>('/model'),
    api.get<SessionBody>('/session'),
  ]);
  return { model: compileBundle(bundle), validators: await loadValidators(bundle.version), session };
}

const displayPath = '/preference/display';

/** Syncs language and theme across browsers: read at sign-in, written on change. */
function useKeptDisplay(api: Api): void {
  const { locale, theme, adopt } = useDisplay();
  // The value on the server; undefined until it has answered.
  const [stored, setStored] = useState<string>();

  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const kept = await api.get<Kept | null>(displayPath).catch(() => undefined);
      if (isGone || kept === undefined) return;
      adopt(kept ?? {});
      setStored(JSON.stringify(kept));
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [api, adopt]);

  useEffect(() => {
    const next = JSON.stringify({ locale, theme } satisfies Kept);
    if (stored === undefined || stored === next) return;
    setStored(next);
    api.send('PUT', displayPath, { locale, theme }).catch(() => undefined);
  }, [api, locale, theme, stored]);
}
