import { describe, expect, it } from 'vitest';
import { changesOf, countMissing, type Drafts, rowsOf, rowsShown, withDraft } from './textRows.ts';

const entry = (EntityType: string, en: string | null, fr: string | null) => ({
  EntityType,
  EntityId: `${EntityType}-${en}`,
  Property: 'Name',
  Name: en ?? '',
  Localizations: [
    { LanguageCultureName: 'en-CA', Value: en },
    { LanguageCultureName: 'fr-CA', Value: fr },
  ],
});
const rows = rowsOf([
  entry('plan', 'Gold', 'Or'),
  entry('plan', 'Silver', null),
  entry('item', 'Engine', null),
]);
const [gold, silver] = rows as [(typeof rows)[0], (typeof rows)[0]];
const none: Drafts = new Map();
const names = (looking: Partial<Parameters<typeof rowsShown>[1]>, drafts = none) =>
  rowsShown(rows, { shown: 'all', search: '', ...looking }, drafts).map(({ entry: { Name } }) => Name);

describe('texts in two languages', () => {
  it('counts missing texts, also while typing', () => {
    expect(countMissing(rows, none)).toEqual({ by: { 'en-CA': 0, 'fr-CA': 2 }, all: 2 });
    expect(countMissing(rows, withDraft(none, silver, 'fr-CA', 'Argent')).all).toBe(1);
  });

  it('filters by missing, changed, kind and search text, also while typing', () => {
    const drafts = withDraft(none, silver, 'fr-CA', 'Argent');
    expect(names({ shown: 'missing' }, drafts)).toEqual(['Silver', 'Engine']);
    expect(names({ shown: 'changed' }, drafts)).toEqual(['Silver']);
    expect(names({ kind: 'item' })).toEqual(['Engine']);
    expect(names({ search: 'argent' }, drafts)).toEqual(['Silver']);
  });

  it('sends only changed texts, and finds the cell of a refusal', () => {
    const drafts = withDraft(withDraft(none, silver, 'fr-CA', 'Argent'), gold, 'en-CA', '');
    const { body, cells } = changesOf(rows, drafts);
    expect(body.map(({ Localizations }) => Localizations)).toEqual([
      [{ LanguageCultureName: 'en-CA', Value: null }],
      [{ LanguageCultureName: 'fr-CA', Value: 'Argent' }],
    ]);
    expect(cells.get('/1/Localizations/0/Value')).toBe(`${silver.key} fr-CA`);
    expect(withDraft(drafts, silver, 'fr-CA', '').size).toBe(1);
  });
});
