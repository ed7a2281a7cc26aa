import { useEffect, useMemo, useRef, useState } from 'react';
import { MemoryRouter } from 'react-router';
import type { Locale } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { leaveAccent, standardBrand, useBrand } from '../data/brand.ts';
import { useFormats } from '../data/formats.ts';
import { MessagesProvider, useLocale, useMessage } from '../data/messages.tsx';
import { BrandMark } from '../parts/BrandMark.tsx';
import { Button } from '../parts/Button.tsx';
import { RichText } from '../parts/RichText.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import { applyLocale, initialLocale, languageNames } from '../shell/display.tsx';
import type { Services } from '../shell/Services.ts';
import { AnswerForm } from './AnswerForm.tsx';
import type { FormAddress } from './formAtAddress.ts';
import type { ClosedForm, OpenForm } from './formTypes.ts';
import { type LoadedForm, loadForm } from './loadForm.ts';
import styles from './publicForm.module.css';

type Props = { readonly services: Services; readonly at: FormAddress };

type Loading = { readonly loaded?: LoadedForm; readonly error?: ApiError };

/** The page of a public form: without the shell, and without a session. */
export function PublicFormPage({ services, at }: Props) {
  const [locale, setLocale] = useState<Locale>(initialLocale);
  const [{ loaded, error }, setLoading] = useState<Loading>({});
  const [answers, again] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer needs another challenge
  useEffect(() => {
    loadForm(services.api, at).then(
      (next) => setLoading({ loaded: next }),
      (failure: unknown) => setLoading({ error: asApiError(failure) }),
    );
  }, [services, at, answers]);
  const spoken = loaded?.form.Languages;
  const shown = !spoken || spoken.includes(locale) ? locale : (spoken[0] ?? locale);
  useLook(loaded, shown, services);
  const say = useMemo(() => loaded?.sayIn(shown), [loaded, shown]);
  if (error) return <Gone text={error.message} onRetry={() => again((count) => count + 1)} />;
  if (!loaded || !say) return <Waiting />;
  const { form } = loaded;
  return (
    <MessagesProvider locale={shown} say={say}>
      <main className={styles.page}>
        <div className={styles.panel}>
          <Sender />
          <Languages languages={form.Languages} locale={shown} onChange={setLocale} />
          {form.Closed !== undefined ? (
            <Closed form={form} />
          ) : (
            <Answering
              key={answers}
              {...{ services, at, form, loaded }}
              onAgain={() => again((count) => count + 1)}
            />
          )}
        </div>
      </main>
    </MessagesProvider>
  );
}

const asApiError = (failure: unknown): ApiError =>
  failure instanceof ApiError ? failure : new ApiError(0, { Message: String(failure) });

/** Language, theme and colour of the page; what a person chose elsewhere is left alone. */
function useLook(loaded: LoadedForm | undefined, locale: Locale, { bridge }: Services): void {
  useEffect(() => {
    bridge.locale = locale;
    applyLocale(locale);
    if (!loaded) return;
    const root = document.documentElement;
    const { Theme, Accent, Title } = loaded.form;
    if (Theme) root.dataset.theme = Theme;
    if (Accent) {
      root.dataset.accent = Accent;
      leaveAccent();
    }
    document.title = Title[locale];
  }, [loaded, locale, bridge]);
}

/** Whose form it is; nothing where no brand is set. */
function Sender() {
  const { Name, Logo } = useBrand();
  if (!Logo && Name === standardBrand.Name) return null;
  return (
    <div className={styles.sender}>
      <BrandMark logo={Logo} />
      {Name}
    </div>
  );
}

type AnsweringProps = Props & {
  readonly form: OpenForm;
  readonly loaded: LoadedForm;
  readonly onAgain: () => void;
};

function Answering({ services, at, form, loaded, onAgain }: AnsweringProps) {
  const locale = useLocale();
  const [isSent, setSent] = useState(false);
  if (isSent) return <Thanks form={form} onAgain={at.token === '' ? onAgain : undefined} />;
  return (
    <>
      <h1 className={styles.title}>{form.Title[locale]}</h1>
      {form.Intro && (
        <div className={styles.intro}>
          <RichText text={form.Intro[locale]} />
        </div>
      )}
      {/* This page is outside the application's router, and tabs of a form keep theirs in an address. */}
      <MemoryRouter>
        <AnswerForm {...{ services, at, form, loaded }} onSent={() => setSent(true)} />
      </MemoryRouter>
    </>
  );
}

type ThanksProps = { readonly form: OpenForm; readonly onAgain?: (() => void) | undefined };

function Thanks({ form, onAgain }: ThanksProps) {
  const [say, locale] = [useMessage(), useLocale()];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.done}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {say('ui.public.received')}
      </h1>
      <RichText text={form.Thanks[locale]} />
      {onAgain && <Button onPress={onAgain}>{say('ui.public.again')}</Button>}
    </div>
  );
}

function Closed({ form }: { readonly form: ClosedForm }) {
  const [say, locale, formats] = [useMessage(), useLocale(), useFormats()];
  const date = form.From ? formats.date(form.From) : '';
  return (
    <>
      <h1 className={styles.title}>{form.Title[locale]}</h1>
      <p role="status">{say(`ui.public.${form.Closed}`, { date })}</p>
    </>
  );
}

type LanguagesProps = {
  readonly languages: readonly Locale[];
  readonly locale: Locale;
  readonly onChange: (locale: Locale) => void;
};

function Languages({ languages, locale, onChange }: LanguagesProps) {
  const say = useMessage();
  if (languages.length < 2) return null;
  return (
    <nav className={styles.languages} aria-label={say('ui.public.language')}>
      {languages.map((id) => (
        <Button key={id} tone={id === locale ? 'neutral' : 'quiet'} size="small" onPress={() => onChange(id)}>
          <span lang={id}>{languageNames[id]}</span>
        </Button>
      ))}
    </nav>
  );
}

/** Texts come from the server; without it, only these two are there. */
const retryTexts = { 'en-CA': 'Try again', 'fr-CA': 'Réessayer' } as const;
const offlineTexts = {
  'en-CA': 'The server cannot be reached. Check your connection, then try again.',
  'fr-CA': 'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
} as const;

function Gone({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const locale = initialLocale();
  return (
    <main className={styles.page}>
      <div className={styles.panel} role="alert">
        <p>{text || offlineTexts[locale]}</p>
        <Button onPress={onRetry}>{retryTexts[locale]}</Button>
      </div>
    </main>
  );
}

function Waiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <Spinner />
    </div>
  );
}
