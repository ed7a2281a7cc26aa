import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { Locale } from '#engine';

/** Translates a message key into the person's language. */
export type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

type Messages = { readonly locale: Locale; readonly say: Say };

const MessagesContext = createContext<Messages>({ locale: 'en-CA', say: (key) => key });

/** Provides the locale and the messages. */
export function MessagesProvider(props: { locale: Locale; say: Say; children: ReactNode }) {
  const { locale, say, children } = props;
  const value = useMemo(() => ({ locale, say }), [locale, say]);
  return (
    <I18nProvider locale={locale}>
      <MessagesContext value={value}>{children}</MessagesContext>
    </I18nProvider>
  );
}

/** `const say = useMessage(); say('ui.save')`. */
export function useMessage(): Say {
  return useContext(MessagesContext).say;
}

/** `en-CA` or `fr-CA`. */
export function useLocale(): Locale {
  return useContext(MessagesContext).locale;
}
