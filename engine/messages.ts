/** Message texts by key and language, with placeholders and plurals. */
import type { Locale, MessageText, Model } from './types/modelTypes.ts';

export const locales = ['en-CA', 'fr-CA'] as const satisfies readonly Locale[];

/**
 * The text of a key in a language, with `{name}` and `{0}` substituted. Falls back to en-CA, then to the key
 * itself, so that the screen is never empty.
 */
export function formatMessage(
  model: Pick<Model, 'messages'>,
  locale: Locale,
  key: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  const text = model.messages[locale].get(key) ?? model.messages['en-CA'].get(key);
  if (text === undefined) return key;
  return substitute(choosePlural(text, locale, params), params, locale);
}

/** Whether a key has a text in exactly this language. */
export function hasMessage(model: Pick<Model, 'messages'>, locale: Locale, key: string): boolean {
  return model.messages[locale].has(key);
}

function choosePlural(text: MessageText, locale: Locale, params: Readonly<Record<string, unknown>>): string {
  if (typeof text === 'string') return text;
  const category = pluralRules(locale).select(Number(params.count ?? 0));
  return category === 'one' ? text.one : text.other;
}

const rulesByLocale = new Map<Locale, Intl.PluralRules>();

function pluralRules(locale: Locale): Intl.PluralRules {
  const known = rulesByLocale.get(locale);
  if (known) return known;
  const rules = new Intl.PluralRules(locale);
  rulesByLocale.set(locale, rules);
  return rules;
}

const formatByLocale = new Map<Locale, Intl.NumberFormat>();

function numberFormat(locale: Locale): Intl.NumberFormat {
  const known = formatByLocale.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 });
  formatByLocale.set(locale, format);
  return format;
}

function substitute(text: string, params: Readonly<Record<string, unknown>>, locale: Locale): string {
  if (!text.includes('{')) return text;
  return text.replace(/\{([A-Za-z0-9_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? display(params[name], locale) : whole,
  );
}

function display(value: unknown, locale: Locale): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return numberFormat(locale).format(value);
  if (Array.isArray(value)) return value.map((entry) => display(entry, locale)).join(', ');
  // Received objects may have a `toString` that is not a function.
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
