import { createContext, useContext } from 'react';
import type { Locale } from '#engine';
import { readLocal, writeLocal } from '../data/local.ts';

export type Theme = 'light' | 'dark' | 'system';

export type Kept = { readonly locale?: Locale; readonly theme?: Theme };

/** Language and theme, with their setters. */
export type Display = {
  readonly locale: Locale;
  readonly setLocale: (locale: Locale) => void;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  /** Applies stored preferences, except those already changed on this page. */
  readonly adopt: (kept: Kept) => void;
};

const DisplayContext = createContext<Display | undefined>(undefined);

export const DisplayProvider = DisplayContext.Provider;

export function useDisplay(): Display {
  const display = useContext(DisplayContext);
  if (!display) throw new Error('useDisplay: there is no DisplayProvider above');
  return display;
}

/** The language of the last visit, else of the browser, else English. */
export function initialLocale(): Locale {
  const kept = readLocal<Locale>('formwright.language');
  if (kept === 'en-CA' || kept === 'fr-CA') return kept;
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr-CA' : 'en-CA';
}

/** The theme of the last visit, else that of the system. */
export function initialTheme(): Theme {
  const kept = readLocal<Theme>('formwright.theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Applies a theme and remembers it in this browser. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  writeLocal('formwright.theme', theme);
}

/** Applies a language and remembers it in this browser. */
export function applyLocale(locale: Locale): void {
  document.documentElement.lang = locale;
  writeLocal('formwright.language', locale);
}

/** Each language by its own name. */
export const languageNames = { 'en-CA': 'English', 'fr-CA': 'Français' } satisfies Record<Locale, string>;
