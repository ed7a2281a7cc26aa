import { expect, it } from 'vitest';
import { chooseLocale } from './chooseLocale.ts';

it('chooses the best known language, by quality and then by position', () => {
  const wishes: Record<string, string> = {
    'fr-CA': 'fr-CA',
    fr: 'fr-CA',
    'FR-fr;q=0.8, en;q=0.9': 'en-CA',
    'de, fr;q=0.5': 'fr-CA',
    'en, fr': 'en-CA',
    '*': 'en-CA',
    'fr;q=0, en;q=0.1': 'en-CA',
  };
  for (const [header, locale] of Object.entries(wishes)) expect(chooseLocale(header), header).toBe(locale);
});

it('uses en-CA for what cannot be parsed', () => {
  for (const header of [null, '', 'de', ',,;q', 'fr;q=0', ';;;=', 'constructor', '__proto__'])
    expect(chooseLocale(header)).toBe('en-CA');
});
