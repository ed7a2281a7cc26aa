/** Texts in both languages as rows, with drafts, missing texts and search. */
import { type Locale, locales } from '#engine';

export type TextEntry = {
  readonly EntityType: string;
  readonly EntityId: string;
  readonly Property: string;
  readonly Name: string;
  readonly Localizations: readonly { readonly LanguageCultureName: string; readonly Value: string | null }[];
};

export type TextRow = {
  readonly key: string;
  readonly entry: TextEntry;
  readonly stored: Readonly<Record<Locale, string>>;
};

/** Typed texts by cell key. */
export type Drafts = ReadonlyMap<string, string>;
export type Shown = 'all' | 'missing' | 'changed';
export type Looking = { readonly shown: Shown; readonly kind?: string | undefined; readonly search: string };

export function rowsOf(entries: readonly TextEntry[]): readonly TextRow[] {
  return entries.map((entry) => ({
    key: `${entry.EntityType} ${entry.EntityId} ${entry.Property}`,
    entry,
    stored: Object.fromEntries(
      locales.map((locale) => [
        locale,
        entry.Localizations.find(({ LanguageCultureName }) => LanguageCultureName === locale)?.Value ?? '',
      ]),
    ) as Record<Locale, string>,
  }));
}

export const cellKey = (row: TextRow, locale: Locale): string => `${row.key} ${locale}`;

export function textIn(row: TextRow, locale: Locale, drafts: Drafts): string {
  return drafts.get(cellKey(row, locale)) ?? row.stored[locale];
}

/** Number of rows with a missing text, by language and in total. */
export function countMissing(rows: readonly TextRow[], drafts: Drafts) {
  const by = Object.fromEntries(
    locales.map((locale) => [locale, rows.filter((row) => isMissing(row, locale, drafts)).length]),
  ) as Record<Locale, number>;
  const all = rows.filter((row) => locales.some((locale) => isMissing(row, locale, drafts))).length;
  return { by, all };
}

const isMissing = (row: TextRow, locale: Locale, drafts: Drafts): boolean =>
  textIn(row, locale, drafts).trim() === '';

/** Filters by stored texts, so that a row does not vanish while it is being filled. */
export function rowsShown(rows: readonly TextRow[], { shown, kind, search }: Looking, drafts: Drafts) {
  const wanted = search.trim().toLowerCase();
  return rows.filter((row) => {
    const { entry } = row;
    if (kind && entry.EntityType !== kind) return false;
    if (shown === 'missing' && !locales.some((locale) => row.stored[locale] === '')) return false;
    if (shown === 'changed' && !isChanged(row, drafts)) return false;
    if (wanted === '') return true;
    const texts = [entry.Name, ...locales.map((locale) => textIn(row, locale, drafts))];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  });
}

export const isChanged = (row: TextRow, drafts: Drafts): boolean =>
  locales.some((locale) => drafts.has(cellKey(row, locale)));

/** Typing the stored text again removes the draft. */
export function withDraft(drafts: Drafts, row: TextRow, locale: Locale, text: string): Drafts {
  const next = new Map(drafts);
  if (text === row.stored[locale]) next.delete(cellKey(row, locale));
  else next.set(cellKey(row, locale), text);
  return next;
}

/** The request body with the changed texts, and the cell of each JSON path in it, to place refusals. */
export function changesOf(rows: readonly TextRow[], drafts: Drafts) {
  const changed = rows.filter((row) => isChanged(row, drafts));
  const cells = new Map<string, string>();
  const body = changed.map((row, index) => {
    const { EntityType, EntityId, Property } = row.entry;
    const typed = locales.filter((locale) => drafts.has(cellKey(row, locale)));
    for (const [at, locale] of typed.entries())
      cells.set(`/${index}/Localizations/${at}/Value`, cellKey(row, locale));
    const Localizations = typed.map((locale) => ({
      LanguageCultureName: locale,
      Value: textIn(row, locale, drafts) || null,
    }));
    return { EntityType, EntityId, Property, Localizations };
  });
  return { body, cells };
}
