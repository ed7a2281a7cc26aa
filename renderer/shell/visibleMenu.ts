import type { MenuGroup, Model, ScreenModel, UserContext } from '#engine';
import { allows } from '../data/allows.ts';

/** The menu for this person's features, without empty groups. */
export function visibleMenu(model: Model, user: UserContext): readonly MenuGroup[] {
  return model.menu
    .map((group) => ({
      ...group,
      screens: group.screens.filter((screen) => isInMenu(screen, user)),
    }))
    .filter((group) => group.screens.length > 0);
}

/** Whether the person may open the screen and has work there. */
export function isInMenu({ menu, access }: ScreenModel, { Features }: UserContext): boolean {
  return menu !== undefined && allows(access, Features) && (!menu.access || allows(menu.access, Features));
}
