import { lazy, Suspense, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { Locale, ModelBundle } from '#engine';
import { MessagesProvider } from '../data/messages.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import {
  applyLocale,
  applyTheme,
  type Display,
  DisplayProvider,
  initialLocale,
  initialTheme,
  type Theme,
} from './display.tsx';
import { createSay, readPublicMessages } from './publicMessages.ts';
import styles from './Root.module.css';
import type { Services } from './Services.ts';
import type { SessionBody } from './SessionBody.ts';
import { SignInPage } from './SignInPage.tsx';
import { StartFailure } from './StartFailure.tsx';

const loadSignedIn = () => import('./SignedIn.tsx');
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }));

/** What the page asks the server first, all at once. */
export type Start = {
  readonly services: Services;
  readonly texts: Promise<Pick<ModelBundle, 'files'>>;
  /** Null: nobody is signed in. */
  readonly session: Promise<SessionBody | null>;
};

/** The whole application: the door, and behind it the shell. */
export function Root({ start }: { start: Start }) {
  return (
    <StartFailure>
      <Suspense fallback={<Waiting />}>
        <Started start={start} />
      </Suspense>
    </StartFailure>
  );
}

function Started({ start }: { start: Start }) {
  const { services } = start;
  const display = useDisplayState(services);
  const messages = useTexts(start.texts);
  const say = useMemo(() => createSay(messages, display.locale), [messages, display.locale]);
  const [session, setSession] = useState(use(start.session));
  services.bridge.networkMessage = () => say('ui.error.network');
  const bundle = useMemo(
    () => (session ? services.api.get<ModelBundle>('/model') : undefined),
    [services, session],
  );
  useEffect(() => {
    if (!session) void loadSignedIn();
  }, [session]);
  return (
    <DisplayProvider value={display}>
      <MessagesProvider locale={display.locale} say={say}>
        {session && bundle ? (
          <Suspense fallback={<Waiting />}>
            <SignedIn
              services={services}
              session={session}
              bundle={bundle}
              onSignedOut={() => setSession(null)}
            />
          </Suspense>
        ) : (
          <SignInPage api={services.api} onSignedIn={setSession} />
        )}
      </MessagesProvider>
    </DisplayProvider>
  );
}

function useTexts(texts: Start['texts']) {
  const part = use(texts);
  return useMemo(() => readPublicMessages(part), [part]);
}

function useDisplayState({ bridge }: Services): Display {
  const [locale, keepLocale] = useState<Locale>(initialLocale);
  const [theme, keepTheme] = useState<Theme>(initialTheme);
  const setLocale = useCallback(
    (next: Locale) => {
      bridge.locale = next;
      applyLocale(next);
      keepLocale(next);
    },
    [bridge],
  );
  const setTheme = useCallback((next: Theme) => {
    applyTheme(next);
    keepTheme(next);
  }, []);
  return useMemo(() => ({ locale, setLocale, theme, setTheme }), [locale, setLocale, theme, setTheme]);
}

// No text: the texts are what is being waited for.
function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Spinner />
    </div>
  );
}
