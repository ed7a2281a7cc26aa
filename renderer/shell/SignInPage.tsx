import type { Locale } from '#engine';
import { useBrand } from '../data/brand.ts';
import type { Api } from '../data/createApi.ts';
import { useMessage } from '../data/messages.tsx';
import { usePageTitle } from '../data/usePageTitle.ts';
import { BrandMark } from '../parts/BrandMark.tsx';
import { Button } from '../parts/Button.tsx';
import { languageNames, useDisplay } from './display.tsx';
import { LinkForm } from './LinkForm.tsx';
import type { SessionBody } from './SessionBody.ts';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

type Props = {
  readonly api: Api;
  /** The page was opened through an e-mailed link, to set a password. */
  readonly isLink: boolean;
  /** Session of a person who must still replace a generated password. */
  readonly begun?: SessionBody;
  readonly onSignedIn: (session: SessionBody) => void;
};

/** The sign-in page. */
export function SignInPage({ api, isLink, begun, onSignedIn }: Props) {
  const say = useMessage();
  const title = say(isLink ? 'ui.link.title' : 'ui.sign-in.title');
  const brand = useBrand();
  usePageTitle(title);
  return (
    <main className={styles.page} data-pictured={brand.SignInPicture ? true : undefined}>
      {brand.SignInPicture && <img className={styles.picture} src={brand.SignInPicture} alt="" />}
      <div className={styles.panel}>
        <div className={styles.brand}>
          <BrandMark logo={brand.Logo} />
          {brand.Name}
        </div>
        <h1 className={styles.title}>{title}</h1>
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
