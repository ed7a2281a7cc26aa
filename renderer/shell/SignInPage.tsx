import { useEffect } from 'react';
import type { Locale } from '#engine';
import type { Api } from '../data/createApi.ts';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { BrandMark } from './BrandMark.tsx';
import { useDisplay } from './display.tsx';
import { LinkForm, linkPath } from './LinkForm.tsx';
import type { SessionBody } from './SessionBody.ts';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

type Props = {
  readonly api: Api;
  readonly notice?: string;
  /** Who has signed in and has to choose a password of their own still. */
  readonly begun?: SessionBody;
  readonly onSignedIn: (session: SessionBody) => void;
};

/** The page where one signs in. */
export function SignInPage({ api, notice, begun, onSignedIn }: Props) {
  const say = useMessage();
  const isLink = window.location.pathname === linkPath;
  const title = say(isLink ? 'ui.link.title' : 'ui.sign-in.title');
  useEffect(() => {
    document.title = `${title} · Formwright`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <BrandMark />
          Formwright
        </div>
        <h1 className={styles.title}>{title}</h1>
        {notice && <p role="status">{notice}</p>}
        {isLink ? (
          <LinkForm api={api} onLeave={() => window.location.replace('/')} />
        ) : (
          <SignInForm api={api} begun={begun} onSignedIn={onSignedIn} />
        )}
      </div>
      <LanguageButtons />
    </main>
  );
}

function LanguageButtons() {
  const { locale, setLocale } = useDisplay();
  return (
    <div className={styles.footer}>
      {Object.entries(languageNames).map(([id, name]) => (
        <Button
          key={id}
          tone={id === locale ? 'neutral' : 'quiet'}
          size="small"
          onPress={() => setLocale(id as Locale)}
        >
          <span lang={id}>{name}</span>
        </Button>
      ))}
    </div>
  );
}

/** Each language by its own name. */
export const languageNames = { 'en-CA': 'English', 'fr-CA': 'Français' } satisfies Record<Locale, string>;
