/** The states that every widget has, in the order in which they are shown. */
import type { Locale } from '#engine';
import type { WidgetStoryProps } from './WidgetStory.tsx';

/** How a state is shown that no declaration makes. */
export type Look = 'hover' | 'focus' | 'hidden' | 'loading' | 'long' | 'language' | 'narrow';

type Derived = {
  readonly name: string;
  readonly look?: Look;
  /** The arguments of the state; `empty`: those of the widget without a value. */
  readonly change: (filled: WidgetStoryProps, empty: WidgetStoryProps) => WidgetStoryProps;
};

const judged = (level: 'error' | 'warning', message: string) => [
  { id: message, check: '$not(true)', at: ['Value'], level, message },
];

const same: Derived['change'] = (filled) => filled;

export const derived: readonly Derived[] = [
  { name: 'Empty', change: (_, empty) => empty },
  { name: 'Hover', look: 'hover', change: same },
  { name: 'Focus', look: 'focus', change: same },
  { name: 'Filled', change: same },
  { name: 'WithHelp', change: (filled) => ({ ...filled, help: 'What the help text says.' }) },
  { name: 'Required', change: (_, empty) => ({ ...empty, required: true }) },
  {
    name: 'Invalid',
    change: (filled) => ({ ...filled, submitted: true, rules: judged('error', 'story.refused') }),
  },
  {
    name: 'Warning',
    change: (filled) => ({ ...filled, submitted: true, rules: judged('warning', 'story.unusual') }),
  },
  { name: 'ReadOnly', change: (filled) => ({ ...filled, locked: true }) },
  { name: 'ReadOnlyEmpty', change: (_, empty) => ({ ...empty, locked: true }) },
  { name: 'Locked', change: (filled) => ({ ...filled, locked: true, lockedInputs: true }) },
  { name: 'Hidden', look: 'hidden', change: same },
  { name: 'Loading', look: 'loading', change: same },
  {
    name: 'LongText',
    look: 'long',
    change: (filled) => ({
      ...filled,
      label: 'Cancellation fee of the extended warranty agreement after the free look period',
      help: 'Charged once, taxes not included. The amount is shown on the agreement and on every statement.',
    }),
  },
  { name: 'OtherLanguage', look: 'language', change: same },
  { name: 'Narrow', look: 'narrow', change: same },
];

/** Stories of states that only this widget has. */
export function ownStates<Story>(stories: Readonly<Record<string, Story>>): readonly [string, Story][] {
  return Object.entries(stories).filter(([name]) => derived.every((one) => one.name !== name));
}

const titles: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  Empty: { 'en-CA': 'At rest', 'fr-CA': 'Au repos' },
  Hover: { 'en-CA': 'Hover', 'fr-CA': 'Survol' },
  Focus: { 'en-CA': 'Focus', 'fr-CA': 'Focus' },
  Filled: { 'en-CA': 'Filled', 'fr-CA': 'Rempli' },
  WithHelp: { 'en-CA': 'With help', 'fr-CA': 'Avec aide' },
  Required: { 'en-CA': 'Required', 'fr-CA': 'Obligatoire' },
  Invalid: { 'en-CA': 'Error', 'fr-CA': 'Erreur' },
  Warning: { 'en-CA': 'Warning', 'fr-CA': 'Avertissement' },
  ReadOnly: { 'en-CA': 'Read-only', 'fr-CA': 'Lecture seule' },
  ReadOnlyEmpty: { 'en-CA': 'Read-only, empty', 'fr-CA': 'Lecture seule, vide' },
  Locked: { 'en-CA': 'Disabled', 'fr-CA': 'Désactivé' },
  Hidden: { 'en-CA': 'Hidden by a right', 'fr-CA': 'Masqué par une autorisation' },
  HiddenNote: {
    'en-CA': 'Takes no space. The server does not send the value.',
    'fr-CA': 'N’occupe aucun espace. Le serveur n’envoie pas la valeur.',
  },
  Loading: { 'en-CA': 'Loading', 'fr-CA': 'Chargement' },
  LongText: { 'en-CA': 'Long text', 'fr-CA': 'Texte long' },
  OtherLanguage: { 'en-CA': 'In French', 'fr-CA': 'En anglais' },
  Narrow: { 'en-CA': 'Narrow', 'fr-CA': 'Étroit' },
};

/** `RoleThatIsGone` → “Role that is gone”; shared states have a title in both languages. */
export function titleOf(name: string, locale: Locale): string {
  const known = titles[name]?.[locale];
  if (known) return known;
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
