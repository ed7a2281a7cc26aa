import {
  Component,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Locale, Model, ModelBundle } from '#engine';
import { writeLocal } from '../data/local.ts';
import { MessagesProvider } from '../data/messages.tsx';
import { useArrived } from '../data/useArrived.ts';
import type { Extension } from '../extension/defineExtension.ts';
import { Button } from '../parts/Button.tsx';
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

/** The sign-in page, loaded at once if the last visit ended without a session. */
export const loadSignIn = () => import('./SignInPage.tsx');

/** Target of e-mailed links, whose token is in the hash. */
const linkPath = '/account/password';

/** The first requests, sent in parallel. */
export type Start = {
  readonly services: Services;
  readonly texts: Promise<Pick<ModelBundle, 'files'>>;
  /** Resolves when the brand has been applied; never rejects. */
  readonly brand?: Promise<void>;
  /** Null: nobody is signed in. */
  readonly session: Promise<SessionBody | null>;
  /** Requested in advance if the last visit had a session; rejects if it has expired. */
  readonly bundle?: Promise<ModelBundle>;
  /** Loads the shell and the extensions; safe to call repeatedly. */
  readonly loadSignedIn: () => Promise<SignedInCode>;
};

type SignedInCode = {
  readonly SignedIn: ComponentType<SignedInProps>;
  readonly compileModel: (bundle: Promise<ModelBundle>) => Promise<Model>;
  readonly extensions: readonly Extension[];
};

export type SignedInProps = {
  readonly services: Services;
  readonly session: SessionBody;
  /** The model in force when the page was opened. */
  readonly model: Model;
  readonly extensions: readonly Extension[];
  readonly onSignedOut: () => void;
};

/** Local storage key that remembers whether the last visit had a session. */
export const signedInKey = 'formwright.signed-in';

/** The whole application: the sign-in page or the shell. */
export function Root({ start }: { start: Start }) {
  useEffect(holdPress, []);
  return (
    <StartFailure>
      <Starting start={start} />
    </StartFailure>
  );
}

// A waiting state instead of Suspense: after a fallback React holds back content for 300 ms.
function Starting({ start }: { start: Start }) {
  const [asked] = useState(() => Promise.all([start.texts, start.session, start.brand]));
  const answered = useArrived(asked);
  return answered ? <Started start={start} texts={answered[0]} first={answered[1]} /> : <Waiting />;
}

type StartedProps = {
  readonly start: Start;
  readonly texts: Pick<ModelBundle, 'files'>;
  readonly first: SessionBody | null;
};

function Started({ start, texts, first }: StartedProps) {
  const { services } = start;
  const display = useDisplayState(services);
  const messages = useMemo(() => readPublicMessages(texts), [texts]);
  const say = useMemo(() => createSay(messages, display.locale), [messages, display.locale]);
  const [session, setSession] = useState(first);
  services.bridge.networkMessage = () => say('ui.error.network');
  services.bridge.carriedOutMessage = () => say('ui.error.carried-out');
  // An e-mailed link belongs to its recipient, not to the person signed in here.
  const isLink = window.location.pathname === linkPath;
  const open = session?.MustChangePassword || isLink ? null : session;
  services.bridge.isSignedIn = Boolean(open);
  useEffect(() => writeLocal(signedInKey, session !== null), [session]);
  return (
    <DisplayProvider value={display}>
      <MessagesProvider locale={display.locale} say={say}>
        {open ? (
          <Shell
            session={open}
            start={open === first ? start : { ...start, bundle: undefined }}
            onSignedOut={() => setSession(null)}
          />
        ) : (
          <PublicPage
            part={texts}
            loadSignedIn={start.loadSignedIn}
            otherwise={
              <SignIn
                {...{ isLink, api: services.api, begun: session ?? undefined, onSignedIn: setSession }}
              />
            }
          />
        )}
      </MessagesProvider>
    </DisplayProvider>
  );
}

function SignIn(props: ComponentProps<Awaited<ReturnType<typeof loadSignIn>>['SignInPage']>) {
  const [asked] = useState(loadSignIn);
  const page = useArrived(asked);
  return page ? <page.SignInPage {...props} /> : <Waiting />;
}

type ShellProps = {
  readonly session: SessionBody;
  readonly start: Pick<Start, 'services' | 'bundle' | 'loadSignedIn'>;
  readonly onSignedOut: () => void;
};

function Shell({ session, start, onSignedOut }: ShellProps) {
  const { services } = start;
  const [asked] = useState(() => loadShell(start));
  const shell = useArrived(asked);
  return shell ? (
    <shell.SignedIn
      {...{ services, session, onSignedOut }}
      model={shell.model}
      extensions={shell.extensions}
    />
  ) : (
    <Waiting />
  );
}

async function loadShell({ services, bundle, loadSignedIn }: ShellProps['start']) {
  const declared = bundle ?? services.api.get<ModelBundle>('/model');
  const { SignedIn, compileModel, extensions } = await loadSignedIn();
  return { SignedIn, extensions, model: await compileModel(declared) };
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

// No text: the texts are still loading.
function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Spinner />
    </div>
  );
}

// Texts come from the server; without it, only these two are available.
const failureTexts = {
  'en-CA': ['The server cannot be reached. Check your connection, then try again.', 'Try again'],
  'fr-CA': ['Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.', 'Réessayer'],
} as const;

/** Shown when the application cannot even start. */
class StartFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const [message, retry] = failureTexts[initialLocale()];
    return (
      <main className={styles.failure} role="alert">
        <p>{message}</p>
        <Button tone="primary" onPress={() => location.reload()}>
          {retry}
        </Button>
      </main>
    );
  }
}
