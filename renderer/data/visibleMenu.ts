import type { MenuGroup, Model, ScreenModel, UserContext } from '#engine';
import { allows } from './allows.ts';
import { fillPath } from './fillPath.ts';
import type { Say } from './messages.tsx';
import { expressionScope } from './screenScope.ts';
import { writeText } from './useText.ts';

/** The menu for this person's features, without empty groups. */
export function visibleMenu(model: Model, user: UserContext): readonly MenuGroup[] {
  return model.menu
    .map((group) => ({
      ...group,
      screens: group.screens.filter((screen) => isInMenu(screen, user)),
    }))
    .filter((group) => group.screens.length > 0);
}

/** Where the entry of a screen leads this person; undefined if it needs a record that they have not. */
export function menuAddress({ menu, route }: ScreenModel, user: UserContext): string | undefined {
  if (!menu?.to) return route;
  const address = fillPath(menu.to, { user });
  return /\/(\/|$)/.test(address) ? undefined : address;
}

/** The name of the entry. */
export function menuTitle({ menu, title }: ScreenModel, user: UserContext, say: Say): string {
  if (menu?.title) return say(menu.title);
  return writeText(
    title,
    expressionScope({ route: {}, query: {}, data: {}, user, reload: async () => {} }),
    say,
  );
}

/** Whether the person may open the screen and has work there. */
export function isInMenu(screen: ScreenModel, user: UserContext): boolean {
  const { menu, access } = screen;
  const { Features } = user;
  if (menuAddress(screen, user) === undefined) return false;
  return menu !== undefined && allows(access, Features) && (!menu.access || allows(menu.access, Features));
}

/** Pages of records of the entity that are this person's own, as menu entries lead to them. */
export function ownPages(
  { screens }: Model,
  user: UserContext,
  entity: string,
  say: Say,
): readonly { readonly to: string; readonly name: string }[] {
  return [...screens.values()].flatMap((screen) => {
    const isOfRecord = screen.menu?.to !== undefined && screen.data.at(-1)?.entity === entity;
    const to = isOfRecord && isInMenu(screen, user) ? menuAddress(screen, user) : undefined;
    return to === undefined ? [] : [{ to, name: menuTitle(screen, user, say) }];
  });
}
