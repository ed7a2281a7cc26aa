/** Headings of documentation pages, in the language of the toolbar. */
import { createContext, useContext } from 'react';
import type { Locale } from '#engine';

export const DocsLocaleContext = createContext<Locale>('en-CA');

const titles = {
  use: { 'en-CA': 'Use it for', 'fr-CA': 'À utiliser pour' },
  not: { 'en-CA': 'Use something else for', 'fr-CA': 'Utiliser autre chose pour' },
  states: { 'en-CA': 'States', 'fr-CA': 'États' },
  try: { 'en-CA': 'Try it', 'fr-CA': 'Essayer' },
  anatomy: { 'en-CA': 'Anatomy', 'fr-CA': 'Anatomie' },
  keyboard: { 'en-CA': 'Keyboard', 'fr-CA': 'Clavier' },
  screenReader: { 'en-CA': 'Screen reader', 'fr-CA': 'Lecteur d’écran' },
  stories: { 'en-CA': 'All stories', 'fr-CA': 'Toutes les histoires' },
  declaration: { 'en-CA': 'Declaration', 'fr-CA': 'Déclaration' },
  field: { 'en-CA': 'The field, in entity.json', 'fr-CA': 'Le champ, dans entity.json' },
  place: { 'en-CA': 'Its place, in a screen', 'fr-CA': 'Son emplacement, dans un écran' },
  option: { 'en-CA': 'Option', 'fr-CA': 'Option' },
  type: { 'en-CA': 'Type', 'fr-CA': 'Type' },
  meaning: { 'en-CA': 'Meaning', 'fr-CA': 'Signification' },
  required: { 'en-CA': 'required', 'fr-CA': 'obligatoire' },
  noOptions: { 'en-CA': 'It has no options.', 'fr-CA': 'Aucune option.' },
  changes: { 'en-CA': 'Latest changes', 'fr-CA': 'Derniers changements' },
  since: { 'en-CA': 'Since', 'fr-CA': 'Depuis le' },
  new: { 'en-CA': 'New', 'fr-CA': 'Nouveau' },
  stable: { 'en-CA': 'Stable', 'fr-CA': 'Stable' },
  retiring: { 'en-CA': 'Retiring', 'fr-CA': 'En retrait' },
  light: { 'en-CA': 'Light', 'fr-CA': 'Clair' },
  dark: { 'en-CA': 'Dark', 'fr-CA': 'Sombre' },
} as const;

/** Heading by key. */
export function useTitles(): (key: keyof typeof titles) => string {
  const locale = useContext(DocsLocaleContext);
  return (key) => titles[key][locale];
}
