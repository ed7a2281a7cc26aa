import { expect, it } from 'vitest';
import { formatMessage, locales } from '../messages.ts';
import { findingsOf, modelOfFiles } from './testDeclarations.ts';

/** Message files in both languages, by what is before `schemas/`. */
const texts = (given: Record<string, Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([place, messages]) =>
      locales.map((locale) => [`${place}schemas/messages/${locale}/some.json`, { messages }]),
    ),
  );
const errorsOf = (given: Record<string, Record<string, unknown>>) =>
  findingsOf(texts(given)).filter(({ path }) => /^\/messages\/(job|paint)\./.test(path));

it('an application rewords texts of the base and of extensions, however the files are ordered', () => {
  const given = {
    '': { 'job.runs': 'Our import', 'paint.red': 'Our red' },
    'extensions/paint/': { 'job.ends': 'Painted', 'paint.red': 'Red' },
    'base/': { 'job.runs': 'An import', 'job.ends': 'Ended' },
  };
  expect(errorsOf(given)).toEqual([]);
  const model = modelOfFiles(texts(given));
  const said = ['job.runs', 'job.ends', 'paint.red'].map((key) => formatMessage(model, 'fr-CA', key));
  expect(said).toEqual(['Our import', 'Painted', 'Our red']);
});

it('an application kept elsewhere rewords too', () => {
  const given = { 'shop/': { 'job.runs': 'Ours' }, 'base/': { 'job.runs': 'Theirs' } };
  expect(formatMessage(modelOfFiles(texts(given)), 'en-CA', 'job.runs')).toBe('Ours');
});

it.each([[['base/', 'base/more/']], [['', 'other/']], [['extensions/a/', 'extensions/b/']]])(
  'two texts of one layer are a mistake: %j',
  ([one = '', other = '']) => {
    const found = errorsOf({ [one]: { 'job.runs': 'One' }, [other]: { 'job.runs': 'Other' } });
    expect(found.map(({ message }) => message).join()).toContain('has a en-CA text already in another file');
  },
);

it('a text reworded with a placeholder that nobody fills is a mistake', () => {
  const below = { 'job.rows': { one: '{count} row of {name}', other: '{count} rows of {name}' } };
  const [found] = errorsOf({ 'base/': below, '': { 'job.rows': '{count} rows of {owner}' } });
  expect(found?.message).toMatch(/placeholders that nothing fills: owner\. .*\(count, name\)/);
  expect(errorsOf({ 'base/': below, '': { 'job.rows': 'Rows of {name}' } })).toEqual([]);
});
