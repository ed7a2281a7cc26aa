/**
 * The guides: every screen has its page, and everything a page names exists. `npm run guide-pictures` checks
 * that its steps work.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keyBindings } from '../../renderer/data/keyBindings.ts';
import {
  headingAt,
  helpPages,
  newsEdition,
  newsPage,
  pageOfScreen,
  pagesOf,
  screenAt,
} from '../../renderer/shell/help/pages.ts';
import { countSteps, pagesWithSteps } from '../../scripts/guide/guideSteps.mjs';
import { realModel } from './realModel.ts';

const languages = [
  ['en', 'en-CA'],
  ['fr', 'fr-CA'],
] as const;
const placeOf = (language: string, page: string) => path.join('docs/guide', language, `${page}.md`);
const texts = languages.flatMap(([language, locale]) =>
  helpPages.map(({ page }) => {
    const place = placeOf(language, page);
    return { language, locale, page, place, text: existsSync(place) ? readFileSync(place, 'utf8') : '' };
  }),
);
const found = (pattern: RegExp) =>
  texts.flatMap(({ place, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ place, name })));

it('every screen leads to an existing page of the guide in both languages', () => {
  const screens = [...realModel().screens.values()];
  const missing = screens
    .map((screen) => pageOfScreen(screen, helpPages))
    .filter((page) => languages.some(([language]) => !existsSync(placeOf(language, page))));
  expect(missing).toEqual([]);
  expect(texts.filter(({ text }) => !/^# .+/.test(text)).map(({ place }) => place)).toEqual([]);
  const at = (address: string) => pageOfScreen(screenAt(realModel(), address), helpPages);
  expect([
    at('/products/1/plans/2'),
    at('/profile/dealer/1'),
    at('/configure/screens/products'),
    at('/history'),
    at('/home'),
    at('/nowhere'),
  ]).toEqual(['product', 'dealer', 'configure', 'basics', 'basics', 'basics']);
});

it('the help button finds every screen at its address, and its page is in the help menu', () => {
  const model = realModel();
  const offered = new Set(pagesOf(model).map(({ page }) => page));
  const screens = [...model.screens.values()];
  const addressOf = ({ route }: { route: string }) => route.replace(/:\w+\??/g, '1');
  const astray = screens.filter((screen) => screenAt(model, addressOf(screen)) !== screen);
  expect(astray.map(({ id }) => id)).toEqual([]);
  expect(
    screens.map((screen) => pageOfScreen(screen, helpPages)).filter((page) => !offered.has(page)),
  ).toEqual([]);
});

it('an application without a title for a page does not offer it, even with an area of the same name', () => {
  const { messages, screens } = realModel();
  const untitled = [...messages['en-CA']].filter(([key]) => key !== 'ui.help.product');
  const model = { ...realModel(), messages: { ...messages, 'en-CA': new Map(untitled) } };
  const pages = pagesOf(model);
  expect(pages.map(({ page }) => page)).not.toContain('product');
  expect(pageOfScreen(screens.get('products'), pages)).toBe('basics');
  expect(pageOfScreen(screens.get('products'), pagesOf(realModel()))).toBe('product');
});

it('the guide opens at the heading about an address, which both languages have', () => {
  const model = realModel();
  const headings = (language: string, page: string) =>
    readFileSync(placeOf(language, page), 'utf8').match(/^## .+/gm) ?? [];
  const lost = helpPages.flatMap(({ page, headings: places = {} }) =>
    Object.entries(places).flatMap(([pattern, at]) => {
      const address = pattern.replace(/:\w+\??|\*/g, '1');
      const isThere = languages.every(([language]) => headings(language, page)[at - 1] !== undefined);
      const isShown = pageOfScreen(screenAt(model, address), helpPages) === page;
      return isThere && isShown && headingAt(page, address) === at ? [] : [`${page} ${pattern}`];
    }),
  );
  expect(lost).toEqual([]);
  expect(headingAt('dealer', '/profile/dealer/1')).not.toBe(headingAt('dealer', '/profile/dealer'));
  expect(headingAt('dealer', '/profile')).toBeUndefined();
});

it('what is new is told in both languages, and as many times as people are told of an upgrade', () => {
  for (const [language] of languages)
    expect(readFileSync(placeOf(language, newsPage), 'utf8').match(/^## .+/gm)).toHaveLength(newsEdition);
});

it('every entry of the list of pages exists: areas, screens and the titles in both languages', () => {
  const { screens, messages } = realModel();
  const areas = new Set([...screens.values()].map(({ area }) => area));
  const unknown = helpPages.flatMap((one) => [
    ...one.areas.filter((area) => !areas.has(area)),
    ...one.screens.filter((id) => !screens.has(id)),
    ...languages.filter(([, locale]) => !messages[locale].has(`ui.help.${one.page}`)).map(() => one.page),
  ]);
  expect(unknown).toEqual([]);
});

it('every link and picture of the guides leads somewhere', () => {
  const lost = found(/\]\(([^)#]+)(?:#[^)]*)?\)/g).filter(
    ({ place, name }) => !/^https?:/.test(name) && !existsSync(path.join(path.dirname(place), name)),
  );
  expect(lost).toEqual([]);
});

it('every command, setting and file of the repository that the guides name exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const ofExtensions = readdirSync('extensions')
    .map((id) => `extensions/${id}/server/readSettings.ts`)
    .filter((file) => existsSync(file));
  const own = ['readSettings', 'readSignIn', 'databaseSettings', 'filesPlace'].map(
    (name) => `server/node/${name}.ts`,
  );
  const settings = [...own, 'server/main.ts', ...ofExtensions].map((file) => readFileSync(file, 'utf8'));
  const isSetting = (name: string) =>
    settings.some((text) => text.includes(`env.${name}`) || text.includes(`(env, '${name}'`));
  expect([
    ...found(/npm (?:run )?([a-z-]+)/g).filter(({ name }) => scripts[name] === undefined),
    ...found(/`([A-Z]+(?:_[A-Z]+)*)(?:=[^`]*)?`/g).filter(({ name }) => !isSetting(name)),
    ...found(/`GET \/api(\/[\w/]+)`/g).filter(({ name }) => !['/health', '/ready'].includes(name)),
  ]).toEqual([]);
});

it('text in bold appears on the screen, in the language of the page', () => {
  const unknown = texts.flatMap(({ place, locale, text }) => {
    const words = wordsOf(locale);
    // A sentence that opens a paragraph is its heading.
    return [...text.matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, name = '']) => name)
      .filter((name) => !name.endsWith('.') && !words.has(name))
      .map((name) => `${place}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

it('a page has as many steps in both languages as are followed on the running application', async () => {
  for (const page of pagesWithSteps()) {
    const { walk } = await import(`../../scripts/guide/${page}.mjs`);
    for (const [language] of languages)
      expect(
        countSteps(readFileSync(placeOf(language, page), 'utf8').replace(/^ +/gm, '')),
        placeOf(language, page),
      ).toBe(walk.length);
  }
});

it('every key binding is explained in both languages', () => {
  const { messages } = realModel();
  const silent = Object.keys(keyBindings).filter((name) =>
    languages.some(([, locale]) => !messages[locale].has(`ui.shortcuts.${name}`)),
  );
  expect(silent).toEqual([]);
});

/** Every text of a language, including names of fields and choices. */
function wordsOf(locale: 'en-CA' | 'fr-CA'): ReadonlySet<string> {
  const { messages } = realModel();
  const words = new Set<string>();
  for (const text of messages[locale].values())
    for (const form of typeof text === 'string' ? [text] : Object.values(text)) words.add(String(form));
  return words;
}
