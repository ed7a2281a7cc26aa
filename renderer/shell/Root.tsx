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

/** The page to sign in at, fetched at once where nobody was signed in at the last visit. */
export const loadSignIn = () => import('./SignInPage.tsx');

/** The page that links of letters lead to; what opens the account stands behind #. */
const linkPath = '/account/password';

/** What the page asks the server first, all at once. */
export type Start = {
  readonly services: Services;
  readonly texts: Promise<Pick<ModelBundle, 'files'>>;
  /** Null: nobody is signed in. */
  readonly session: Promise<SessionBody | null>;
  /** Asked along with the rest where somebody was signed in at the last visit; refused if they no longer are. */
  readonly bundle?: Promise<ModelBundle>;
  /** Loads the shell and the extensions of the application; called as often as they are needed. */
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
  /** As it was when the page was opened. */
  readonly model: Model;
  readonly extensions: readonly Extension[];
  readonly onSignedOut: () => void;
};

/** Where this browser remembers whether somebody was signed in. */
export const signedInKey = 'formwright.signed-in';

/** The whole application: the sign-in, and behind it the shell. */
export function Root({ start }: { start: Start }) {
  useEffect(holdPress, []);
  return (
    <StartFailure>
      <Starting start={start} />
    </StartFailure>
  );
}

// Waiting is a state of its own and no fallback of Suspense, after which React shows nothing new for 300 ms.
function Starting({ start }: { start: Start }) {
  const [asked] = useState(() => Promise.all([start.texts, start.session]));
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
  // A link of a letter is of whoever it is of, not of who is signed in here.
  const isLink = window.location.pathname === linkPath;
  const open = session?.MustChangePassword || isLink ? null : session;
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

// No text: the texts are what is being waited for.
function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Spinner />
    </div>
  );
}

// The texts of the product come from the server; when it cannot be reached, these two are all there is.
const failureTexts = {
  'en-CA': ['The server cannot be reached. Check your connection, then try again.', 'Try again'],
  'fr-CA': ['Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.', 'Réessayer'],
} as const;

/** What is shown when the application cannot even start. */
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
