import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, use, useContext, useMemo, useState } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import type { DeclarationSet, Locale, Model, UserContext } from '#engine';
import {
  type App,
  AppProvider,
  createGuard,
  createOwnReleases,
  createQueryClient,
  createRoutes,
  createSay,
  createServices,
  createToasts,
  DialogsHost,
  DisplayProvider,
  GuardProvider,
  MessagesProvider,
  readUser,
  type SessionBody,
  ToastProviderContext,
  Toasts,
  useLocale,
} from '#renderer';
import { declarations } from './declarations.ts';
import { RoleContext } from './role.ts';
import { type StoryServer, startStoryServer } from './startStoryServer.ts';

type Props = {
  /** The start address: `/products`, or one computed from the sample data. */
  readonly route: string | ((model: Model) => string);
  readonly userName?: string;
  readonly locale?: Locale;
  readonly set?: DeclarationSet;
  /** A server that runs elsewhere; absent: a new one over `set`. */
  readonly connect?: (userName: string) => Promise<Served>;
  /** Runs before anything is shown. */
  readonly prepare?: (server: StoryServer) => Promise<void>;
  /** Routes other than those of the declared screens. */
  readonly routes?: (model: Model) => RouteObject[];
};

/** What the screens need of a server. */
export type Served = Pick<StoryServer, 'model' | 'validators' | 'fetch'>;
type Started = { readonly server: Served; readonly user: UserContext };

/** The server of the running story, for play functions that intercept calls. */
export const running: { server?: StoryServer } = {};

/**
 * The whole application in the browser: real server, memory store, no network. The toolbar sets role and
 * language.
 */
export function StoryApp(props: Props) {
  const chosen = useContext(RoleContext);
  const locale = useLocale();
  const userName = chosen || props.userName;
  return <Started key={userName} locale={locale} {...props} userName={userName} />;
}

function Started(props: Props) {
  const [started] = useState(() => start(props));
  return (
    <Suspense fallback={<p>…</p>}>
      <Running {...props} started={started} />
    </Suspense>
  );
}

async function start({ userName = 'admin', set = declarations, connect, prepare }: Props): Promise<Started> {
  const server = connect ? await connect(userName) : await prepared({ set, userName, prepare });
  const session = (await (await server.fetch('/api/session')).json()) as SessionBody;
  return { server, user: readUser(session) };
}

type Own = Pick<Props, 'prepare'> & { readonly set: DeclarationSet; readonly userName: string };

async function prepared({ set, userName, prepare }: Own): Promise<StoryServer> {
  const server = await startStoryServer({ set, userName });
  await prepare?.(server);
  running.server = server;
  return server;
}

function Running({
  started,
  route,
  locale = 'en-CA',
  routes = createRoutes,
}: Props & { started: Promise<Started> }) {
  const { server, user } = use(started);
  const services = useMemo(() => createServices(locale, server.fetch), [locale, server]);
  const app = useMemo<App>(() => appOf(services, server, user), [services, server, user]);
  const [client] = useState(createQueryClient);
  const [toasts] = useState(createToasts);
  const [guard] = useState(createGuard);
  const router = useMemo(() => {
    const place = typeof route === 'string' ? route : route(server.model);
    return createMemoryRouter(routes(server.model), { initialEntries: [place] });
  }, [server, route, routes]);
  const say = useMemo(() => createSay(server.model.messages, locale), [server, locale]);
  services.bridge.locale = locale;
  services.bridge.isSignedIn = true;
  services.bridge.networkMessage = () => say('ui.error.network');
  services.bridge.carriedOutMessage = () => say('ui.error.carried-out');
  return (
    <DisplayProvider
      value={{ locale, setLocale: nothing, theme: 'system', setTheme: nothing, adopt: nothing }}
    >
      <MessagesProvider locale={locale} say={say}>
        <AppProvider value={app}>
          <QueryClientProvider client={client}>
            <ToastProviderContext value={toasts}>
              <GuardProvider value={guard}>
                <DialogsHost bridge={services.bridge}>
                  <RouterProvider router={router} />
                  <Toasts queue={toasts.queue} />
                </DialogsHost>
              </GuardProvider>
            </ToastProviderContext>
          </QueryClientProvider>
        </AppProvider>
      </MessagesProvider>
    </DisplayProvider>
  );
}

function appOf(services: ReturnType<typeof createServices>, server: Served, user: UserContext): App {
  const validators = Promise.resolve(server.validators);
  return {
    api: services.api,
    connection: services.connection,
    model: server.model,
    session: { user, signOut: async () => undefined },
    validators: () => validators,
    openEvents: openQuietEvents,
    ownReleases: createOwnReleases(),
  };
}

/** An event stream that stays open and silent, without a network. */
const openQuietEvents = (): EventSource =>
  Object.assign(new EventTarget(), {
    readyState: EventSource.OPEN,
    close: nothing,
  }) as unknown as EventSource;

function nothing(): void {}

/** A route for a part shown alone. */
export function alone(element: ReactNode): () => RouteObject[] {
  return () => [{ path: '*', element }];
}
