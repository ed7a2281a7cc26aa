/** Pages of the guide: their files, and which one belongs to a screen. */
import { matchPath, matchRoutes } from 'react-router';
import type { Locale, Model, ScreenModel } from '#engine';
import news from '../../../docs/guide/news.json';
import contents from '../../../docs/guide/pages.json';

type HelpPage = {
  readonly page: string;
  /** Screen areas that it describes. */
  readonly areas: readonly string[];
  /** Single screens that it describes; they take precedence over areas. */
  readonly screens: readonly string[];
  /** By the pattern of an address: which second-level heading is about it, counted from 1 in every language. */
  readonly headings?: Readonly<Record<string, number>>;
};

// Only addresses: a page is fetched when it is read.
const texts = import.meta.glob<string>('../../../docs/guide/*/*.md', {
  eager: true,
  import: 'default',
  query: '?url',
});
const pictures = import.meta.glob<string>('../../../docs/guide/pictures/*/*.png', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** All pages in order; the first is the default. */
export const helpPages: readonly HelpPage[] = contents as readonly HelpPage[];

/** The page about what changed, and how many upgrades it tells of. */
export const newsPage = 'news';
export const newsEdition: number = news.edition;

/** The page about a screen, among those of the application. */
export function pageOfScreen(
  screen: Pick<ScreenModel, 'id' | 'area'> | undefined,
  pages: readonly HelpPage[],
): string {
  const found =
    screen &&
    (pages.find(({ screens }) => screens.includes(screen.id)) ??
      pages.find(({ areas }) => areas.includes(screen.area)));
  return (found ?? pages[0])?.page ?? '';
}

/** The heading of a page about an address, counted from 1; undefined: the page as a whole. */
export function headingAt(page: string, pathname: string): number | undefined {
  const headings = helpPages.find((one) => one.page === page)?.headings ?? {};
  const patterns = Object.keys(headings).filter((pattern) => matchPath(pattern, pathname));
  // A literal says more than a parameter.
  const [best] = patterns.sort((one, other) => one.split(/[:*]/).length - other.split(/[:*]/).length);
  return best === undefined ? undefined : headings[best];
}

/** The pages relevant to this application: the first, general ones, and those about its screens. */
export function pagesOf(model: Model): readonly HelpPage[] {
  const screens = [...model.screens.values()];
  const isHere = ({ page, areas, screens: ids }: HelpPage, at: number) =>
    at === 0 ||
    areas.length + ids.length === 0 ||
    // Only an application that titles a page has it: another one may have areas of the same name.
    (model.messages['en-CA'].has(`ui.help.${page}`) &&
      screens.some(({ id, area }) => ids.includes(id) || areas.includes(area)));
  return helpPages.filter(isHere);
}

/** The screen at an address, with the precedence of the router. */
export function screenAt(model: Model, pathname: string): ScreenModel | undefined {
  const routes = [...model.screens.values()].flatMap((screen) => [
    { id: screen.id, path: screen.route },
    // Page widgets also handle addresses below their screen.
    ...(screen.widget ? [{ id: `${screen.id}/`, path: `${screen.route}/*` }] : []),
  ]);
  const found = matchRoutes(routes, pathname)?.at(-1)?.route.id;
  return found === undefined ? undefined : model.screens.get(found.replace(/\/$/, ''));
}

/** The address of a page's text. */
export function addressOfPage(page: string, locale: Locale): string | undefined {
  return texts[`../../../docs/guide/${folderOf(locale)}/${page}.md`];
}

/** The address of a picture named in a page, such as `../pictures/en/launch.png`. */
export function addressOfPicture(named: string): string | undefined {
  return pictures[`../../../docs/guide/${named.replace(/^\.\.\//, '')}`];
}

function folderOf(locale: Locale): string {
  return locale.slice(0, 2);
}
