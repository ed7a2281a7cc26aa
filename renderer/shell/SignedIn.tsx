import { QueryClientProvider } from '@tanstack/react-query';
import { use, useEffect, useMemo, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { compileBundle, type Model, type ModelBundle, type Validators } from '#engine';
import { type App, AppProvider } from '../data/App.tsx';
import { ToastProviderContext } from '../data/dialogs.tsx';
import { createGuard, GuardProvider } from '../data/guard.ts';
import { loadValidators } from '../data/loadValidators.ts';
import { MessagesProvider } from '../data/messages.tsx';
import { flushPreferences } from '../data/preferences.ts';
import { createQueryClient } from '../data/queries.ts';
import { createAppRouter } from '../pages/createAppRouter.tsx';
import { createToasts, Toasts } from '../parts/Toasts.tsx';
import { DialogsHost } from './DialogsHost.tsx';
import { useDisplay } from './display.tsx';
import { createSay } from './publicMessages.ts';
import type { Services } from './Services.ts';
import { readUser, type SessionBody } from './SessionBody.ts';
import { SignInAgain } from './SignInAgain.tsx';
import { useKeptDisplay } from './useKeptDisplay.ts';

type Props = {
  readonly services: Services;
  readonly session: SessionBody;
  readonly bundle: Promise<ModelBundle>;
  readonly onSignedOut: () => void;
};

/** Everything behind the door: the model is compiled, the providers stand, the router draws. */
export function SignedIn({ services, session, bundle, onSignedOut }: Props) {
  const model = use(compiled(bundle));
  const [client] = useState(createQueryClient);
  const [toasts] = useState(createToasts);
  const [guard] = useState(createGuard);
  const { locale } = useDisplay();
  const app = useSharedApp({ services, session, model, onSignedOut });
  const router = useMemo(() => createAppRouter(model), [model]);
  const say = useMemo(() => createSay(model.messages, locale), [model, locale]);
  services.bridge.networkMessage = () => say('ui.error.network');
  useKeptDisplay(services.api);
  useEffect(() => () => client.clear(), [client]);
  return (
    <MessagesProvider locale={locale} say={say}>
      <AppProvider value={app}>
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
      </AppProvider>
    </MessagesProvider>
  );
}

type AppParts = Pick<Props, 'services' | 'session' | 'onSignedOut'> & { readonly model: Model };

function useSharedApp({ services, session, model, onSignedOut }: AppParts): App {
  return useMemo(() => {
    let validators: Promise<Validators> | undefined;
    const signOut = async () => {
      await flushPreferences(services.api);
      await services.api.send('DELETE', '/session').catch(() => undefined);
      onSignedOut();
    };
    return {
      api: services.api,
      connection: services.connection,
      model,
      session: { user: readUser(session), signOut },
      validators: () => {
        validators ??= loadValidators(model.version);
        return validators;
      },
    };
  }, [services, session, model, onSignedOut]);
}

const models = new WeakMap<Promise<ModelBundle>, Promise<Model>>();

/** One compilation for each bundle, however often React asks. */
function compiled(bundle: Promise<ModelBundle>): Promise<Model> {
  let model = models.get(bundle);
  if (!model) {
    model = bundle.then(compileBundle);
    models.set(bundle, model);
  }
  return model;
}
