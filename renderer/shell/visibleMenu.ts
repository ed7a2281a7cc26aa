import type { MenuGroup, Model, ScreenModel, UserContext } from '#engine';
import { allows } from '../data/allows.ts';

/** The menu as this person's features leave it; groups without a screen are gone. */
export function visibleMenu(model: Model, user: UserContext): readonly MenuGroup[] {
  return model.menu
    .map((group) => ({
      ...group,
      screens: group.screens.filter((screen) => isInMenu(screen, user)),
    }))
    .filter((group) => group.screens.length > 0);
}

/** Whether the person may open it and has work there. */
export function isInMenu({ menu, access }: ScreenModel, { Features }: UserContext): boolean {
  return menu !== undefined && allows(access, Features) && (!menu.access || allows(menu.access, Features));
}
