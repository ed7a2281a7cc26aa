/** The pages of the guide: which there are, where they lie, and which belongs to a screen. */
import { matchRoutes } from 'react-router';
import type { Locale, Model, ScreenModel } from '#engine';
import contents from '../../../docs/guide/pages.json';

type HelpPage = {
  readonly page: string;
  /** Folders of screens it is about. */
  readonly areas: readonly string[];
  /** Single screens it is about; they count before areas. */
  readonly screens: readonly string[];
};

// Addresses only: a page is fetched when somebody reads it.
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

/** Every page, in the order of the guide; the first is for whatever no other is about. */
export const helpPages: readonly HelpPage[] = contents;

/** The page that belongs to a screen. */
export function pageOfScreen(screen: Pick<ScreenModel, 'id' | 'area'> | undefined): string {
  const found =
    screen &&
    (helpPages.find(({ screens }) => screens.includes(screen.id)) ??
      helpPages.find(({ areas }) => areas.includes(screen.area)));
  return (found ?? helpPages[0])?.page ?? '';
}

/** The pages that say something of this application: those about screens it does not have are left out, never the first. */
export function pagesOf(model: Model): readonly HelpPage[] {
  const screens = [...model.screens.values()];
  const isHere = ({ areas, screens: ids }: HelpPage, at: number) =>
    at === 0 ||
    areas.length + ids.length === 0 ||
    screens.some(({ id, area }) => ids.includes(id) || areas.includes(area));
  return helpPages.filter(isHere);
}

/** The screen at an address, as the router chooses it. */
export function screenAt(model: Model, pathname: string): ScreenModel | undefined {
  const routes = [...model.screens.values()].flatMap((screen) => [
    { id: screen.id, path: screen.route },
    // Page widgets have addresses of their own below that of their screen.
    ...(screen.widget ? [{ id: `${screen.id}/`, path: `${screen.route}/*` }] : []),
  ]);
  const found = matchRoutes(routes, pathname)?.at(-1)?.route.id;
  return found === undefined ? undefined : model.screens.get(found.replace(/\/$/, ''));
}

/** Where the text of a page lies. */
export function addressOfPage(page: string, locale: Locale): string | undefined {
  return texts[`../../../docs/guide/${folderOf(locale)}/${page}.md`];
}

/** Where a picture lies that a page names, `../pictures/en/launch.png`. */
export function addressOfPicture(named: string): string | undefined {
  return pictures[`../../../docs/guide/${named.replace(/^\.\.\//, '')}`];
}

function folderOf(locale: Locale): string {
  return locale.slice(0, 2);
}
