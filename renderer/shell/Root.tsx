import { lazy, Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import type { Locale, ModelBundle } from '#engine';
import { writeLocal } from '../data/local.ts';
import { MessagesProvider } from '../data/messages.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import {
  applyLocale,
  applyTheme,
  type Display,
  DisplayProvider,
  initialLocale,
  initialTheme,
  type Kept,
  type Theme,
} from './display.tsx';
import { holdPress } from './holdPress.ts';
import { PublicPage } from './PublicPage.tsx';
import { createSay, readPublicMessages } from './publicMessages.ts';
import styles from './Root.module.css';
import type { Services } from './Services.ts';
import type { SessionBody } from './SessionBody.ts';
import { SignInPage } from './SignInPage.tsx';
import { StartFailure } from './StartFailure.tsx';

/** The shell, which is fetched while the server is asked who is there. */
export const loadSignedIn = () => import('./SignedIn.tsx');
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }));

/** What the page asks the server first, all at once. */
export type Start = {
  readonly services: Services;
  readonly texts: Promise<Pick<ModelBundle, 'files'>>;
  /** Null: nobody is signed in. */
  readonly session: Promise<SessionBody | null>;
  /** Asked along with the rest where somebody was signed in at the last visit; refused if they no longer are. */
  readonly bundle?: Promise<ModelBundle>;
};

/** Where this browser remembers whether somebody was signed in. */
export const signedInKey = 'formwright.signed-in';

/** The whole application: the sign-in, and behind it the shell. */
export function Root({ start }: { start: Start }) {
  useEffect(holdPress, []);
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
  const first = use(start.session);
  const [session, setSession] = useState(first);
  services.bridge.networkMessage = () => say('ui.error.network');
  const open = session?.MustChangePassword ? null : session;
  const bundle = open ? bundleOf(open, open === first ? start : { services }) : undefined;
  useEffect(() => writeLocal(signedInKey, session !== null), [session]);
  return (
    <DisplayProvider value={display}>
      <MessagesProvider locale={display.locale} say={say}>
        {open && bundle ? (
          <Suspense fallback={<Waiting />}>
            <SignedIn
              services={services}
              session={open}
              bundle={bundle}
              onSignedOut={() => setSession(null)}
            />
          </Suspense>
        ) : (
          <PublicPage
            part={use(start.texts)}
            otherwise={<SignInPage api={services.api} begun={session ?? undefined} onSignedIn={setSession} />}
          />
        )}
      </MessagesProvider>
    </DisplayProvider>
  );
}

const bundles = new WeakMap<SessionBody, Promise<ModelBundle>>();

// Kept outside React: a render that waits is begun again, and must not ask again.
function bundleOf(session: SessionBody, { services, bundle }: Pick<Start, 'services' | 'bundle'>) {
  const known = bundles.get(session);
  if (known) return known;
  const asked = bundle ?? services.api.get<ModelBundle>('/model');
  bundles.set(session, asked);
  return asked;
}

function useTexts(texts: Start['texts']) {
  const part = use(texts);
  return useMemo(() => readPublicMessages(part), [part]);
}

function useDisplayState({ bridge }: Services): Display {
  const [locale, keepLocale] = useState<Locale>(initialLocale);
  const [theme, keepTheme] = useState<Theme>(initialTheme);
  const chosen = useRef(new Set<keyof Kept>());
  const change = useMemo(() => {
    const putLocale = (next: Locale) => {
      bridge.locale = next;
      applyLocale(next);
      keepLocale(next);
    };
    const putTheme = (next: Theme) => {
      applyTheme(next);
      keepTheme(next);
    };
    return {
      setLocale: (next: Locale) => {
        chosen.current.add('locale');
        putLocale(next);
      },
      setTheme: (next: Theme) => {
        chosen.current.add('theme');
        putTheme(next);
      },
      adopt: (kept: Kept) => {
        if (kept.locale && !chosen.current.has('locale')) putLocale(kept.locale);
        if (kept.theme && !chosen.current.has('theme')) putTheme(kept.theme);
      },
    };
  }, [bridge]);
  return useMemo(() => ({ locale, theme, ...change }), [locale, theme, change]);
}

// No text: the texts are what is being waited for.
function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Spinner />
    </div>
  );
}
